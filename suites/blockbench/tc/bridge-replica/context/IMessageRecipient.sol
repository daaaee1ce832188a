// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// @title IMessageRecipient
/// @notice What receives messages of the other chain.
interface IMessageRecipient {
    /// @notice Takes a message.
    /// @param origin The domain that the message comes from.
    /// @param sender The account that sent it there.
    /// @param body What it says.
    function handle(uint32 origin, bytes32 sender, bytes calldata body) external;
}
