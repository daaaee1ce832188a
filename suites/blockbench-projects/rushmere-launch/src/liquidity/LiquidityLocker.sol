// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {ILiquidityLocker} from "../interfaces/ILockups.sol";

/**
 * @title LiquidityLocker
 * @notice Keeps shares of pools for a time. Owners of locks can extend them, merge them, and give them to others.
 */
contract LiquidityLocker is ILiquidityLocker {
    using SafeERC20 for IERC20;

    /// @notice Shortest time that lock() asks for.
    uint256 public constant MIN_LOCK = 30 days;

    /// @notice Longest time of a lock, from now.
    uint256 public constant MAX_LOCK = 3_650 days;

    /// @inheritdoc ILiquidityLocker
    mapping(IERC20 token => uint256) public lockedOf;

    Lock[] private _locks;

    /// @inheritdoc ILiquidityLocker
    function lock(IERC20 token, uint256 amount, uint256 until, address owner) external returns (uint256 id) {
        require(amount > 0, "LiquidityLocker: no shares");
        require(owner != address(0), "LiquidityLocker: no owner");
        require(until >= block.timestamp + MIN_LOCK, "LiquidityLocker: too short"); //~ BENIGN TIMESTAMP whoever locks
        require(until <= block.timestamp + MAX_LOCK, "LiquidityLocker: too long");
        id = _locks.length;
        _locks.push(Lock(token, owner, amount, until));
        lockedOf[token] += amount;
        token.safeTransferFrom(msg.sender, address(this), amount);
        emit Locked(id, address(token), owner, amount, until);
    }

    /**
     * @notice Lets a lock of the caller last longer.
     * @param id Lock.
     * @param until Time from which it can be withdrawn.
     */
    function extend(uint256 id, uint256 until) external {
        Lock storage entry = _owned(id);
        require(until > entry.until, "LiquidityLocker: not longer");
        require(until <= block.timestamp + MAX_LOCK, "LiquidityLocker: far too long");
        entry.until = until;
        emit Extended(id, until);
    }

    /**
     * @notice Makes one lock of two, which has the shares of both.
     * @param id Lock of the caller that is left.
     * @param other Lock of the caller that becomes a part of it.
     */
    function merge(uint256 id, uint256 other) external {
        Lock storage entry = _owned(id);
        Lock storage gone = _owned(other);
        require(id != other, "LiquidityLocker: the same lock");
        require(entry.token == gone.token, "LiquidityLocker: other shares");
        uint256 amount = gone.amount;
        entry.until = Math.max(entry.until, gone.until); //~ BENIGN TIMESTAMP never earlier than either
        entry.amount += amount;
        delete _locks[other];
        emit Merged(id, other, amount, entry.until);
    }

    /**
     * @notice Gives a lock of the caller to another account.
     * @param id Lock.
     * @param to Account that gets it.
     */
    function transferLock(uint256 id, address to) external {
        require(to != address(0), "LiquidityLocker: to nobody");
        _owned(id).owner = to;
        emit LockTransferred(id, msg.sender, to);
    }

    /**
     * @notice Withdraws the shares of a lock that is over.
     * @param id Lock of the caller.
     * @param to Account that gets the shares.
     * @return amount Number of shares.
     */
    function withdraw(uint256 id, address to) external returns (uint256 amount) {
        Lock memory entry = _owned(id);
        require(block.timestamp >= entry.until, "LiquidityLocker: still locked");
        amount = entry.amount;
        delete _locks[id];
        lockedOf[entry.token] -= amount;
        entry.token.safeTransfer(to, amount);
        emit Withdrawn(id, to, amount);
    }

    /// @inheritdoc ILiquidityLocker
    function lockOf(uint256 id) external view returns (Lock memory) {
        return _locks[id];
    }

    /// @notice Returns the number of locks.
    function locks() external view returns (uint256) {
        return _locks.length;
    }

    /**
     * @dev Returns a lock of the caller.
     * @param id Lock.
     */
    function _owned(uint256 id) private view returns (Lock storage entry) {
        entry = _locks[id];
        require(msg.sender == entry.owner, "LiquidityLocker: not the owner");
    }
}
