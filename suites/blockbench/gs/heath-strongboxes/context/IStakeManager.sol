// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

interface IStakeManager {
    function onOut(uint256 amt) external;
}
