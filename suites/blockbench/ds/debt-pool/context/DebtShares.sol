// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/// @title DebtShares
/// @notice A debt of many that grows by interest, and the shares that each of them has in it.
library DebtShares {
    /// @notice The debt of all.
    /// @param amount What they owe together, in loan tokens.
    /// @param shares The shares of all.
    struct Debt {
        uint256 amount;
        uint256 shares;
    }

    /// @notice Converts an amount to shares.
    /// @param debt The debt of all.
    /// @param amount The amount.
    /// @param rounding Where a fraction goes.
    /// @return The shares.
    function toShares(Debt storage debt, uint256 amount, Math.Rounding rounding) internal view returns (uint256) {
        return debt.amount == 0 ? amount : Math.mulDiv(amount, debt.shares, debt.amount, rounding);
    }

    /// @notice Converts shares to an amount.
    /// @param debt The debt of all.
    /// @param shares The shares.
    /// @param rounding Where a fraction goes.
    /// @return The amount.
    function toAmount(Debt storage debt, uint256 shares, Math.Rounding rounding) internal view returns (uint256) {
        return debt.shares == 0 ? shares : Math.mulDiv(shares, debt.amount, debt.shares, rounding);
    }
}
