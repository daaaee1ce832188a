// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";

/**
 * The arithmetic of accounts that are kept in units. An index states what a unit is worth, and has eighteen decimals.
 */
library IndexArithmetic {
    using SafeMath for uint256;

    uint256 internal constant ONE = 1e18;
    uint256 internal constant BASIS_POINTS = 10_000;

    /**
     * The units that an amount buys. What does not fill a whole unit is left out.
     */
    function unitsRoundedDown(uint256 amount, uint256 index) internal pure returns (uint256) {
        return amount.mul(ONE).div(index);
    }

    /**
     * The units that an amount costs. A unit that has been begun counts as a whole one.
     */
    function unitsRoundedUp(uint256 amount, uint256 index) internal pure returns (uint256) {
        return amount.mul(ONE).add(index.sub(1)).div(index);
    }

    /**
     * What a number of units is worth, in whole units of the currency.
     */
    function amountRoundedDown(uint256 units, uint256 index) internal pure returns (uint256) {
        return units.mul(index).div(ONE);
    }

    /**
     * How far the index rises when an amount is shared by a number of units.
     */
    function increaseOfIndex(uint256 amount, uint256 units) internal pure returns (uint256) {
        return amount.mul(ONE).div(units);
    }

    /**
     * A portion of an amount, stated in basis points, rounded down.
     */
    function portion(uint256 amount, uint256 basisPoints) internal pure returns (uint256) {
        return amount.mul(basisPoints).div(BASIS_POINTS);
    }
}
