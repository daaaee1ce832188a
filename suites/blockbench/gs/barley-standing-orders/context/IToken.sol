// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

interface IToken {
    function balanceOf(address account) external view returns (uint256);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}
