// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

/// A contract to which messages can be addressed.
interface IMessageRecipient {
    /// Receives a message from an inbox. The sender is the account that has dispatched the message in its origin, and
    /// the body is what that account has written. If the call fails, the message can be tried again.
    function receiveMessage(bytes32 identifier, uint32 originDomain, address sender, bytes calldata body) external;
}

/// A contract that does something with tokens as soon as they arrive.
interface ITransferHook {
    /// Is called by a gateway after the tokens have arrived, if the sender of the transfer has added data. If the call
    /// fails, the whole transfer fails and can be tried again.
    function onTokensReceived(address token, uint256 amount, address sender, bytes calldata data) external;
}
