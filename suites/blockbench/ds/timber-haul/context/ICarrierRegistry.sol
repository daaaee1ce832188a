// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.30;

/// @title ICarrierRegistry
/// @notice Tells who may carry shipments.
interface ICarrierRegistry {
    /// @notice Whether an account may accept shipments at present.
    /// @param account The account
    /// @return Whether it may
    function isActive(address account) external view returns (bool);
}
