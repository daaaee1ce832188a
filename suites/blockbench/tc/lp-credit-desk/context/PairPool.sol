// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/// @title  Pair pool
/// @notice Constant-product pool of dollars (quote) and one other token (base). Its shares are a token of their own.
contract PairPool is ERC20 {
    using SafeERC20 for IERC20;

    /// @notice The first shares, which nobody owns.
    uint256 public constant LOCKED_SHARES = 1000;
    address private constant NOBODY = address(0xdead);

    IERC20 public immutable quote;
    IERC20 public immutable base;

    uint256 public quoteReserve;
    uint256 public baseReserve;
    /// @notice The sum of all share values, each times the seconds for which it lasted.
    uint256 public valueCumulative;
    uint256 public lastUpdate;

    event Joined(address indexed provider, uint256 quoteIn, uint256 baseIn, uint256 shares);
    event Left(address indexed provider, uint256 quoteOut, uint256 baseOut, uint256 shares);
    event Swapped(address indexed trader, bool baseSold, uint256 amountIn, uint256 amountOut);

    error Slippage(uint256 amount, uint256 bound);

    constructor(IERC20 quote_, IERC20 base_) ERC20("Pair pool share", "PPS") {
        (quote, base) = (quote_, base_);
    }

    function join(uint256 quoteIn, uint256 baseMax, uint256 sharesMin) external returns (uint256 shares) {
        _accumulate();
        uint256 supply = totalSupply();
        uint256 baseIn = baseMax;
        if (supply == 0) {
            shares = quoteIn - LOCKED_SHARES;
            _mint(NOBODY, LOCKED_SHARES);
        } else {
            shares = (quoteIn * supply) / quoteReserve;
            baseIn = Math.ceilDiv(quoteIn * baseReserve, quoteReserve);
        }
        if (baseIn > baseMax) revert Slippage(baseIn, baseMax);
        if (shares == 0 || shares < sharesMin) revert Slippage(shares, sharesMin);
        (quoteReserve, baseReserve) = (quoteReserve + quoteIn, baseReserve + baseIn);
        _mint(msg.sender, shares);
        emit Joined(msg.sender, quoteIn, baseIn, shares);
        quote.safeTransferFrom(msg.sender, address(this), quoteIn);
        base.safeTransferFrom(msg.sender, address(this), baseIn);
    }

    function exit(uint256 shares) external returns (uint256 quoteOut, uint256 baseOut) {
        _accumulate();
        uint256 supply = totalSupply();
        (quoteOut, baseOut) = ((quoteReserve * shares) / supply, (baseReserve * shares) / supply);
        (quoteReserve, baseReserve) = (quoteReserve - quoteOut, baseReserve - baseOut);
        _burn(msg.sender, shares);
        emit Left(msg.sender, quoteOut, baseOut, shares);
        quote.safeTransfer(msg.sender, quoteOut);
        base.safeTransfer(msg.sender, baseOut);
    }

    function swap(bool sellBase, uint256 amountIn, uint256 minOut) external returns (uint256 out) {
        _accumulate();
        (uint256 x, uint256 y) = sellBase ? (baseReserve, quoteReserve) : (quoteReserve, baseReserve);
        out = (y * amountIn * 997) / (x * 1000 + amountIn * 997);
        if (out < minOut) revert Slippage(out, minOut);
        (quoteReserve, baseReserve) = sellBase ? (y - out, x + amountIn) : (x + amountIn, y - out);
        emit Swapped(msg.sender, sellBase, amountIn, out);
        (sellBase ? base : quote).safeTransferFrom(msg.sender, address(this), amountIn);
        (sellBase ? quote : base).safeTransfer(msg.sender, out);
    }

    /// @notice Dollars per 1e18 shares, with both sides of the pool counted as equally valuable.
    function shareValue() public view returns (uint256) {
        uint256 supply = totalSupply();
        return supply == 0 ? 0 : (2 * quoteReserve * 1e18) / supply;
    }

    function currentCumulative() public view returns (uint256) {
        return valueCumulative + shareValue() * (block.timestamp - lastUpdate);
    }

    function _accumulate() private {
        (valueCumulative, lastUpdate) = (currentCumulative(), block.timestamp);
    }
}
