// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/// @notice An exchange of two tokens at the price that the product of its reserves gives, without a fee. Liquidity has parts.
contract PairPool {
    using SafeERC20 for IERC20;

    IERC20[2] public tokens;
    uint256[2] public reserves;
    uint256 public totalParts;
    mapping(address provider => uint256) public partsOf;

    constructor(IERC20 first, IERC20 second) {
        tokens = [first, second];
    }

    /// @notice Adds liquidity in the proportion of the reserves.
    function add(uint256 amount0, uint256 amount1) external returns (uint256 parts) {
        parts = totalParts == 0
            ? Math.sqrt(amount0 * amount1)
            : Math.min((amount0 * totalParts) / reserves[0], (amount1 * totalParts) / reserves[1]);
        totalParts += parts;
        partsOf[msg.sender] += parts;
        reserves = [reserves[0] + amount0, reserves[1] + amount1];
        tokens[0].safeTransferFrom(msg.sender, address(this), amount0);
        tokens[1].safeTransferFrom(msg.sender, address(this), amount1);
    }

    /// @notice Takes liquidity of the caller out.
    function remove(uint256 parts) external returns (uint256 amount0, uint256 amount1) {
        (amount0, amount1) = ((reserves[0] * parts) / totalParts, (reserves[1] * parts) / totalParts);
        partsOf[msg.sender] -= parts;
        totalParts -= parts;
        reserves = [reserves[0] - amount0, reserves[1] - amount1];
        tokens[0].safeTransfer(msg.sender, amount0);
        tokens[1].safeTransfer(msg.sender, amount1);
    }

    /// @notice Swaps an exact amount of one token.
    function swap(uint256 from, uint256 amountIn) external returns (uint256 amountOut) {
        uint256 to = 1 - from;
        amountOut = (reserves[to] * amountIn) / (reserves[from] + amountIn);
        reserves[from] += amountIn;
        reserves[to] -= amountOut;
        tokens[from].safeTransferFrom(msg.sender, address(this), amountIn);
        tokens[to].safeTransfer(msg.sender, amountOut);
    }
}
