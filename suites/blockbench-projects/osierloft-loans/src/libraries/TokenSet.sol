// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {MerkleProof} from "@openzeppelin/contracts@4.9.6/utils/cryptography/MerkleProof.sol";

/// Sets of token ids that fit into one word. Zero is every id; any other value is the root of a Merkle tree. A set of one
/// id is just its leaf, and needs no proof.
library TokenSet {
    bytes32 internal constant ANY = 0;

    // Hashed twice: an inner node of the tree is a single hash, so it cannot pass for the leaf of some strange id.
    function leaf(uint256 tokenId) internal pure returns (bytes32) {
        return keccak256(bytes.concat(keccak256(abi.encode(tokenId))));
    }

    function has(bytes32 set, uint256 tokenId, bytes32[] calldata proof) internal pure returns (bool) {
        return set == ANY || MerkleProof.verifyCalldata(proof, set, leaf(tokenId));
    }
}
