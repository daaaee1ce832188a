// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.24;

/// @title IForwardAccount
/// @notice An account that makes calls when its hub tells it to.
interface IForwardAccount {
    /// @notice The hub.
    /// @return The address.
    function hub() external view returns (address);

    /// @notice Makes a call in the name of the account.
    /// @param target The contract to call.
    /// @param value The ether to send along.
    /// @param data The call.
    /// @return What the contract answers.
    function forward(address target, uint256 value, bytes calldata data) external returns (bytes memory);
}
