// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {IVoteLock} from "./IVoteLock.sol";

/// @title VoteLock
/// @notice Holds the governance token for a month to two years. The token has no transfer fee.
contract VoteLock is IVoteLock {
    using SafeERC20 for IERC20;

    /// @notice One lock for each account.
    struct Lock {
        uint256 amount;
        uint256 until;
    }

    uint256 public constant MIN_TIME = 30 days;
    uint256 public constant MAX_TIME = 730 days;

    IERC20 public immutable token;
    mapping(address account => Lock) public locks;

    event Locked(address indexed account, uint256 amount, uint256 until);
    event Unlocked(address indexed account, uint256 amount);

    /// @param token_ The governance token.
    constructor(IERC20 token_) {
        require(address(token_) != address(0), "VoteLock: zero token");
        token = token_;
    }

    /// @notice Locks more, for no shorter a time than before.
    /// @param amount The amount to add; 0 to extend the time alone.
    /// @param until When the whole lock ends.
    function lock(uint256 amount, uint256 until) external {
        Lock storage held = locks[msg.sender];
        require(until >= block.timestamp + MIN_TIME, "VoteLock: too short");
        require(until <= block.timestamp + MAX_TIME, "VoteLock: too long");
        require(until >= held.until, "VoteLock: shorter than before");
        held.amount += amount;
        require(held.amount > 0, "VoteLock: nothing to lock");
        held.until = until;
        token.safeTransferFrom(msg.sender, address(this), amount);
        emit Locked(msg.sender, amount, until);
    }

    /// @notice Pays a lock back that has ended.
    function unlock() external {
        Lock storage held = locks[msg.sender];
        require(held.amount > 0, "VoteLock: no lock");
        require(block.timestamp >= held.until, "VoteLock: not yet");
        uint256 amount = held.amount;
        delete locks[msg.sender];
        token.safeTransfer(msg.sender, amount);
        emit Unlocked(msg.sender, amount);
    }

    /// @inheritdoc IVoteLock
    function lockedOf(address account) external view returns (uint256) {
        Lock storage held = locks[account];
        return block.timestamp < held.until ? held.amount : 0;
    }
}
