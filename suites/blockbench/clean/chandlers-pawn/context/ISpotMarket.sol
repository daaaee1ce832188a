// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

/// @notice A market in which the collateral is traded for cash.
interface ISpotMarket {
    /// @notice What the market holds of both tokens now.
    function reserves() external view returns (uint256 collateral, uint256 cash);
}
