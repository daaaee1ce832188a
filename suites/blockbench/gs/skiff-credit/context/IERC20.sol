// SPDX-License-Identifier: LGPL-2.1-or-later
pragma solidity 0.6.12;

interface IERC20 {
    function transfer(address to, uint256 amount) external returns (bool);

    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}
