// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/**
 * @title PnL
 * @notice What positions are worth. Dollars have 6 decimals, tokens and prices 18.
 */
library PnL {
    uint256 private constant SCALE = 1e30;

    /// @notice Tokens that a position of this size stands for; never more for the trader than the size pays for
    function tokensAt(bool isLong, uint256 size, uint256 price) internal pure returns (uint256) {
        return Math.mulDiv(size, SCALE, price, isLong ? Math.Rounding.Floor : Math.Rounding.Ceil);
    }

    /// @notice What a part of a position has gained, negative if it lost; rounded down
    function profit(bool isLong, uint256 size, uint256 tokens, uint256 price) internal pure returns (int256) {
        return isLong
            ? int256(Math.mulDiv(tokens, price, SCALE)) - int256(size)
            : int256(size) - int256(Math.mulDiv(tokens, price, SCALE, Math.Rounding.Ceil));
    }

    /// @notice Funding that a position owes between two indices, negative if it gets some; rounded up
    function funding(bool isLong, uint256 size, int256 from, int256 to) internal pure returns (int256 owed) {
        owed = int256(size) * (isLong ? to - from : from - to);
        owed = owed > 0 ? (owed + 1e18 - 1) / 1e18 : owed / 1e18;
    }
}
