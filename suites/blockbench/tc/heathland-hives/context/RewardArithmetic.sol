// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";

/**
 * The arithmetic of the rewards. All functions are pure, and all of them round down.
 */
library RewardArithmetic {
    using SafeMath for uint256;

    uint256 internal constant SCALE = 1e18;
    uint256 internal constant BASIS_POINTS = 10_000;

    /**
     * The emission of an interval of time at a constant rate.
     */
    function emissionOver(uint256 duration, uint256 emissionPerSecond) internal pure returns (uint256) {
        return duration.mul(emissionPerSecond);
    }

    /**
     * The part of an emission that belongs to one pool, in proportion to its weight.
     */
    function shareOfEmission(uint256 emission, uint256 weight, uint256 totalWeight) internal pure returns (uint256) {
        return emission.mul(weight).div(totalWeight);
    }

    /**
     * By how much the reward of one unit of stake grows when an amount is distributed over all units. The result is scaled, as
     * a unit usually receives much less than the smallest unit of the reward.
     */
    function growthPerUnit(uint256 distributed, uint256 units) internal pure returns (uint256) {
        return distributed.mul(SCALE).div(units);
    }

    /**
     * What a number of units has received since the beginning of a pool, had they been there all the time.
     */
    function rewardOfUnits(uint256 units, uint256 rewardPerUnit) internal pure returns (uint256) {
        return units.mul(rewardPerUnit).div(SCALE);
    }

    /**
     * The fee for a withdrawal, which is nothing once the staking period is over.
     */
    function earlyFee(
        uint256 amount,
        uint256 stakedFor,
        uint256 stakingPeriod,
        uint256 feeBasisPoints
    ) internal pure returns (uint256) {
        return stakedFor >= stakingPeriod ? 0 : amount.mul(feeBasisPoints).div(BASIS_POINTS);
    }
}
