// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

interface IChips {
    function balanceOf(address who) external view returns (uint256);

    function transfer(address to, uint256 amount) external returns (bool);

    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}
