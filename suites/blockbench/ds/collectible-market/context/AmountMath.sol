// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

/**
 * @title Arithmetic that reports a failure instead of reverting
 */
contract AmountMath {
    enum MathError {
        NO_ERROR,
        OVERFLOW,
        UNDERFLOW
    }

    uint256 internal constant MANTISSA_ONE = 1e18;

    /**
     * @dev Adds two amounts
     * @return An error (NO_ERROR if there is none) and the sum, which is zero in case of an error
     */
    function plus(uint256 a, uint256 b) internal pure returns (MathError, uint256) {
        uint256 sum = a + b;
        if (sum < a) {
            return (MathError.OVERFLOW, 0);
        }
        return (MathError.NO_ERROR, sum);
    }

    /**
     * @dev Takes one amount from another
     * @return An error (NO_ERROR if there is none) and the difference, which is zero in case of an error
     */
    function minus(uint256 a, uint256 b) internal pure returns (MathError, uint256) {
        if (b > a) {
            return (MathError.UNDERFLOW, 0);
        }
        return (MathError.NO_ERROR, a - b);
    }

    /**
     * @dev Multiplies an amount by a fraction that is scaled by 1e18, and rounds down
     * @return An error (NO_ERROR if there is none) and the product, which is zero in case of an error
     */
    function timesMantissa(uint256 a, uint256 mantissa) internal pure returns (MathError, uint256) {
        if (a == 0) {
            return (MathError.NO_ERROR, 0);
        }
        uint256 product = a * mantissa;
        if (product / a != mantissa) {
            return (MathError.OVERFLOW, 0);
        }
        return (MathError.NO_ERROR, product / MANTISSA_ONE);
    }
}
