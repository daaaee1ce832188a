// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {IRewardSeller} from "../interfaces/IServices.sol";
import {ILendingPool, IStrategy} from "../interfaces/IStrategy.sol";
import {IVault} from "../interfaces/IVault.sol";
import {BaseStrategy} from "./BaseStrategy.sol";

/// @title LendingStrategy
/// @notice Supplies assets to a lending pool, where they earn interest and rewards. It pays what the pool has in cash.
contract LendingStrategy is BaseStrategy {
    using SafeERC20 for IERC20;

    /// @notice Pool that lends the assets.
    ILendingPool public immutable pool;

    /// @inheritdoc IStrategy
    bool public constant isLiquid = true;

    constructor(IVault vault_, IRewardSeller seller_, IERC20 reward_, ILendingPool pool_)
        BaseStrategy(vault_, seller_, reward_)
    {
        if (address(reward_) == address(pool_)) revert RewardIsHeld(reward_);
        pool = pool_;
        IERC20(vault_.asset()).forceApprove(address(pool_), type(uint256).max);
    }

    /// @inheritdoc IStrategy
    function totalAssets() external view returns (uint256) {
        return pool.balanceOf(address(this));
    }

    /// @inheritdoc IStrategy
    /// @dev The pool has a cap of its own, beside that of the mandate.
    function maxDeposit() external view returns (uint256) {
        return Math.saturatingSub(pool.supplyCap(), pool.totalSupplied()); //~ BENIGN STORAGE_READ what all suppliers leave
    }

    /// @inheritdoc IStrategy
    /// @dev Others borrow from the pool.
    function maxWithdraw() external view returns (uint256) {
        return Math.min(pool.balanceOf(address(this)), pool.cash());
    }

    function _deposit(uint256 assets) internal override {
        pool.supply(assets, address(this));
    }

    function _withdraw(uint256 assets) internal override {
        pool.withdraw(assets, vault);
    }

    function _claim() internal override {
        pool.claim(address(this));
    }
}
