// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title IPriceSource
/// @notice Prices the collateral.
interface IPriceSource {
    /// @notice What one token of collateral is worth.
    /// @return The price in loan tokens, with 18 decimals.
    function price() external view returns (uint256);
}
