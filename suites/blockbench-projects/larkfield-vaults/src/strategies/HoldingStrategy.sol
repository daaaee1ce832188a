// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {IRewardSeller} from "../interfaces/IServices.sol";
import {IStrategy} from "../interfaces/IStrategy.sol";
import {IExchange, IPriceBook} from "../interfaces/ITrade.sol";
import {IVault} from "../interfaces/IVault.sol";
import {BaseStrategy} from "./BaseStrategy.sol";

/// @title HoldingStrategy
/// @notice Holds a token whose price rises, and buys and sells it on an exchange.
/// @dev Trades cost something, so only allocators move assets here. Neither a purchase nor a sale is further from the price of the
/// book than the tolerance, and the token counts as if it had been sold at that distance.
contract HoldingStrategy is BaseStrategy {
    using SafeERC20 for IERC20;

    uint256 private constant BASIS = 10_000;

    /// @notice Token that is held.
    IERC20 public immutable token;

    /// @notice Where it is bought and sold.
    IExchange public immutable exchange;

    /// @notice Where its price comes from.
    IPriceBook public immutable prices;

    /// @notice How far a trade may be from the price, in basis points.
    uint256 public immutable tolerance;

    /// @inheritdoc IStrategy
    bool public constant isLiquid = false;

    error ToleranceTooHigh(uint256 tolerance);

    constructor(
        IVault vault_,
        IRewardSeller seller_,
        IERC20 reward_,
        IERC20 token_,
        IExchange exchange_,
        IPriceBook prices_,
        uint256 tolerance_
    ) BaseStrategy(vault_, seller_, reward_) {
        if (reward_ == token_) revert RewardIsHeld(reward_);
        if (tolerance_ >= BASIS) revert ToleranceTooHigh(tolerance_);
        token = token_;
        exchange = exchange_;
        prices = prices_;
        tolerance = tolerance_;
    }

    /// @inheritdoc IStrategy
    function totalAssets() external view returns (uint256) {
        return _worth(token.balanceOf(address(this)));
    }

    /// @inheritdoc IStrategy
    function maxDeposit() external pure returns (uint256) {
        return type(uint256).max;
    }

    /// @inheritdoc IStrategy
    function maxWithdraw() external view returns (uint256) {
        return _worth(token.balanceOf(address(this)));
    }

    function _deposit(uint256 assets) internal override {
        uint256 least = _lessTolerance(prices.convert(asset, token, assets));
        _trade(asset, token, assets, least, address(this));
    }

    /// @dev Sells the part of the tokens that the assets are of all, at most all of them.
    function _withdraw(uint256 assets) internal override {
        uint256 held = token.balanceOf(address(this));
        uint256 amount = Math.min(held, Math.mulDiv(held, assets, _worth(held), Math.Rounding.Ceil));
        _trade(token, asset, amount, _worth(amount), vault);
    }

    /// @dev Rewards of holders are sent here by whoever pays them.
    function _claim() internal override {}

    function _trade(IERC20 from, IERC20 to, uint256 amount, uint256 least, address receiver) private {
        from.forceApprove(address(exchange), amount);
        exchange.swap(from, to, amount, least, receiver, block.timestamp);
    }

    function _worth(uint256 amount) private view returns (uint256) {
        return _lessTolerance(prices.convert(token, asset, amount));
    }

    function _lessTolerance(uint256 amount) private view returns (uint256) {
        return Math.mulDiv(amount, BASIS - tolerance, BASIS);
    }
}
