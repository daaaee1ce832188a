// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

/**
 * Arithmetic that refuses results outside of the range of the type. Rates, prices and indexes are
 * fractions of ONE.
 */
library ScaledArithmetic {
    uint256 internal constant ONE = 1e18;

    /**
     * Returns the sum of both numbers.
     */
    function plus(uint256 left, uint256 right) internal pure returns (uint256 sum) {
        sum = left + right;
        require(sum >= left, "The sum is too large.");
    }

    /**
     * Returns the difference of both numbers, or fails with the given reason when it is negative.
     */
    function minus(uint256 left, uint256 right, string memory reason) internal pure returns (uint256) {
        require(right <= left, reason);
        return left - right;
    }

    /**
     * Returns the product of both numbers.
     */
    function times(uint256 left, uint256 right) internal pure returns (uint256 product) {
        product = left * right;
        require(left == 0 || product / left == right, "The product is too large.");
    }

    /**
     * Returns the smaller one of both numbers.
     */
    function smaller(uint256 left, uint256 right) internal pure returns (uint256) {
        return left < right ? left : right;
    }

    /**
     * Multiplies a number with a fraction, rounded downwards.
     */
    function scaledDown(uint256 number, uint256 fraction) internal pure returns (uint256) {
        return times(number, fraction) / ONE;
    }

    /**
     * Multiplies a number with a fraction, rounded upwards.
     */
    function scaledUp(uint256 number, uint256 fraction) internal pure returns (uint256) {
        return plus(times(number, fraction), ONE - 1) / ONE;
    }

    /**
     * Divides a number by a fraction, rounded downwards.
     */
    function unscaledDown(uint256 number, uint256 fraction) internal pure returns (uint256) {
        require(fraction > 0, "The fraction is zero.");
        return times(number, ONE) / fraction;
    }

    /**
     * Divides a number by a fraction, rounded upwards.
     */
    function unscaledUp(uint256 number, uint256 fraction) internal pure returns (uint256) {
        require(fraction > 0, "The fraction is zero.");
        return plus(times(number, ONE), fraction - 1) / fraction;
    }
}
