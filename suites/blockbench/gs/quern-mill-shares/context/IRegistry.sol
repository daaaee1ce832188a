// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.19;

interface IRegistry {
    function idOf(address w) external view returns (uint256);

    function regionOf(uint256 i) external view returns (uint8);
}
