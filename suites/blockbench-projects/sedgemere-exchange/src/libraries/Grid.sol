// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/*
 * The prices of an exchange lie on a grid. Two neighbouring steps differ by a tenth of a percent, so that the price of a
 * step is 1.001 raised to its number. All computations use square roots of prices, with ninety-six binary digits after
 * the point.
 */
library Grid {
    error OutsideOfGrid();

    /* The largest step. The smallest one has the same number below zero. */
    int24 internal constant LAST = 40_000;

    uint256 internal constant ONE = 1 << 96;

    /* The square root of 1.001. */
    uint256 private constant ROOT = 79267766696949822951113378804;

    /*
     * The square root of the price of a step. Powers of the root are multiplied for each binary digit of the number, and
     * steps below zero have the reciprocal value, so the values grow strictly with the step.
     */
    function priceAt(int24 step) internal pure returns (uint160 price) {
        if (step > LAST || step < -LAST) revert OutsideOfGrid();
        uint256 digits = uint256(int256(step < 0 ? -step : step));
        uint256 power = ROOT;
        uint256 product = ONE;
        while (digits > 0) {
            if (digits & 1 == 1) product = (product * power) >> 96;
            power = (power * power) >> 96;
            digits >>= 1;
        }
        price = uint160(step < 0 ? (ONE * ONE) / product : product);
    }

    /*
     * The largest step between two others whose price is not above the given one. The lower one of both has to be such a
     * step.
     */
    function stepBetween(uint160 price, int24 low, int24 high) internal pure returns (int24) {
        while (low < high) {
            int24 middle = high - (high - low) / 2;
            if (priceAt(middle) <= price) low = middle;
            else high = middle - 1;
        }
        return low;
    }
}
