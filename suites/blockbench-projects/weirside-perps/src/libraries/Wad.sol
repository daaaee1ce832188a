// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/**
 * @title Wad
 * @notice Rates with 18 decimals.
 */
library Wad {
    uint256 internal constant ONE = 1e18;

    /// @notice Part of an amount, rounded down
    function part(uint256 amount, uint256 rate) internal pure returns (uint256) {
        return Math.mulDiv(amount, rate, ONE);
    }

    /// @notice Part of an amount, rounded up
    function partUp(uint256 amount, uint256 rate) internal pure returns (uint256) {
        return Math.mulDiv(amount, rate, ONE, Math.Rounding.Ceil);
    }

    /// @notice Part of an amount for a rate that can be negative, rounded towards zero
    function part(int256 amount, int256 rate) internal pure returns (int256) {
        return (amount * rate) / int256(ONE);
    }

    /// @notice The nearest amount that is not beyond a bound in either direction
    function within(int256 amount, int256 bound) internal pure returns (int256) {
        if (amount > bound) return bound;
        return amount < -bound ? -bound : amount;
    }

    /// @notice How much more the first number is, or zero
    function over(uint256 a, uint256 b) internal pure returns (uint256) {
        return a > b ? a - b : 0;
    }
}
