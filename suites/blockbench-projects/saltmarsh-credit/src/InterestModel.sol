// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

import {IInterestModel} from "./interfaces/IInterestModel.sol";
import {FixedMath} from "./libraries/FixedMath.sol";

/// @title InterestModel
/// @notice An interest rate with two slopes: gentle up to a target of use, steep beyond it.
/// @dev The parameters are yearly rates with 18 decimals and never change, and a pool keeps its model, so nobody has to
/// reason about a curve that moves below an open loan.
contract InterestModel is IInterestModel {
    using FixedMath for uint256;

    /// @notice Seconds of a year, as used by all rates.
    uint256 public constant YEAR = 365 days;

    /// @notice Largest yearly rate that a model may reach at full use.
    uint256 public constant MAX_RATE = 5e18;

    /// @notice Yearly rate without any use.
    uint256 public immutable base;

    /// @notice Yearly rate that is added up to the target.
    uint256 public immutable slope;

    /// @notice Yearly rate that is added between the target and full use.
    uint256 public immutable steepSlope;

    /// @notice Use up to which the gentle slope applies.
    uint256 public immutable target;

    /// @notice The parameters describe no curve.
    error BadCurve();

    /// @param base_ Yearly rate without any use.
    /// @param slope_ Yearly rate that is added up to the target.
    /// @param steepSlope_ Yearly rate that is added beyond the target.
    /// @param target_ Use at which the slope changes.
    constructor(uint256 base_, uint256 slope_, uint256 steepSlope_, uint256 target_) {
        if (target_ == 0 || target_ >= FixedMath.WAD) revert BadCurve();
        if (base_ + slope_ + steepSlope_ > MAX_RATE) revert BadCurve();
        base = base_;
        slope = slope_;
        steepSlope = steepSlope_;
        target = target_;
    }

    /// @inheritdoc IInterestModel
    function ratePerSecond(uint256 cash, uint256 debt) external view returns (uint256) {
        return yearlyRate(utilisation(cash, debt)) / YEAR;
    }

    /// @notice Yearly rate at a level of use.
    /// @param use Share of the assets that is lent, with 18 decimals.
    function yearlyRate(uint256 use) public view returns (uint256) {
        if (use <= target) return base + slope.mulDivDown(use, target);
        uint256 beyond = FixedMath.min(use, FixedMath.WAD) - target;
        return base + slope + steepSlope.mulDivDown(beyond, FixedMath.WAD - target);
    }

    /// @inheritdoc IInterestModel
    function utilisation(uint256 cash, uint256 debt) public pure returns (uint256) {
        if (debt == 0) return 0;
        return debt.wadDivDown(cash + debt);
    }
}
