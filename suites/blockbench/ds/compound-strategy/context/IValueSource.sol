// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

interface IValueSource {
    /// @notice What an amount of the reward token is worth in the asset, as an average over the last half hour.
    function valueOf(uint256 amount) external view returns (uint256);
}
