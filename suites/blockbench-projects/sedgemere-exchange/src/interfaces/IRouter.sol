// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title Swaps through one pool or several
 */
interface IRouter {
    /**
     * @notice A part of the way.
     * @param tokenIn What goes into the pool
     * @param tokenOut What comes out of it
     * @param fee Fee of the pool
     */
    struct Hop {
        address tokenIn;
        address tokenOut;
        uint24 fee;
    }

    error TooLate();
    error NoHops();
    error NotConnected();
    error NoSuchPool();
    error TooLittle();
    error TooMuch();
    error Unfilled();

    /**
     * @notice Swap a whole amount.
     * @param hops The way, from what the caller pays to what it gets
     * @param amountIn What the caller pays
     * @param least Least to get
     * @param to Who gets it
     * @param deadline Last time at which this is done
     */
    function exactIn(Hop[] calldata hops, uint256 amountIn, uint256 least, address to, uint256 deadline)
        external
        returns (uint256 amountOut);

    /**
     * @notice Swap for a whole amount.
     * @param hops The way, from what the caller pays to what it gets
     * @param amountOut What comes out
     * @param most Most to pay
     * @param to Who gets it
     * @param deadline Last time at which this is done
     */
    function exactOut(Hop[] calldata hops, uint256 amountOut, uint256 most, address to, uint256 deadline)
        external
        returns (uint256 amountIn);

    /**
     * @notice Swap at most an amount, up to a price.
     * @param hop The pool
     * @param amountIn Most to pay
     * @param least Least to get
     * @param limit Square root of the last price that is acceptable
     * @param to Who gets it
     * @param deadline Last time at which this is done
     */
    function upTo(Hop calldata hop, uint256 amountIn, uint256 least, uint160 limit, address to, uint256 deadline)
        external
        returns (uint256 paid, uint256 amountOut);
}
