// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title IStrategy
/// @notice A strategy, whose code runs on the account of a vault.
interface IStrategy {
    /// @notice Returns where the strategy looks up its logic.
    /// @return The beacon.
    function beacon() external view returns (address);

    /// @notice Runs a call of the logic on the account of the vault.
    /// @param call The call, encoded.
    /// @return What the logic returned.
    function run(bytes calldata call) external returns (bytes memory);
}

/// @title IStrategyLogic
/// @notice What a strategy can do for a vault.
interface IStrategyLogic {
    /// @notice Puts assets of the vault to work.
    /// @param amount How much.
    function allocate(uint256 amount) external;

    /// @notice Takes assets of the vault back.
    /// @param amount How much.
    function release(uint256 amount) external;

    /// @notice Collects what the assets have earned.
    function harvest() external;
}

/// @title ILendingMarket
/// @notice A market that keeps what is supplied, and pays interest apart from it.
interface ILendingMarket {
    /// @notice Takes assets of the caller, who has approved them.
    /// @param amount How much.
    function supply(uint256 amount) external;

    /// @notice Returns assets to the caller.
    /// @param amount How much.
    function withdraw(uint256 amount) external;

    /// @notice Pays the caller's interest until now.
    function claimInterest() external;
}
