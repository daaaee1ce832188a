// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

abstract contract NonceMap {
    mapping(address => mapping(uint256 => uint256)) private _used;

    event Used(address indexed o, uint256 n);

    error UsedNonce();

    function drop(uint256 n) external {
        _use(msg.sender, n);
    }

    function used(address o, uint256 n) public view returns (bool) {
        return _used[o][n >> 8] & (1 << (n & 255)) != 0;
    }

    function _use(address o, uint256 n) internal {
        if (used(o, n)) revert UsedNonce();
        _used[o][n >> 8] |= 1 << (n & 255);
        emit Used(o, n);
    }
}
