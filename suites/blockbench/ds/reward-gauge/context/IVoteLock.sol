// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/// @title IVoteLock
/// @notice Where holders of the governance token lock it for a time.
interface IVoteLock {
    /// @notice The amount that an account has locked and that is not free yet.
    /// @param account The account.
    /// @return amount The locked amount, 0 once the lock has ended.
    function lockedOf(address account) external view returns (uint256 amount);
}
