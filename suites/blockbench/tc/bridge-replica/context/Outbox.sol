// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {MerkleTree} from "@openzeppelin/contracts@5.4.0/utils/structs/MerkleTree.sol";
import {Messages, TREE_DEPTH} from "./Messages.sol";

/// @title Outbox
/// @notice Collects the messages that leave a domain in one tree.
contract Outbox {
    using MerkleTree for MerkleTree.Bytes32PushTree;

    /// @notice The longest body of a message.
    uint256 public constant MAX_BODY = 2048;

    /// @notice The domain of this outbox.
    uint32 public immutable localDomain;

    /// @notice The number of the next message.
    uint32 public nonce;

    /// @notice The root of all messages so far; zero before the first.
    bytes32 public root;

    MerkleTree.Bytes32PushTree private _tree;

    /// @notice A message was sent.
    /// @param leaf The leaf of the message.
    /// @param root The root that covers it.
    /// @param message The message.
    event Dispatched(bytes32 indexed leaf, bytes32 indexed root, Messages.Message message);

    /// @notice Sets up an empty tree.
    /// @param localDomain_ The domain of this outbox.
    constructor(uint32 localDomain_) {
        require(localDomain_ != 0, "Outbox: no domain");
        localDomain = localDomain_;
        _tree.setup(uint8(TREE_DEPTH), Messages.EMPTY_LEAF);
    }

    /// @notice Sends a message in the caller's name.
    /// @param destination The domain that it goes to.
    /// @param recipient The contract that receives it.
    /// @param body What it says.
    /// @return leaf The leaf of the message.
    function dispatch(uint32 destination, address recipient, bytes calldata body) external returns (bytes32 leaf) {
        require(destination != localDomain, "Outbox: same domain");
        require(body.length <= MAX_BODY, "Outbox: long body");
        bytes32 sender = bytes32(uint256(uint160(msg.sender)));
        Messages.Message memory message = Messages.Message(localDomain, sender, nonce, destination, recipient, body);
        leaf = Messages.leafOf(message);
        nonce += 1;
        (, root) = _tree.push(leaf);
        emit Dispatched(leaf, root, message);
    }
}
