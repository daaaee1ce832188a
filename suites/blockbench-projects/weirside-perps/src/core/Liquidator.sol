// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {IMarkets} from "../interfaces/IMarkets.sol";
import {ILiquidator, IPerps} from "../interfaces/IPerps.sol";
import {IInsurance} from "../interfaces/IPool.sol";

/**
 * @title Liquidator
 * @notice Closes positions whose margin does not reach any more. Anybody may call it.
 * @dev The reward comes out of the margin that is left, so that there is none where nothing is left. What remains goes to
 *  the insurance, which pays to the pool what other positions lack.
 */
contract Liquidator is ILiquidator {
    using SafeERC20 for IERC20;

    /// @notice Largest reward for a liquidation
    uint256 public constant REWARD = 25e6;

    IERC20 public immutable usd;
    IPerps public immutable perps;
    IMarkets public immutable markets;
    IInsurance public immutable insurance;

    constructor(IERC20 usd_, IPerps perps_, IMarkets markets_, IInsurance insurance_) {
        usd = usd_;
        perps = perps_;
        markets = markets_;
        insurance = insurance_;
    }

    /// @inheritdoc ILiquidator
    function liquidate(address trader, bytes32 market, bool isLong) external returns (uint256 reward) {
        markets.accrue(market);
        if (!perps.isLiquidatable(trader, market, isLong)) revert IsHealthy(); //~ DECOY CTRL_FLOW anybody closes positions of others, but only such
        (uint256 left, uint256 missing) = perps.seize(trader, market, isLong);
        reward = Math.min(left, REWARD);
        usd.safeTransfer(msg.sender, reward);
        usd.safeTransfer(address(insurance), left - reward);
        if (missing > 0) insurance.cover(missing);
        emit Liquidated(trader, market, isLong, msg.sender, reward, missing);
    }
}
