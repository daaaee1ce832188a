// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

interface IFeed {
    function latest() external view returns (uint256 price, uint256 updatedAt);
}
