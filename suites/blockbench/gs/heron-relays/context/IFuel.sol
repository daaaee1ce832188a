// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

interface IFuel {
    function balanceOf(address holder) external view returns (uint256);

    function approve(address spender, uint256 amount) external returns (bool);

    function transfer(address to, uint256 amount) external returns (bool);

    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}
