// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

contract Sum {
    uint8 public s;

    function add(uint256 n) external {
        s += uint8(n);
    }
}
