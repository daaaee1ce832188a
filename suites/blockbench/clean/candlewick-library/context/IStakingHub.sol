// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.19;

/// @title IStakingHub
/// @notice What the modules ask the hub in whose name they run.
interface IStakingHub {
    /// @notice The account that opens modules and grants roles.
    /// @return The account.
    function admin() external view returns (address);

    /// @notice Tells whether an account has a role.
    /// @param role The role.
    /// @param account The account.
    /// @return Whether it has.
    function hasRole(bytes32 role, address account) external view returns (bool);
}
