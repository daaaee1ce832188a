// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {IRewardSeller} from "../interfaces/IServices.sol";
import {IStrategy} from "../interfaces/IStrategy.sol";
import {IVault} from "../interfaces/IVault.sol";

/// @title BaseStrategy
/// @notice What all strategies have: one vault, its asset, and a token of rewards that goes to the seller.
abstract contract BaseStrategy is IStrategy {
    using SafeERC20 for IERC20;

    /// @inheritdoc IStrategy
    address public immutable vault;

    /// @inheritdoc IStrategy
    IERC20 public immutable asset;

    /// @notice Sells rewards for the vault.
    IRewardSeller public immutable seller;

    /// @notice Token of rewards. It is neither the asset nor what the strategy holds.
    IERC20 public immutable reward;

    error RewardIsHeld(IERC20 reward);

    modifier onlyVault() {
        if (msg.sender != vault) revert OnlyVault(msg.sender);
        _;
    }

    constructor(IVault vault_, IRewardSeller seller_, IERC20 reward_) {
        vault = address(vault_);
        asset = IERC20(vault_.asset());
        seller = seller_;
        reward = reward_;
        if (reward_ == IERC20(vault_.asset())) revert RewardIsHeld(reward_);
    }

    /// @inheritdoc IStrategy
    function deposit(uint256 assets) external onlyVault {
        _deposit(assets);
    }

    /// @inheritdoc IStrategy
    function withdraw(uint256 assets) external onlyVault {
        _withdraw(assets);
    }

    /// @inheritdoc IStrategy
    /// @dev Everything that is here is rewards.
    function harvest() external {
        _claim();
        uint256 amount = reward.balanceOf(address(this));
        reward.forceApprove(address(seller), amount);
        seller.bring(IVault(vault), reward, amount);
        emit Harvested(reward, amount);
    }

    /// @dev Puts assets to work that are here.
    function _deposit(uint256 assets) internal virtual;

    /// @dev Sends assets to the vault.
    function _withdraw(uint256 assets) internal virtual;

    /// @dev Gets rewards here.
    function _claim() internal virtual;
}
