// SPDX-License-Identifier: EUPL-1.2
pragma solidity 0.8.19;

interface ICoin {
    function balanceOf(address who) external view returns (uint256);

    function transfer(address to, uint256 amount) external returns (bool);

    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}
