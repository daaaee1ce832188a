// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

import {FixedMath} from "./FixedMath.sol";

/// @title ShareMath
/// @notice Converts between assets and shares of a total.
/// @dev A virtual asset and a million virtual shares stand in every total. An empty book has a price, and whoever moves
/// the price of the first shares by a gift pays a million times what a rounding can take from others.
library ShareMath {
    using FixedMath for uint256;

    /// @notice Shares that belong to nobody.
    uint256 internal constant VIRTUAL_SHARES = 1e6;

    /// @notice Assets that belong to nobody.
    uint256 internal constant VIRTUAL_ASSETS = 1;

    /// @notice Shares for an amount of assets, rounded down: what a supplier gets.
    function toSharesDown(uint256 assets, uint256 totalAssets, uint256 totalShares) internal pure returns (uint256) {
        return assets.mulDivDown(totalShares + VIRTUAL_SHARES, totalAssets + VIRTUAL_ASSETS);
    }

    /// @notice Shares for an amount of assets, rounded up: what a borrower owes.
    function toSharesUp(uint256 assets, uint256 totalAssets, uint256 totalShares) internal pure returns (uint256) {
        return assets.mulDivUp(totalShares + VIRTUAL_SHARES, totalAssets + VIRTUAL_ASSETS);
    }

    /// @notice Assets for a number of shares, rounded down: what a supplier is paid.
    function toAssetsDown(uint256 shares, uint256 totalAssets, uint256 totalShares) internal pure returns (uint256) {
        return shares.mulDivDown(totalAssets + VIRTUAL_ASSETS, totalShares + VIRTUAL_SHARES);
    }

    /// @notice Assets for a number of shares, rounded up: what a borrower has to pay.
    function toAssetsUp(uint256 shares, uint256 totalAssets, uint256 totalShares) internal pure returns (uint256) {
        return shares.mulDivUp(totalAssets + VIRTUAL_ASSETS, totalShares + VIRTUAL_SHARES);
    }
}
