// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

/// @title IInterestModel
/// @notice Gives the interest rate of a pool from its use.
interface IInterestModel {
    /// @notice Interest per second, with 18 decimals.
    /// @param cash Assets that the pool holds.
    /// @param debt Assets that the pool has lent.
    function ratePerSecond(uint256 cash, uint256 debt) external view returns (uint256);

    /// @notice Share of the assets of a pool that is lent, with 18 decimals.
    /// @param cash Assets that the pool holds.
    /// @param debt Assets that the pool has lent.
    function utilisation(uint256 cash, uint256 debt) external pure returns (uint256);
}
