// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import {Math} from "@openzeppelin/contracts@4.9.6/utils/math/Math.sol";

library PositionMaths {
    uint256 internal constant RATE_UNIT = 1_000_000;

    /// @notice What the move of a price is worth to a position.
    function priceResult(bool long, uint256 size, uint256 entry, uint256 exit) internal pure returns (int256 result) {
        result = (int256(size) * (int256(exit) - int256(entry))) / int256(entry);
        if (!long) result = -result;
    }

    /// @notice What it costs to hold a position, rounded up.
    function carry(uint256 size, uint256 hourlyRate, uint256 elapsed) internal pure returns (uint256) {
        return Math.mulDiv(size, hourlyRate * elapsed, RATE_UNIT * 1 hours, Math.Rounding.Up);
    }
}
