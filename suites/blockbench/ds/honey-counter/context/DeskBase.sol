// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

/// @title  Terms of a desk
/// @notice Discounts and daily limits, which the treasury sets as the owner.
abstract contract DeskBase is Ownable2Step, Pausable {
    uint256 public constant BASIS_POINTS = 10_000;
    uint256 public constant MINIMUM_DISCOUNT_BPS = 200;
    uint256 public constant MAXIMUM_DISCOUNT_BPS = 2_000;

    uint256 public discountBps = 500;
    uint256 public deferredDiscountBps = 200;
    uint256 public accountLimit;
    uint256 public deskLimit;

    event DiscountsSet(uint256 discountBps, uint256 deferredDiscountBps);
    event LimitsSet(uint256 accountLimit, uint256 deskLimit);

    error DiscountOutOfBounds(uint256 discountBps);
    error LimitsOutOfOrder(uint256 accountLimit, uint256 deskLimit);

    constructor(address treasury, uint256 accountLimit_, uint256 deskLimit_) Ownable(treasury) {
        _setLimits(accountLimit_, deskLimit_);
    }

    /// @notice Sets what is taken off the worth of tokens that are paid for at once, or later.
    function setDiscounts(uint256 atOnce, uint256 deferred) external onlyOwner {
        if (atOnce > MAXIMUM_DISCOUNT_BPS) revert DiscountOutOfBounds(atOnce);
        if (deferred < MINIMUM_DISCOUNT_BPS || deferred > atOnce) revert DiscountOutOfBounds(deferred);
        (discountBps, deferredDiscountBps) = (atOnce, deferred);
        emit DiscountsSet(atOnce, deferred);
    }

    /// @notice Sets how many tokens the desk takes in a day, from one account and from all of them.
    function setLimits(uint256 accountLimit_, uint256 deskLimit_) external onlyOwner {
        _setLimits(accountLimit_, deskLimit_);
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    function _setLimits(uint256 accountLimit_, uint256 deskLimit_) private {
        if (accountLimit_ > deskLimit_) revert LimitsOutOfOrder(accountLimit_, deskLimit_);
        (accountLimit, deskLimit) = (accountLimit_, deskLimit_);
        emit LimitsSet(accountLimit_, deskLimit_);
    }
}
