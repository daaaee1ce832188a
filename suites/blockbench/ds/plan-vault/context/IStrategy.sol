// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice Where a vault puts the assets that it does not need at hand.
interface IStrategy {
    /// @notice Takes assets of the caller, which has approved them.
    function deposit(uint256 amount) external;

    /// @notice Returns assets to the caller.
    function withdraw(uint256 amount) external;

    /// @notice What the caller could withdraw.
    function managedFor(address vault) external view returns (uint256);
}
