// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {Math} from "@openzeppelin/contracts@4.9.6/utils/math/Math.sol";

/// Interest, parts and shares.
library LoanMath {
    uint256 internal constant BPS = 10_000;
    uint256 internal constant YEAR = 365 days;

    // Both stand in every total of a pool, so that the first share has a price too.
    uint256 internal constant VIRTUAL_SHARES = 1e3;
    uint256 internal constant VIRTUAL_ASSETS = 1;

    /// Simple interest, rounded up.
    function interest(uint256 principal, uint256 rate, uint256 time) internal pure returns (uint256) {
        return Math.mulDiv(principal, rate * time, BPS * YEAR, Math.Rounding.Up);
    }

    /// What a principal earns in a second, rounded down.
    function perSecond(uint256 principal, uint256 rate) internal pure returns (uint256) {
        return Math.mulDiv(principal, rate, BPS * YEAR);
    }

    /// A part of 10,000 parts, rounded down.
    function part(uint256 amount, uint256 parts) internal pure returns (uint256) {
        return Math.mulDiv(amount, parts, BPS);
    }

    /// The same, rounded up.
    function partUp(uint256 amount, uint256 parts) internal pure returns (uint256) {
        return Math.mulDiv(amount, parts, BPS, Math.Rounding.Up);
    }

    function toShares(uint256 assets, uint256 totalAssets, uint256 totalShares) internal pure returns (uint256) {
        return Math.mulDiv(assets, totalShares + VIRTUAL_SHARES, totalAssets + VIRTUAL_ASSETS);
    }

    function toAssets(uint256 shares, uint256 totalAssets, uint256 totalShares) internal pure returns (uint256) {
        return Math.mulDiv(shares, totalAssets + VIRTUAL_ASSETS, totalShares + VIRTUAL_SHARES);
    }
}
