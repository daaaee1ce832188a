// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @title  Locked tokens
/// @notice Holders lock tokens to vote with them, and take them out again when the votes in which they took part are over.
abstract contract VoteLocks {
    using SafeERC20 for IERC20;

    IERC20 public immutable token;

    uint256 public totalLocked;
    mapping(address holder => uint256) public lockedOf;
    /// @notice When the holder last added to what is locked.
    mapping(address holder => uint256 time) public lockedSince;

    event Locked(address indexed holder, uint256 amount);
    event Unlocked(address indexed holder, uint256 amount);

    error NothingToLock();
    error NotLocked(uint256 locked);
    error Bound(uint256 until);

    constructor(IERC20 token_) {
        token = token_;
    }

    function lock(uint256 amount) external {
        if (amount == 0) revert NothingToLock();
        lockedOf[msg.sender] += amount;
        lockedSince[msg.sender] = block.timestamp;
        totalLocked += amount;
        emit Locked(msg.sender, amount);
        token.safeTransferFrom(msg.sender, address(this), amount);
    }

    function unlock(uint256 amount) external {
        uint256 until = _boundUntil(msg.sender);
        if (block.timestamp < until) revert Bound(until);
        uint256 locked = lockedOf[msg.sender];
        if (amount > locked) revert NotLocked(locked);
        lockedOf[msg.sender] = locked - amount;
        totalLocked -= amount;
        emit Unlocked(msg.sender, amount);
        token.safeTransfer(msg.sender, amount);
    }

    /// @dev Until when a holder's tokens stay locked.
    function _boundUntil(address holder) internal view virtual returns (uint256);
}
