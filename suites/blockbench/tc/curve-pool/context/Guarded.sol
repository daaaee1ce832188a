// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

/**
 * @title Guarded
 * @notice Locks by key: a function that holds a key cannot be entered while it runs.
 */
abstract contract Guarded {
    mapping(bytes32 => bool) private _held;

    /**
     * @notice Holds the key of the function while it runs.
     */
    modifier guarded() {
        bytes32 key = _lockKey();
        require(!_held[key], "Locked");
        _held[key] = true;
        _;
        _held[key] = false;
    }

    /**
     * @notice Which key the running function holds.
     */
    function _lockKey() internal pure virtual returns (bytes32);
}
