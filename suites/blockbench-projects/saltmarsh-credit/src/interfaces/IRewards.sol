// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

/// @title IRewards
/// @notice Distributes a token among the holders of pool shares, by balance and time.
interface IRewards {
    /// @notice Emitted when a period of rewards begins.
    event PeriodStarted(uint256 amount, uint256 ratePerSecond, uint256 end);

    /// @notice Emitted when an account takes its rewards.
    event Claimed(address indexed account, address indexed receiver, uint256 amount);

    /// @notice The caller is not the token of shares.
    error OnlyShares(address caller);

    /// @notice A period is still running, or the amount does not pay for one.
    error BadPeriod();

    /// @notice Credits an account with what its balance earned since it was credited last.
    /// @dev Only the token of shares calls it.
    /// @param account Account that is credited.
    function settle(address account) external;
}

/// @title ITreasury
/// @notice Pays for losses of the pool out of its fees.
interface ITreasury {
    /// @notice Emitted when the treasury pays for a loss.
    event Covered(uint256 wanted, uint256 paid);

    /// @notice Emitted when the governor spends funds.
    event Spent(address indexed token, address indexed to, uint256 amount);

    /// @notice The caller is not the pool.
    error OnlyLender(address caller);

    /// @notice Pays up to an amount of the loan asset to the pool.
    /// @param amount Amount that is missing.
    /// @return paid Amount that was paid, which may be less.
    function cover(uint256 amount) external returns (uint256 paid);
}
