// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

contract Meter {
    error NoTime();

    function grade(uint64 n, uint32 t) external pure returns (uint256) {
        if (t == 0) revert NoTime();
        return Math.log2(n / t);
    }
}
