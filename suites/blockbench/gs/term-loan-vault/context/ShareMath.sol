// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title ShareMath
 * @notice Conversions between shares and assets, both rounding down.
 * @dev The virtual amounts fix the rate of an empty vault at 1e6 shares for one unit of the asset.
 */
library ShareMath {
    uint256 internal constant VIRTUAL_SHARES = 1e6;
    uint256 internal constant VIRTUAL_ASSETS = 1;

    /**
     * @notice The shares for an amount.
     * @param assets The amount.
     * @param gross All assets.
     * @param supply All shares.
     * @return The shares.
     */
    function toShares(uint256 assets, uint256 gross, uint256 supply) internal pure returns (uint256) {
        return (assets * (supply + VIRTUAL_SHARES)) / (gross + VIRTUAL_ASSETS);
    }

    /**
     * @notice The amount for shares.
     * @param shares The shares.
     * @param gross All assets.
     * @param supply All shares.
     * @return The amount.
     */
    function toAssets(uint256 shares, uint256 gross, uint256 supply) internal pure returns (uint256) {
        return (shares * (gross + VIRTUAL_ASSETS)) / (supply + VIRTUAL_SHARES);
    }
}
