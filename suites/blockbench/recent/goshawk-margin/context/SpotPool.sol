// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice An exchange of two tokens at the price that the product of its reserves gives, without a fee.
contract SpotPool {
    using SafeERC20 for IERC20;

    IERC20 public immutable dollar;
    IERC20 public immutable coin;

    event Swapped(address indexed caller, bool intoCoin, uint256 amountIn, uint256 amountOut);

    error BelowMinimum(uint256 amountOut, uint256 minimum);

    constructor(IERC20 dollar_, IERC20 coin_) {
        dollar = dollar_;
        coin = coin_;
    }

    /// @notice Swaps an exact amount of the caller's.
    function swap(bool intoCoin, uint256 amountIn, uint256 minimum) external returns (uint256 amountOut) {
        (IERC20 paid, IERC20 bought) = intoCoin ? (dollar, coin) : (coin, dollar);
        uint256 reserve = paid.balanceOf(address(this));
        amountOut = (bought.balanceOf(address(this)) * amountIn) / (reserve + amountIn);
        if (amountOut < minimum) revert BelowMinimum(amountOut, minimum);
        emit Swapped(msg.sender, intoCoin, amountIn, amountOut);
        paid.safeTransferFrom(msg.sender, address(this), amountIn);
        bought.safeTransfer(msg.sender, amountOut);
    }
}
