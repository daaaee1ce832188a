// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

/// The message, its identifier, and the leaf that stands for it in the tree of its outbox.
library Messages {
    /// A message as it was dispatched. The origin, the nonce and the sender are filled in by the outbox, so that nobody
    /// dispatches in the name of somebody else. The deadline is a time of the destination, after which anybody may
    /// declare the message expired there.
    struct Message {
        uint32 originDomain;
        uint32 destinationDomain;
        uint64 nonce;
        address sender;
        address recipient;
        uint64 deadline;
        uint32 gasLimit;
        bytes body;
    }

    /// What a sender decides about a message.
    struct Draft {
        uint32 destinationDomain;
        address recipient;
        uint32 gasLimit;
        uint64 lifetime;
        bytes body;
    }

    /// What notaries attest: the root of the tree of an outbox, and how many messages it contained then. The epoch is
    /// that of the notaries, so that those of an earlier epoch attest nothing any more.
    struct Checkpoint {
        uint32 originDomain;
        uint64 messageCount;
        uint64 notaryEpoch;
        bytes32 root;
    }

    /// Returns the identifier of a message. It covers every field, each in a word of its own, and the body as a
    /// dynamic value with its length. Two different messages therefore never share an identifier.
    function identifierOf(Message memory message) internal pure returns (bytes32) {
        return keccak256(abi.encode(message));
    }

    /// Returns the leaf of a message. An inner node of a tree is the hash of 64 bytes, and a leaf is the hash of 36,
    /// so that no node can be presented as a message.
    function leafOf(bytes32 identifier) internal pure returns (bytes32) {
        return keccak256(abi.encodePacked("leaf", identifier));
    }
}
