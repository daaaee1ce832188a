// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.24;

interface ICoin {
    function balanceOf(address holder) external view returns (uint256);

    function transfer(address to, uint256 amount) external returns (bool);

    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}
