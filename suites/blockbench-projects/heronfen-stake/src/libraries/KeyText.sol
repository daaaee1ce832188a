// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title KeyText
 * @notice Checks and hashes the keys of validators.
 */
library KeyText {
    /// @notice Bytes of a public key.
    uint256 internal constant KEY_LENGTH = 48;

    /// @notice Bytes of a signature.
    uint256 internal constant SIGNATURE_LENGTH = 96;

    /**
     * @notice Tells whether a key and its signature have the right lengths.
     * @param key Public key.
     * @param signature Signature of the deposit.
     * @return Whether both have.
     */
    function isWellFormed(bytes memory key, bytes memory signature) internal pure returns (bool) {
        return key.length == KEY_LENGTH && signature.length == SIGNATURE_LENGTH;
    }

    /**
     * @notice Hashes a key, to find it again.
     * @param key Public key.
     * @return Hash of the key.
     */
    function id(bytes memory key) internal pure returns (bytes32) {
        return keccak256(key);
    }

    /**
     * @notice Returns the root of a deposit, as the deposit contract computes it.
     * @param key Public key.
     * @param signature Signature of the deposit.
     * @param credentials Where the stake is withdrawn to.
     * @param amount Deposited wei.
     * @return Root of the deposit.
     */
    function depositRoot(bytes memory key, bytes memory signature, bytes32 credentials, uint256 amount)
        internal
        pure
        returns (bytes32)
    {
        bytes32 first = sha256(abi.encodePacked(sha256(abi.encodePacked(key, bytes16(0))), credentials));
        bytes memory head = new bytes(64);
        bytes memory tail = new bytes(32);
        for (uint256 i = 0; i < 96; i++) {
            if (i < 64) head[i] = signature[i];
            else tail[i - 64] = signature[i];
        }
        bytes32 second = sha256(
            abi.encodePacked(
                _littleEndian(uint64(amount / 1 gwei)),
                bytes24(0),
                sha256(abi.encodePacked(sha256(head), sha256(abi.encodePacked(tail, bytes32(0)))))
            )
        );
        return sha256(abi.encodePacked(first, second));
    }

    /**
     * @dev Writes a number with the least byte first.
     * @param value Number to write.
     * @return out Its bytes.
     */
    function _littleEndian(uint64 value) private pure returns (bytes8 out) {
        for (uint256 i = 0; i < 8; i++) {
            out |= bytes8(uint64(value & 0xff) << uint64(56 - 8 * i));
            value >>= 8;
        }
    }
}
