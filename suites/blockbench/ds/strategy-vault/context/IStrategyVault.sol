// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title IStrategyVault
/// @notice What a vault tells its strategies and the outside.
interface IStrategyVault {
    /// @notice Emitted when assets are put into a strategy.
    /// @param strategy The strategy.
    /// @param amount How much.
    event Allocated(address indexed strategy, uint256 amount);

    /// @notice Emitted when assets are taken out of a strategy.
    /// @param strategy The strategy.
    /// @param amount How much.
    event Released(address indexed strategy, uint256 amount);

    /// @notice Emitted when a strategy is harvested.
    /// @param strategy The strategy.
    /// @param caller Who harvested it.
    /// @param gained What it brought, with the fee.
    /// @param fee What the treasury received of it.
    event Harvested(address indexed strategy, address indexed caller, uint256 gained, uint256 fee);

    /// @notice Returns the strategy that runs.
    /// @return The strategy, or the zero address between two runs.
    function running() external view returns (address);

    /// @notice Puts assets into a strategy.
    /// @param strategy The strategy.
    /// @param amount How much.
    function allocate(address strategy, uint256 amount) external;

    /// @notice Takes assets out of a strategy.
    /// @param strategy The strategy.
    /// @param amount How much.
    function release(address strategy, uint256 amount) external;

    /// @notice Collects what a strategy has earned.
    /// @param strategy The strategy.
    /// @return gained What it brought.
    function harvest(address strategy) external returns (uint256 gained);
}
