// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/*
 * How amounts, prices and liquidity depend on each other. What somebody owes to a pool is rounded up, and what a pool owes
 * is rounded down.
 */
library Amounts {
    uint256 internal constant WHOLE = 1e6;

    /* What one part of a swap moves. The fee is in the token that comes in, and not contained in the amount. */
    struct Part {
        uint160 price;
        uint256 amountIn;
        uint256 amountOut;
        uint256 fee;
    }

    /* The amount of the first token between two prices, of which the lower one comes first. */
    function first(uint160 low, uint160 high, uint128 liquidity, Math.Rounding rounding) internal pure returns (uint256) {
        uint256 whole = Math.mulDiv(uint256(liquidity) << 96, high - low, high, rounding);
        return rounding == Math.Rounding.Ceil ? Math.ceilDiv(whole, low) : whole / low;
    }

    /* The amount of the second token between two prices, of which the lower one comes first. */
    function second(uint160 low, uint160 high, uint128 liquidity, Math.Rounding rounding) internal pure returns (uint256) {
        return Math.mulDiv(liquidity, high - low, 1 << 96, rounding);
    }

    /* Both amounts of a liquidity between two prices, at a price that may be outside of them. */
    function both(uint160 price, uint160 low, uint160 high, uint128 liquidity, Math.Rounding rounding)
        internal
        pure
        returns (uint256 amount0, uint256 amount1)
    {
        if (price < high) amount0 = first(price > low ? price : low, high, liquidity, rounding);
        if (price > low) amount1 = second(low, price < high ? price : high, liquidity, rounding);
    }

    /* The largest liquidity for which both amounts suffice. */
    function liquidityFor(uint160 price, uint160 low, uint160 high, uint256 amount0, uint256 amount1)
        internal
        pure
        returns (uint128)
    {
        uint256 most = type(uint128).max;
        if (price < high) {
            uint160 from = price > low ? price : low;
            most = Math.min(most, Math.mulDiv(amount0, Math.mulDiv(from, high, 1 << 96), high - from));
        }
        if (price > low) {
            uint160 to = price < high ? price : high;
            most = Math.min(most, Math.mulDiv(amount1, 1 << 96, to - low));
        }
        return uint128(most);
    }

    /*
     * Moves a price towards a goal until nothing remains. What remains is positive if it comes in, and negative if it goes
     * out. Where the goal is not reached, all of it is used, and what the price cannot express is a part of the fee.
     */
    function move(uint160 price, uint160 goal, uint128 liquidity, int256 remaining, uint24 fee)
        internal
        pure
        returns (Part memory part)
    {
        bool down = goal < price;
        part.price = goal;
        if (remaining > 0) {
            uint256 net = Math.mulDiv(uint256(remaining), WHOLE - fee, WHOLE);
            part.amountIn = amountIn(price, goal, liquidity, down);
            if (net < part.amountIn) {
                part.price = afterIn(price, liquidity, net, down);
                part.amountIn = amountIn(price, part.price, liquidity, down);
                part.fee = uint256(remaining) - part.amountIn;
            }
            part.amountOut = amountOut(price, part.price, liquidity, down);
        } else {
            uint256 wanted = uint256(-remaining);
            part.amountOut = amountOut(price, goal, liquidity, down);
            if (wanted < part.amountOut) {
                part.price = afterOut(price, liquidity, wanted, down);
                part.amountOut = wanted;
            }
            part.amountIn = amountIn(price, part.price, liquidity, down);
        }
        if (part.price == goal || remaining < 0) part.fee = Math.mulDiv(part.amountIn, fee, WHOLE - fee, Math.Rounding.Ceil);
    }

    function amountIn(uint160 from, uint160 to, uint128 liquidity, bool down) private pure returns (uint256) {
        return down ? first(to, from, liquidity, Math.Rounding.Ceil) : second(from, to, liquidity, Math.Rounding.Ceil);
    }

    function amountOut(uint160 from, uint160 to, uint128 liquidity, bool down) private pure returns (uint256) {
        return down ? second(to, from, liquidity, Math.Rounding.Floor) : first(from, to, liquidity, Math.Rounding.Floor);
    }

    /* The price after an amount has come in, rounded against whoever brings it. */
    function afterIn(uint160 price, uint128 liquidity, uint256 amount, bool down) private pure returns (uint160) {
        if (!down) return uint160(price + (amount << 96) / liquidity);
        uint256 whole = uint256(liquidity) << 96;
        return uint160(Math.mulDiv(whole, price, whole + amount * price, Math.Rounding.Ceil));
    }

    /* The price after an amount has gone out, rounded against whoever gets it. */
    function afterOut(uint160 price, uint128 liquidity, uint256 amount, bool down) private pure returns (uint160) {
        if (down) return uint160(price - Math.ceilDiv(amount << 96, liquidity));
        uint256 whole = uint256(liquidity) << 96;
        return uint160(Math.mulDiv(whole, price, whole - amount * price, Math.Rounding.Ceil));
    }
}
