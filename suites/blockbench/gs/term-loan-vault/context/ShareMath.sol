// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

/**
 * Conversions between shares and assets, both rounding down.
 *
 * The virtual amounts fix the rate of an empty vault at 1e6 shares for one unit of the asset.
 */
library ShareMath {
    uint256 internal constant VIRTUAL_SHARES = 1e6;
    uint256 internal constant VIRTUAL_ASSETS = 1;

    function toShares(uint256 assets, uint256 gross, uint256 supply) internal pure returns (uint256) {
        return (assets * (supply + VIRTUAL_SHARES)) / (gross + VIRTUAL_ASSETS);
    }

    function toAssets(uint256 shares, uint256 gross, uint256 supply) internal pure returns (uint256) {
        return (shares * (gross + VIRTUAL_ASSETS)) / (supply + VIRTUAL_SHARES);
    }
}
