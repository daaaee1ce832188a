// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

/// A Merkle tree to which leaves are appended. Only the left siblings on the way of the next leaf are kept, one for each
/// height, so that appending costs the same however many leaves there are. Leaves that do not exist yet are zero.
library IncrementalTree {
    /// The height of the tree. More leaves fit than any chain can pay for.
    uint256 internal constant HEIGHT = 32;

    /// The left siblings and the number of leaves.
    struct Tree {
        bytes32[HEIGHT] leftSiblings;
        uint256 leafCount;
    }

    /// Appends a leaf. The new leaf closes the subtrees to which its number has trailing ones; the node above them
    /// waits for its right sibling.
    function append(Tree storage tree, bytes32 leaf) internal {
        uint256 position = ++tree.leafCount;
        bytes32 node = leaf;
        for (uint256 height = 0; height < HEIGHT; height++) {
            if (position & 1 == 1) {
                tree.leftSiblings[height] = node;
                return;
            }
            node = parentOf(tree.leftSiblings[height], node);
            position >>= 1;
        }
    }

    /// Returns the root over all leaves so far.
    function rootOf(Tree storage tree) internal view returns (bytes32 node) {
        uint256 position = tree.leafCount;
        bytes32 emptyNode = bytes32(0);
        for (uint256 height = 0; height < HEIGHT; height++) {
            if (position & 1 == 1) {
                node = parentOf(tree.leftSiblings[height], node);
            } else {
                node = parentOf(node, emptyNode);
            }
            emptyNode = parentOf(emptyNode, emptyNode);
            position >>= 1;
        }
    }

    /// Returns the root that a leaf has with given siblings. Bit n of the index tells whether the node at height n is a
    /// right child. Bits above the height of the tree are ignored, so several indices give one root; whoever relies on a
    /// position has to bound it.
    function rootFrom(bytes32 leaf, bytes32[HEIGHT] memory siblings, uint256 index) internal pure returns (bytes32 node) {
        node = leaf;
        for (uint256 height = 0; height < HEIGHT; height++) {
            if ((index >> height) & 1 == 1) {
                node = parentOf(siblings[height], node);
            } else {
                node = parentOf(node, siblings[height]);
            }
        }
    }

    /// Returns the siblings of a leaf, given all leaves. The list of nodes is reduced in place, height by height.
    function siblingsOf(bytes32[] memory nodes, uint256 index) internal pure returns (bytes32[HEIGHT] memory siblings) {
        uint256 length = nodes.length;
        bytes32 emptyNode = bytes32(0);
        for (uint256 height = 0; height < HEIGHT; height++) {
            siblings[height] = (index ^ 1) < length ? nodes[index ^ 1] : emptyNode;
            for (uint256 left = 0; left < length; left += 2) {
                nodes[left / 2] = parentOf(nodes[left], left + 1 < length ? nodes[left + 1] : emptyNode);
            }
            emptyNode = parentOf(emptyNode, emptyNode);
            length = (length + 1) / 2;
            index /= 2;
        }
    }

    /// Returns the node above two others.
    function parentOf(bytes32 left, bytes32 right) internal pure returns (bytes32) {
        return keccak256(abi.encodePacked(left, right));
    }
}
