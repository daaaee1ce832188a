// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/// @title Register of the accounts that may hold shares
interface ILenderRegistry {
    /// @notice Tells whether an account is on the register.
    /// @param account The account to look up
    /// @return Whether it is on the register
    function isLender(address account) external view returns (bool);
}
