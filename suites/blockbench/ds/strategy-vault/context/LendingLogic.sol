// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ILendingMarket, IStrategyLogic} from "./IStrategy.sol";

/// @title LendingLogic
/// @notice Supplies assets of a vault to a lending market.
/// @dev Runs on the account of the vault, and keeps nothing in storage.
contract LendingLogic is IStrategyLogic {
    using SafeERC20 for IERC20;

    /// @notice The asset of the market.
    IERC20 public immutable ASSET;

    /// @notice The market.
    ILendingMarket public immutable MARKET;

    /// @param asset The asset of the market.
    /// @param market The market.
    constructor(IERC20 asset, ILendingMarket market) {
        require(address(asset) != address(0), "LendingLogic: no asset");
        require(address(market) != address(0), "LendingLogic: no market");
        ASSET = asset;
        MARKET = market;
    }

    /// @inheritdoc IStrategyLogic
    function allocate(uint256 amount) external {
        ASSET.forceApprove(address(MARKET), amount);
        MARKET.supply(amount);
    }

    /// @inheritdoc IStrategyLogic
    function release(uint256 amount) external {
        MARKET.withdraw(amount);
    }

    /// @inheritdoc IStrategyLogic
    function harvest() external {
        MARKET.claimInterest();
    }
}
