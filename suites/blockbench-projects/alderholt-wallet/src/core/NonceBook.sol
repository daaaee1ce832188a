// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IEntryPoint} from "../interfaces/IEntryPoint.sol";

/**
 * @title NonceBook
 * @notice Sequences of operations. Those of different keys do not wait for each other.
 */
abstract contract NonceBook is IEntryPoint {
    mapping(address sender => mapping(uint192 key => uint64 sequence)) private _sequences;

    /// @notice Give up the next operation of a key
    function skipNonce(uint192 key) external {
        emit NonceSkipped(msg.sender, key, _sequences[msg.sender][key]++);
    }

    /// @notice The nonce of the next operation of a key
    function nonceOf(address sender, uint192 key) external view returns (uint256) {
        return (uint256(key) << 64) | _sequences[sender][key];
    }

    /// @dev Checks and counts in one step
    function _useNonce(address sender, uint256 nonce) internal {
        if (_sequences[sender][uint192(nonce >> 64)]++ != uint64(nonce)) revert NonceUsed(sender, nonce);
    }
}
