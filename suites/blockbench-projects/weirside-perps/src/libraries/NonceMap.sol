// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

/**
 * @title NonceMap
 * @notice Numbers that accounts have used, in any order. A word of storage has room for 256 of them.
 */
library NonceMap {
    struct Map {
        mapping(address account => mapping(uint256 word => uint256)) words;
    }

    error NonceUsed();

    /// @notice Use a number
    function use(Map storage map, address account, uint256 nonce) internal {
        uint256 word = nonce >> 8; //~ BENIGN COMPUTATION
        uint256 bit = 1 << (nonce & 255); //~ BENIGN COMPUTATION one of 256 bits of its word
        uint256 used = map.words[account][word];
        if (used & bit != 0) revert NonceUsed();
        map.words[account][word] = used | bit;
    }
}
