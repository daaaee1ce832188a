// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.24;

interface IAsset {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}
