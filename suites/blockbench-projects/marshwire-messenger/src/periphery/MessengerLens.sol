// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

import {FlowLimiter} from "../bridge/FlowLimiter.sol";
import {TokenGateway} from "../bridge/TokenGateway.sol";
import {RelayFees} from "../fees/RelayFees.sol";
import {IInbox} from "../interfaces/IInbox.sol";
import {IOutbox} from "../interfaces/IOutbox.sol";
import {ITokenGateway} from "../interfaces/ITokenGateway.sol";
import {IncrementalTree} from "../libraries/IncrementalTree.sol";
import {Messages} from "../libraries/Messages.sol";
import {Inbox} from "../messaging/Inbox.sol";

/// Reads for relayers and interfaces. No other contract depends on it, and it holds nothing.
contract MessengerLens {
    using Messages for Messages.Message;

    /// The state of a message in its destination.
    struct Arrival {
        bytes32 identifier;
        IInbox.Status status;
        address relayer;
        bool reported;
        bool mayExpire;
    }

    /// The state of a token in its home.
    struct TokenState {
        bool listed;
        uint256 locked;
        uint256 limit;
        uint256 room;
    }

    IOutbox public immutable outbox;
    Inbox public immutable inbox;
    RelayFees public immutable relayFees;
    TokenGateway public immutable gateway;
    FlowLimiter public immutable limiter;

    constructor(IOutbox outbox_, Inbox inbox_, RelayFees relayFees_, TokenGateway gateway_, FlowLimiter limiter_) {
        outbox = outbox_;
        inbox = inbox_;
        relayFees = relayFees_;
        gateway = gateway_;
        limiter = limiter_;
    }

    /// Returns the siblings that prove a message of the local outbox below the root over its first messages.
    function siblingsOf(uint64 nonce, uint64 messageCount)
        external
        view
        returns (bytes32[32] memory)
    {
        require(nonce < messageCount, "The checkpoint is older than the message.");
        bytes32[] memory leaves = new bytes32[](messageCount);
        for (uint256 i = 0; i < messageCount; i++) {
            leaves[i] = outbox.leafAt(i);
        }
        return IncrementalTree.siblingsOf(leaves, nonce);
    }

    /// Returns the checkpoint of the local outbox at present, for notaries of an epoch.
    function checkpointFor(uint64 notaryEpoch) external view returns (Messages.Checkpoint memory) {
        return Messages.Checkpoint(outbox.localDomain(), outbox.messageCount(), notaryEpoch, outbox.root());
    }

    /// Returns the message that an order would become if it were the next one.
    function nextMessage(address sender, ITokenGateway.Order calldata order)
        external
        view
        returns (Messages.Message memory)
    {
        Messages.Draft memory draft = gateway.draftOf(sender, order);
        return Messages.Message({
            originDomain: outbox.localDomain(),
            destinationDomain: draft.destinationDomain,
            nonce: outbox.messageCount(),
            sender: address(gateway),
            recipient: draft.recipient,
            deadline: uint64(block.timestamp) + draft.lifetime,
            gasLimit: draft.gasLimit,
            body: draft.body
        });
    }

    /// Returns what has happened to a message in the local inbox.
    function arrivalOf(Messages.Message calldata message) external view returns (Arrival memory arrival) {
        arrival.identifier = message.identifierOf();
        arrival.status = inbox.statusOf(arrival.identifier);
        (arrival.relayer,, arrival.reported) = inbox.handlingOf(arrival.identifier);
        arrival.mayExpire = block.timestamp > message.deadline && arrival.status != IInbox.Status.Delivered
            && arrival.status != IInbox.Status.Expired;
    }

    /// Returns the state of a token whose home is this domain.
    function stateOf(address token) external view returns (TokenState memory state) {
        state.listed = gateway.isListed(token);
        state.locked = gateway.lockedOf(token);
        (state.limit,,) = limiter.gaugeOf(token);
        state.room = limiter.roomFor(token);
    }

    /// Returns the fees that wait for the relayers of some messages.
    function waitingFees(bytes32[] calldata identifiers) external view returns (uint256 sum) {
        for (uint256 i = 0; i < identifiers.length; i++) {
            sum += relayFees.feeOf(identifiers[i]);
        }
    }
}
