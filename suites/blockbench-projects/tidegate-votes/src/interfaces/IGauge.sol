// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title IGauge
 * @notice Emissions for the liquidity of one pool.
 */
interface IGauge {
    /// @notice Emitted when liquidity was staked.
    event Staked(address indexed payer, address indexed account, uint256 amount);

    /// @notice Emitted when liquidity was taken out.
    event Unstaked(address indexed account, uint256 amount);

    /// @notice Emitted when emissions were paid.
    event Claimed(address indexed account, uint256 amount);

    /// @notice Emitted when the rate changes.
    event RateChanged(uint256 amount, uint256 rate, uint256 periodEnd);

    /**
     * @notice Takes emissions from the voter, and pays them out over one epoch.
     * @param amount Number of tokens.
     */
    function notifyReward(uint256 amount) external;

    /**
     * @notice Returns what an account could claim now.
     * @param account Account that stakes.
     * @return Number of tokens.
     */
    function earned(address account) external view returns (uint256);

    /**
     * @notice Returns the emissions that are still to be paid in the present period.
     * @return Number of tokens.
     */
    function remaining() external view returns (uint256);
}
