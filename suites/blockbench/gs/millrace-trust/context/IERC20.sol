// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.7.6;

interface IERC20 {
    function transfer(address to, uint value) external returns (bool);
    function transferFrom(address from, address to, uint value) external returns (bool);
}
