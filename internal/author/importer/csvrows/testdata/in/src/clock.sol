// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

contract Clock {
    function open() external view returns (bool) {
        return block.timestamp % 2 == 0;
    }
}
