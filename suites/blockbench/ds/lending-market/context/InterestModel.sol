// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title InterestModel
/// @notice A rate that rises with the part of the funds that is lent: slowly up to a kink, steeply above it.
contract InterestModel {
    /// @notice The part of the funds, with 18 decimals, from which the rate rises steeply.
    uint256 public constant KINK = 0.8e18;

    /// @notice The rate a second at the kink, with 18 decimals: eight per cent a year.
    uint256 public constant RATE_AT_KINK = 2_536_783_358;

    /// @notice The rate a second when everything is lent: forty per cent a year.
    uint256 public constant RATE_AT_FULL = 12_683_916_793;

    /// @notice The rate a second.
    /// @param idle Funds that are not lent.
    /// @param lent Funds that are lent.
    /// @return The rate, with 18 decimals.
    function rate(uint256 idle, uint256 lent) external pure returns (uint256) {
        if (lent == 0) return 0;
        uint256 used = (lent * 1e18) / (idle + lent);
        if (used <= KINK) return (used * RATE_AT_KINK) / KINK;
        return RATE_AT_KINK + ((used - KINK) * (RATE_AT_FULL - RATE_AT_KINK)) / (1e18 - KINK);
    }
}
