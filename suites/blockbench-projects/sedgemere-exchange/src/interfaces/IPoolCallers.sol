// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title Callers of pools
 * @notice What a pool calls so that it is paid. Nothing of the call remains unless it is.
 */
interface IMintCaller {
    /// @notice Send both amounts to the pool
    function onMint(uint256 amount0, uint256 amount1, bytes calldata data) external;
}

interface ISwapCaller {
    /// @notice Send the amount that is above zero to the pool
    function onSwap(int256 amount0, int256 amount1, bytes calldata data) external;
}

interface IFlashCaller {
    /// @notice Send back what was lent, and both fees
    function onFlash(uint256 fee0, uint256 fee1, bytes calldata data) external;
}
