// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/// @title ILiquidityPool
/// @notice What other contracts may ask of a pool whose shares they accept.
interface ILiquidityPool {
    /// @notice The reserves behind one share.
    /// @return etherPart Ether behind 1e18 shares
    /// @return tokenPart Tokens behind 1e18 shares
    function backing() external view returns (uint256 etherPart, uint256 tokenPart);
}
