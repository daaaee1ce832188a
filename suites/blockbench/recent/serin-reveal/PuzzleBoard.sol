// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice What solvers have sealed. A seal may be opened when it has rested for a day, so that nobody can seal and open in reply to somebody else.
abstract contract SealBook {
    struct Sealed {
        bytes32 seal;
        uint64 opensAt;
    }

    uint256 public constant REST = 1 days;

    mapping(address solver => Sealed) public sealedBy;
    mapping(bytes32 seal => bool) public isSealed;

    event SealedAnswer(address indexed solver, bytes32 seal, uint256 opensAt);

    error NotSealed(bytes32 seal);
    error TooEarly(uint256 opensAt);

    function _seal(address solver, bytes32 seal) internal {
        uint256 opensAt = block.timestamp + REST;
        sealedBy[solver] = Sealed(seal, uint64(opensAt)); //~ BENIGN STATE_MOD
        isSealed[seal] = true; //~ PREREQ STATE_MOD says that there is such a seal, not since when
        emit SealedAnswer(solver, seal, opensAt); //~ UNRELATED EVENT_EMIT
    }

    function _open(address solver, bytes32 seal) internal {
        Sealed memory s = sealedBy[solver];
        if (block.timestamp < s.opensAt) revert TooEarly(s.opensAt); //~ INSUFF_GUARD TIMESTAMP of the solver that the caller names, and most accounts have never sealed anything
        if (!isSealed[seal]) revert NotSealed(seal); //~ ROOT_CAUSE CTRL_FLOW takes a seal of any solver
        delete isSealed[seal];
        delete sealedBy[solver];
    }
}

/// @title PuzzleBoard
/// @notice Puzzles with a prize for whoever opens the right answer first. Anybody may bring an answer for a solver, so that a solver needs
///         no ether at that moment. The prize goes to the account that is part of the seal.
contract PuzzleBoard is SealBook {
    using SafeERC20 for IERC20;

    struct Puzzle {
        address sponsor;
        uint64 closesAt;
        bytes32 answerHash;
        uint256 prize;
    }

    IERC20 public immutable token;

    Puzzle[] public puzzles;

    event PuzzlePosted(uint256 indexed id, address indexed sponsor, uint256 prize, uint256 closesAt);
    event PrizeRaised(uint256 indexed id, uint256 amount);
    event PuzzleSolved(uint256 indexed id, address indexed payTo, uint256 prize);
    event PuzzleWithdrawn(uint256 indexed id);

    error NotOpen(uint256 id);
    error StillOpen(uint256 id);
    error NotTheSponsor(address caller);
    error WrongAnswer(bytes32 answer);

    constructor(IERC20 token_) {
        token = token_;
    }

    /// @notice Posts a puzzle.
    function post(bytes32 answerHash, uint256 prize, uint64 openFor) external returns (uint256 id) {
        id = puzzles.length;
        uint64 closesAt = uint64(block.timestamp) + openFor; //~ BENIGN ARITHMETIC checked
        puzzles.push(Puzzle(msg.sender, closesAt, answerHash, prize));
        emit PuzzlePosted(id, msg.sender, prize, closesAt); //~ UNRELATED EVENT_EMIT
        token.safeTransferFrom(msg.sender, address(this), prize); //~ BENIGN FUND_XFER
    }

    /// @notice Adds to the prize of an open puzzle.
    function raise(uint256 id, uint256 amount) external {
        if (!isOpen(id)) revert NotOpen(id); //~ BENIGN CTRL_FLOW
        puzzles[id].prize += amount;
        emit PrizeRaised(id, amount); //~ UNRELATED EVENT_EMIT
        token.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    /// @notice Seals an answer of the caller. It takes the place of an earlier one.
    function seal(bytes32 seal_) external {
        _seal(msg.sender, seal_); //~ DECOY STATE_MOD a seal can be copied, the account that is paid is part of it
    }

    /// @notice Opens the answer of a solver and pays the prize.
    function solve(uint256 id, address solver, bytes32 answer, bytes32 salt, address payTo) external {
        if (!isOpen(id)) revert NotOpen(id); //~ BENIGN CTRL_FLOW
        Puzzle storage puzzle = puzzles[id];
        if (keccak256(abi.encode(answer)) != puzzle.answerHash) revert WrongAnswer(answer); //~ BENIGN INPUT_VAL
        _open(solver, sealOf(id, answer, salt, payTo));
        uint256 prize = puzzle.prize;
        puzzle.prize = 0; //~ BENIGN STATE_MOD once
        emit PuzzleSolved(id, payTo, prize); //~ UNRELATED EVENT_EMIT
        token.safeTransfer(payTo, prize); //~ PREREQ FUND_XFER
    }

    /// @notice Gives the prize of a puzzle that nobody solved back.
    function withdraw(uint256 id) external {
        Puzzle storage puzzle = puzzles[id];
        if (msg.sender != puzzle.sponsor) revert NotTheSponsor(msg.sender); //~ BENIGN ACCESS_CTRL
        if (block.timestamp < puzzle.closesAt) revert StillOpen(id); //~ BENIGN TIMESTAMP
        uint256 prize = puzzle.prize;
        puzzle.prize = 0; //~ BENIGN STATE_MOD
        emit PuzzleWithdrawn(id);
        token.safeTransfer(msg.sender, prize);
    }

    function isOpen(uint256 id) public view returns (bool) {
        return puzzles[id].prize > 0 && block.timestamp < puzzles[id].closesAt; //~ BENIGN TIMESTAMP
    }

    /// @notice The seal of an answer.
    function sealOf(uint256 id, bytes32 answer, bytes32 salt, address payTo) public pure returns (bytes32) {
        return keccak256(abi.encode(id, answer, salt, payTo)); //~ DECOY SIGNATURE nobody else is paid for it
    }
}
