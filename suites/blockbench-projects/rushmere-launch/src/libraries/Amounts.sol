// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/**
 * @title Amounts
 * @notice Parts of amounts, and differences that end at zero.
 */
library Amounts {
    /// @notice Denominator of rates and parts.
    uint256 internal constant BASIS = 10_000;

    /// @notice Smallest units of a whole token.
    uint256 internal constant WHOLE = 1e18;

    /**
     * @notice Returns a part of an amount, rounded down.
     * @param amount Amount.
     * @param rate Part of BASIS.
     */
    function part(uint256 amount, uint256 rate) internal pure returns (uint256) {
        return Math.mulDiv(amount, rate, BASIS);
    }

    /**
     * @notice Returns a part of an amount, rounded up.
     * @param amount Amount.
     * @param rate Part of BASIS.
     */
    function partUp(uint256 amount, uint256 rate) internal pure returns (uint256) {
        return Math.mulDiv(amount, rate, BASIS, Math.Rounding.Ceil);
    }

    /**
     * @notice Returns what has to be paid so that an amount is left after the fee.
     * @param net Amount that is left.
     * @param rate Part of BASIS that is the fee.
     */
    function gross(uint256 net, uint256 rate) internal pure returns (uint256) {
        return Math.mulDiv(net, BASIS, BASIS - rate, Math.Rounding.Ceil);
    }

    /**
     * @notice Returns by how much one amount is larger than another one, or zero.
     * @param a One amount.
     * @param b The other one.
     */
    function over(uint256 a, uint256 b) internal pure returns (uint256) {
        return a > b ? a - b : 0;
    }

    /**
     * @notice Returns the coins for tokens, rounded up.
     * @param tokens Tokens.
     * @param price Coins for a whole token.
     */
    function costOf(uint256 tokens, uint256 price) internal pure returns (uint256) {
        return Math.mulDiv(tokens, price, WHOLE, Math.Rounding.Ceil);
    }

    /**
     * @notice Returns the coins for tokens, rounded down.
     * @param tokens Tokens.
     * @param price Coins for a whole token.
     */
    function worthOf(uint256 tokens, uint256 price) internal pure returns (uint256) {
        return Math.mulDiv(tokens, price, WHOLE);
    }
}
