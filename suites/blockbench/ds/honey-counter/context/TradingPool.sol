// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {IPricePool} from "./IPricePool.sol";

/// @title  Trading pool
/// @notice Tokens against cash at a constant product, with a fee of 0.3 per cent that stays in the pool.
contract TradingPool is IPricePool {
    using SafeERC20 for IERC20;

    IERC20 public immutable token;
    IERC20 public immutable cash;
    address public immutable founder;

    uint256 public tokenReserve;
    uint256 public cashReserve;
    uint256 public priceSum;
    uint256 public summedAt;

    event Filled(uint256 tokenAmount, uint256 cashAmount);
    event Traded(address indexed trader, bool tokenIn, uint256 amountIn, uint256 amountOut);

    error NotFounder(address caller);
    error AlreadyFilled();
    error EmptyReserve();
    error BelowMinimum(uint256 amountOut, uint256 minimum);

    constructor(IERC20 token_, IERC20 cash_) {
        (token, cash, founder) = (token_, cash_, msg.sender);
    }

    /// @notice Fills the empty pool. What is filled in stays for good.
    function fill(uint256 tokenAmount, uint256 cashAmount) external {
        if (msg.sender != founder) revert NotFounder(msg.sender);
        if (tokenReserve != 0) revert AlreadyFilled();
        if (tokenAmount == 0 || cashAmount == 0) revert EmptyReserve();
        (tokenReserve, cashReserve, summedAt) = (tokenAmount, cashAmount, block.timestamp);
        emit Filled(tokenAmount, cashAmount);
        token.safeTransferFrom(msg.sender, address(this), tokenAmount);
        cash.safeTransferFrom(msg.sender, address(this), cashAmount);
    }

    function sellToken(uint256 amount, uint256 minimum) external returns (uint256 out) {
        _accumulate();
        out = _amountOut(amount, tokenReserve, cashReserve, minimum);
        tokenReserve += amount;
        cashReserve -= out;
        emit Traded(msg.sender, true, amount, out);
        token.safeTransferFrom(msg.sender, address(this), amount);
        cash.safeTransfer(msg.sender, out);
    }

    function buyToken(uint256 amount, uint256 minimum) external returns (uint256 out) {
        _accumulate();
        out = _amountOut(amount, cashReserve, tokenReserve, minimum);
        cashReserve += amount;
        tokenReserve -= out;
        emit Traded(msg.sender, false, amount, out);
        cash.safeTransferFrom(msg.sender, address(this), amount);
        token.safeTransfer(msg.sender, out);
    }

    /// @inheritdoc IPricePool
    function spotPrice() public view returns (uint256) {
        return (cashReserve * 1e18) / tokenReserve;
    }

    /// @inheritdoc IPricePool
    function cumulativePrice() public view returns (uint256) {
        return priceSum + spotPrice() * (block.timestamp - summedAt);
    }

    /// @dev Comes before a trade moves the reserves.
    function _accumulate() private {
        priceSum = cumulativePrice();
        summedAt = block.timestamp;
    }

    function _amountOut(
        uint256 amount,
        uint256 reserveIn,
        uint256 reserveOut,
        uint256 minimum
    ) private pure returns (uint256 out) {
        uint256 net = amount * 997;
        out = (net * reserveOut) / (reserveIn * 1000 + net);
        if (out == 0 || out < minimum) revert BelowMinimum(out, minimum);
    }
}
