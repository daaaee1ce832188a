// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/// @title IPriceFeed
/// @notice The price of fuel as reported by the oracle committee.
interface IPriceFeed {
    /// @notice The last report.
    /// @return price Dollars for one fuel token, with 18 decimals.
    /// @return updatedAt When it was reported.
    function latest() external view returns (uint256 price, uint256 updatedAt);
}
