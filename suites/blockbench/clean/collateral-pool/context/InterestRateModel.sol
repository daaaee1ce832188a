// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";

/**
 * @title InterestRateModel
 * @notice A straight line up to a kink, and a steeper one beyond it
 */
contract InterestRateModel {
    using SafeMath for uint;

    uint internal constant ONE = 1e18;
    uint internal constant SECONDS_PER_YEAR = 365 days;

    /// @notice The utilization at which the slope changes
    uint public constant KINK_MANTISSA = 0.8e18;

    /// @notice The rate of a year when nothing is lent
    uint public baseRateMantissa;

    /// @notice What full utilization would add at the first slope
    uint public slopeMantissa;

    /// @notice What full utilization would add at the second slope
    uint public jumpSlopeMantissa;

    constructor(uint baseRateMantissa_, uint slopeMantissa_, uint jumpSlopeMantissa_) public {
        baseRateMantissa = baseRateMantissa_;
        slopeMantissa = slopeMantissa_;
        jumpSlopeMantissa = jumpSlopeMantissa_;
    }

    /**
     * @notice The share of the lenders' money that is lent
     * @param cash What the pool holds
     * @param borrows What the borrowers owe
     * @return The utilization, scaled by 1e18
     */
    function utilization(uint cash, uint borrows) public pure returns (uint) {
        if (borrows == 0) return 0;
        return borrows.mul(ONE).div(cash.add(borrows));
    }

    /**
     * @notice The rate of a second
     * @param cash What the pool holds
     * @param borrows What the borrowers owe
     * @return The rate, scaled by 1e18
     */
    function borrowRate(uint cash, uint borrows) external view returns (uint) {
        uint used = utilization(cash, borrows);
        uint yearly = baseRateMantissa;
        if (used <= KINK_MANTISSA) {
            yearly = yearly.add(used.mul(slopeMantissa).div(ONE));
        } else {
            yearly = yearly.add(KINK_MANTISSA.mul(slopeMantissa).div(ONE));
            yearly = yearly.add((used - KINK_MANTISSA).mul(jumpSlopeMantissa).div(ONE));
        }
        return yearly.div(SECONDS_PER_YEAR);
    }
}
