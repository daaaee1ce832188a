// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// Recovers who signed a digest. Only the lower of the two possible s values counts.
library Signatures {
    uint256 private constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    function signerOf(bytes32 digest, bytes calldata signature) internal pure returns (address signer) {
        require(signature.length == 65, "Signatures: length");
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        uint8 v = uint8(signature[64]);
        require(uint256(s) <= HALF_ORDER, "Signatures: high s");
        signer = ecrecover(digest, v, r, s);
        require(signer != address(0), "Signatures: nobody");
    }
}
