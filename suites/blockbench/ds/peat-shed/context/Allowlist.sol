// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/utils/cryptography/MerkleProof.sol";

// same leaves as the merkle-tree package makes, ["address"]
library Allowlist {
    function leaf(address account) internal pure returns (bytes32) {
        return keccak256(bytes.concat(keccak256(abi.encode(account))));
    }

    // no root, no list
    function allows(bytes32 root, address account, bytes32[] calldata proof) internal pure returns (bool) {
        return root == bytes32(0) || MerkleProof.verifyCalldata(proof, root, leaf(account));
    }
}
