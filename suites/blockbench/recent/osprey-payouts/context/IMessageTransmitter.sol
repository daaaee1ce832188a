// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/**
 * @notice A message between two chains. Any account of the source chain can send one to any recipient on this chain.
 * @param sourceDomain The chain that the message comes from.
 * @param nonce Tells messages of one sender apart.
 * @param sender The account that sent it.
 * @param recipient The contract on this chain that handles it.
 * @param destinationCaller The only account that may deliver it, or zero for anyone.
 * @param body What the recipient is told.
 */
struct Message {
    uint32 sourceDomain;
    uint64 nonce;
    bytes32 sender;
    address recipient;
    address destinationCaller;
    bytes body;
}

/**
 * @title IMessageTransmitter
 * @notice Delivers attested messages.
 */
interface IMessageTransmitter {
    /**
     * @notice Verifies the attestation, marks the message as used, and calls the handler of its recipient.
     * @dev For a burn of dollars the recipient is the minter of the issuer.
     * @param message The message.
     * @param attestation The signature of the attesters, who sign every message that was sent.
     * @return success Whether the recipient accepted it.
     */
    function receiveMessage(Message calldata message, bytes calldata attestation) external returns (bool success);
}

/**
 * @title IMessageHandler
 * @notice A recipient of messages.
 */
interface IMessageHandler {
    /**
     * @notice Handles a message.
     * @param sourceDomain The chain that the message comes from.
     * @param sender The account that sent it.
     * @param body What it says.
     * @return accepted Whether it is accepted.
     */
    function handleReceiveMessage(
        uint32 sourceDomain,
        bytes32 sender,
        bytes calldata body
    ) external returns (bool accepted);
}
