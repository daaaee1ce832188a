// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {Hashes} from "@openzeppelin/contracts@5.4.0/utils/cryptography/Hashes.sol";

/// @dev The levels of a tree.
uint256 constant TREE_DEPTH = 32;

/// @title Messages
/// @notice The form of a message, and its place below a root.
library Messages {
    /// @notice A message.
    /// @param origin The domain that it comes from.
    /// @param sender The account that sent it.
    /// @param nonce Its number among the messages of the outbox.
    /// @param destination The domain that it goes to.
    /// @param recipient The contract that receives it.
    /// @param body What it says.
    struct Message {
        uint32 origin;
        bytes32 sender;
        uint32 nonce;
        uint32 destination;
        address recipient;
        bytes body;
    }

    /// @notice What stands in a place of the tree without a message.
    bytes32 internal constant EMPTY_LEAF = keccak256("messages.empty");

    /// @notice The leaf of a message.
    /// @param message The message.
    /// @return The leaf.
    function leafOf(Message memory message) internal pure returns (bytes32) {
        return keccak256(bytes.concat(hex"00", abi.encode(message)));
    }

    /// @notice The root above a leaf.
    /// @param leaf The leaf.
    /// @param siblings The siblings on the way up, the lowest one first.
    /// @return node The root.
    function rootAbove(bytes32 leaf, bytes32[TREE_DEPTH] calldata siblings) internal pure returns (bytes32 node) {
        node = leaf;
        for (uint256 i = 0; i < TREE_DEPTH; ++i) {
            node = Hashes.commutativeKeccak256(node, siblings[i]);
        }
    }
}
