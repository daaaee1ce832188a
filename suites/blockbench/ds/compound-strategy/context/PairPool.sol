// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice Trades two tokens at the product of its reserves, which one provider owns.
contract PairPool {
    using SafeERC20 for IERC20;

    error OnlyProvider(address provider);
    error UnknownToken(IERC20 token);
    error BelowLeast(uint256 amountOut, uint256 least);

    uint256 public constant FEE_BPS = 5;
    uint256 private constant BPS = 10_000;

    address public immutable provider;
    IERC20 public immutable first;
    IERC20 public immutable second;
    mapping(IERC20 token => uint256) public reserveOf;

    event Swapped(address indexed to, IERC20 tokenIn, uint256 amountIn, uint256 amountOut);

    constructor(IERC20 first_, IERC20 second_) {
        provider = msg.sender;
        first = first_;
        second = second_;
    }

    function provide(uint256 firstAmount, uint256 secondAmount) external {
        if (msg.sender != provider) revert OnlyProvider(provider);
        reserveOf[first] += firstAmount;
        reserveOf[second] += secondAmount;
        first.safeTransferFrom(msg.sender, address(this), firstAmount);
        second.safeTransferFrom(msg.sender, address(this), secondAmount);
    }

    /// @notice What a swap would give now.
    function quote(IERC20 tokenIn, uint256 amountIn) public view returns (uint256) {
        uint256 net = amountIn * (BPS - FEE_BPS);
        return (net * reserveOf[_other(tokenIn)]) / (reserveOf[tokenIn] * BPS + net);
    }

    /// @notice Swaps tokens of the caller.
    /// @param least What it has to give at least.
    function swap(IERC20 tokenIn, uint256 amountIn, uint256 least, address to) external returns (uint256 amountOut) {
        amountOut = quote(tokenIn, amountIn);
        if (amountOut < least) revert BelowLeast(amountOut, least);
        IERC20 tokenOut = _other(tokenIn);
        reserveOf[tokenIn] += amountIn;
        reserveOf[tokenOut] -= amountOut;
        tokenIn.safeTransferFrom(msg.sender, address(this), amountIn);
        tokenOut.safeTransfer(to, amountOut);
        emit Swapped(to, tokenIn, amountIn, amountOut);
    }

    function _other(IERC20 token) private view returns (IERC20) {
        if (token == first) return second;
        if (token == second) return first;
        revert UnknownToken(token);
    }
}
