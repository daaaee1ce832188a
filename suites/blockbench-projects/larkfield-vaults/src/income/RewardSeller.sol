// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";

import {Timelocked} from "../access/Timelocked.sol";
import {IAuthority} from "../interfaces/IAuthority.sol";
import {IRewardSeller} from "../interfaces/IServices.sol";
import {IExchange, IPriceBook} from "../interfaces/ITrade.sol";
import {IVault, IVaultFactory} from "../interfaces/IVault.sol";

/// @title RewardSeller
/// @notice Sells rewards on the exchange for the asset of their vault, and pays the vault, and a tip to the caller.
/// @dev Anybody may sell, at any time and in any parts. What a sale brings is profit of the vault.
contract RewardSeller is IRewardSeller, Timelocked, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @notice Highest tolerance: 5 %.
    uint256 public constant MAX_TOLERANCE = 500;

    /// @notice Highest tip: 2 %.
    uint256 public constant MAX_TIP_RATE = 200;

    uint256 private constant BASIS = 10_000;

    /// @notice Says which vaults there are.
    IVaultFactory public immutable factory;

    /// @notice Where rewards are sold.
    IExchange public immutable exchange;

    /// @notice Where their prices come from.
    IPriceBook public immutable prices;

    /// @notice Part of the worth that a sale may lose, in basis points.
    uint256 public tolerance;

    /// @notice Part of a sale that is the caller's, in basis points.
    uint256 public tipRate;

    /// @inheritdoc IRewardSeller
    mapping(IVault vault => mapping(IERC20 token => uint256)) public held;

    constructor(IAuthority authority_, IVaultFactory factory_, IExchange exchange_, IPriceBook prices_)
        Timelocked(authority_)
    {
        factory = factory_;
        exchange = exchange_;
        prices = prices_;
    }

    /// @inheritdoc IRewardSeller
    function bring(IVault vault, IERC20 token, uint256 amount) external nonReentrant {
        if (!factory.isVault(address(vault))) revert UnknownVault(address(vault));
        held[vault][token] += amount;
        token.safeTransferFrom(msg.sender, address(this), amount);
        emit Brought(vault, token, msg.sender, amount);
    }

    /// @inheritdoc IRewardSeller
    function sell(IVault vault, IERC20 token, uint256 amount, uint256 least, uint256 deadline)
        external
        nonReentrant
        returns (uint256 received)
    {
        if (amount == 0) revert NothingToSell();
        held[vault][token] -= amount;
        IERC20 asset = IERC20(vault.asset());
        uint256 worth = prices.convert(token, asset, amount); //~ BENIGN ORACLE nobody moves this price in a transaction
        uint256 lowest = Math.mulDiv(worth + 1, BASIS - tolerance, BASIS, Math.Rounding.Ceil);
        token.forceApprove(address(exchange), amount);
        received = exchange.swap(token, asset, amount, Math.max(least, lowest), address(this), deadline);
        uint256 tip = Math.mulDiv(received, tipRate, BASIS);
        asset.forceApprove(address(vault), received - tip);
        vault.collect(received - tip);
        asset.safeTransfer(msg.sender, tip);
        emit Sold(vault, token, amount, received, tip);
    }

    /// @inheritdoc IRewardSeller
    function setTerms(uint256 tolerance_, uint256 tipRate_) external timelocked {
        if (tolerance_ > MAX_TOLERANCE) revert RateTooHigh(tolerance_);
        if (tipRate_ > MAX_TIP_RATE) revert RateTooHigh(tipRate_);
        tolerance = tolerance_;
        tipRate = tipRate_;
        emit TermsSet(tolerance_, tipRate_);
    }

    /// @inheritdoc IRewardSeller
    function worthOf(IVault vault, IERC20 token) external view returns (uint256) {
        return prices.convert(token, IERC20(vault.asset()), held[vault][token]);
    }
}
