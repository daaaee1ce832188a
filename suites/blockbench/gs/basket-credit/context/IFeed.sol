// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

interface IFeed {
    /// Coins for 1e18 of the token; reverts when there is no price.
    function price() external view returns (uint256);
}
