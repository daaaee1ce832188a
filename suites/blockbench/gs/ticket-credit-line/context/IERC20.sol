// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice The part of ERC-20 used by the credit line and the redemption desk.
interface IERC20 {
    function balanceOf(address owner) external view returns (uint256);

    function approve(address spender, uint256 amount) external returns (bool);

    function transfer(address to, uint256 amount) external returns (bool);

    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}
