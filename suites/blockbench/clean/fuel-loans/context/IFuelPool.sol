// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/// @title IFuelPool
/// @notice The pool in which fuel tokens are traded for dollars.
interface IFuelPool {
    /// @notice What the pool holds at the moment.
    /// @return fuel The fuel tokens, with 18 decimals.
    /// @return usd The dollars, with 18 decimals.
    function reserves() external view returns (uint256 fuel, uint256 usd);
}
