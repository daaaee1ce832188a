// SPDX-License-Identifier: GPL-3.0-only
pragma solidity 0.8.30;

/// @title RateMath
/// @notice Converts between ether and shares, and rounds in favour of those who stay.
library RateMath {
    /// @notice The rate at which one share is worth one wei.
    uint256 internal constant ONE = 1e27;

    /// @notice Denominator of fees and shares.
    uint256 internal constant BASIS = 10_000;

    /// @notice Returns the shares for an amount of ether, rounded down.
    /// @param amount Ether that is paid.
    /// @param supply Shares of everybody.
    /// @param pooled Ether of everybody, without the amount.
    /// @return Number of shares.
    function sharesFor(uint256 amount, uint256 supply, uint256 pooled) internal pure returns (uint256) {
        return amount * supply / pooled;
    }

    /// @notice Returns the ether that shares are worth at a rate, rounded down.
    /// @param shares Number of shares.
    /// @param rate Ether of a share, relative to ONE.
    /// @return Amount of ether.
    function amountAt(uint256 shares, uint256 rate) internal pure returns (uint256) {
        return shares * rate / ONE;
    }

    /// @notice Returns the rate, rounded down.
    /// @param supply Shares of everybody.
    /// @param pooled Ether of everybody.
    /// @return Ether of a share, relative to ONE.
    function rateOf(uint256 supply, uint256 pooled) internal pure returns (uint256) {
        return pooled * ONE / supply;
    }

    /// @notice Returns a part of an amount, rounded down.
    /// @param amount The whole.
    /// @param part Size of the part, of BASIS.
    /// @return The part.
    function partOf(uint256 amount, uint256 part) internal pure returns (uint256) {
        return amount * part / BASIS;
    }

    /// @notice Returns the smaller number.
    /// @param a A number.
    /// @param b A number.
    /// @return The smaller one of both.
    function min(uint256 a, uint256 b) internal pure returns (uint256) {
        return a < b ? a : b;
    }
}
