// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

import {TwoStepOwner} from "../access/TwoStepOwner.sol";
import {IFeeQuoter} from "../interfaces/IFeeQuoter.sol";
import {IOutbox} from "../interfaces/IOutbox.sol";
import {IRelayFees} from "../interfaces/IRelayFees.sol";
import {IncrementalTree} from "../libraries/IncrementalTree.sol";
import {Messages} from "../libraries/Messages.sol";

/// The outbox of a domain. Every message becomes a leaf of one tree, whatever its destination, and notaries carry the root
/// of this tree to the other domains.
contract Outbox is IOutbox, TwoStepOwner {
    using IncrementalTree for IncrementalTree.Tree;
    using Messages for Messages.Message;

    /// The largest amount of gas that a message may ask for. Every destination has more than that in a block.
    uint256 public constant MOST_GAS = 6_000_000;

    /// The largest body in bytes.
    uint256 public constant LONGEST_BODY = 4_096;

    /// The shortest and the longest time until a message may be declared expired.
    uint64 public constant SHORTEST_LIFETIME = 2 hours;
    uint64 public constant LONGEST_LIFETIME = 30 days;

    /// The deadline of receipts, which never expire.
    uint64 public constant DEADLINE_OF_RECEIPTS = type(uint64).max;

    /// The gas with which receipts are delivered.
    uint32 public constant GAS_OF_RECEIPTS = 1_000_000;

    uint32 public immutable localDomain;
    IFeeQuoter public immutable feeQuoter;
    IRelayFees public relayFees;
    address public inbox;
    mapping(uint32 domain => bool) public isConnected;

    bytes32[] private _leaves;
    IncrementalTree.Tree private _tree;

    /// The number of a domain never changes, since it is part of every identifier.
    constructor(uint32 localDomain_, IFeeQuoter feeQuoter_, address firstOwner) {
        localDomain = localDomain_;
        feeQuoter = feeQuoter_;
        _becomeOwner(firstOwner);
    }

    /// Names the contracts of this domain that work together with the outbox. This can be done once.
    function connectLocal(IRelayFees relayFees_, address inbox_) external onlyOwner {
        require(inbox == address(0), "The outbox is connected already.");
        require(inbox_ != address(0), "The inbox is missing.");
        relayFees = relayFees_;
        inbox = inbox_;
    }

    /// Opens or closes another domain as a destination. Messages that were dispatched before are not affected.
    function connectDomain(uint32 domain, bool connected) external onlyOwner {
        require(domain != localDomain, "A domain sends no messages to itself.");
        isConnected[domain] = connected;
        emit DomainConnected(domain, connected);
    }

    /// Dispatches one message. The fee is escrowed until the message has been handled.
    function dispatch(Messages.Draft calldata draft) external payable returns (bytes32 identifier) {
        bytes32[] memory identifiers = new bytes32[](1);
        uint256[] memory fees = new uint256[](1);
        uint32[] memory destinations = new uint32[](1);
        identifier = _dispatch(draft);
        (identifiers[0], fees[0], destinations[0]) = (identifier, feeFor(draft), draft.destinationDomain);
        relayFees.escrow{value: msg.value}(identifiers, fees, destinations);
    }

    /// Dispatches several messages with one payment.
    function dispatchMany(Messages.Draft[] calldata drafts) external payable returns (bytes32[] memory identifiers) {
        identifiers = new bytes32[](drafts.length);
        uint256[] memory fees = new uint256[](drafts.length);
        uint32[] memory destinations = new uint32[](drafts.length);
        for (uint256 i = 0; i < drafts.length; i++) {
            (identifiers[i], fees[i]) = (_dispatch(drafts[i]), feeFor(drafts[i]));
            destinations[i] = drafts[i].destinationDomain;
        }
        relayFees.escrow{value: msg.value}(identifiers, fees, destinations);
    }

    /// Dispatches a receipt. Only the inbox may, since nobody pays for its delivery: whoever waits for the receipt delivers
    /// it for that reason.
    function dispatchReceipt(uint32 destinationDomain, address recipient, bytes calldata body)
        external
        returns (bytes32)
    {
        require(msg.sender == inbox, "Only the inbox may dispatch receipts.");
        return _append(
            Messages.Message({
                originDomain: localDomain,
                destinationDomain: destinationDomain,
                nonce: messageCount(),
                sender: msg.sender,
                recipient: recipient,
                deadline: DEADLINE_OF_RECEIPTS,
                gasLimit: GAS_OF_RECEIPTS,
                body: body
            })
        );
    }

    /// Returns the number of messages so far, which is the nonce of the next one.
    function messageCount() public view returns (uint64) {
        return uint64(_leaves.length);
    }

    /// Returns the leaf of a message. The list is for those who compute proofs without an archive of events.
    function leafAt(uint256 nonce) external view returns (bytes32) {
        return _leaves[nonce];
    }

    /// Returns the root over all messages so far.
    function root() external view returns (bytes32) {
        return _tree.rootOf();
    }

    /// Returns the fee of a message at the present price of its destination.
    function feeFor(Messages.Draft calldata draft) public view returns (uint256) {
        return feeQuoter.quote(draft.destinationDomain, draft.gasLimit, draft.body.length);
    }

    /// Checks a draft, and makes it a message of the caller.
    function _dispatch(Messages.Draft calldata draft) private returns (bytes32) {
        require(isConnected[draft.destinationDomain], "The destination is not connected.");
        require(draft.gasLimit <= MOST_GAS, "The message asks for too much gas.");
        require(draft.body.length <= LONGEST_BODY, "The body is too long.");
        require(draft.lifetime >= SHORTEST_LIFETIME, "The lifetime is too short.");
        require(draft.lifetime <= LONGEST_LIFETIME, "The lifetime is too long.");
        return _append(
            Messages.Message({
                originDomain: localDomain,
                destinationDomain: draft.destinationDomain,
                nonce: messageCount(),
                sender: msg.sender,
                recipient: draft.recipient,
                deadline: uint64(block.timestamp) + draft.lifetime,
                gasLimit: draft.gasLimit,
                body: draft.body
            })
        );
    }

    /// Appends a message to the tree.
    function _append(Messages.Message memory message) private returns (bytes32 identifier) {
        identifier = message.identifierOf();
        bytes32 leaf = Messages.leafOf(identifier);
        _leaves.push(leaf);
        _tree.append(leaf);
        emit Dispatched(identifier, message.destinationDomain, message.nonce, message);
    }
}
