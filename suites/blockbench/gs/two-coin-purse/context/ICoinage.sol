// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// The part of ERC-20 that the purse uses.
interface ICoinage {
    function decimals() external view returns (uint8);
    function transfer(address recipient, uint256 amount) external returns (bool);
    function transferFrom(address sender, address recipient, uint256 amount) external returns (bool);
}
