// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

interface IJudges {
    function serves(address j) external view returns (bool);

    function cutOf(address j) external view returns (uint16);
}
