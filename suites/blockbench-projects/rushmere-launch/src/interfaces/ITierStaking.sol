// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/**
 * @title ITierStaking
 * @notice Stakes that give their owners a weight in sales.
 */
interface ITierStaking {
    /**
     * @notice A tier.
     * @param threshold Least stake.
     * @param weight Units of the cap in a sale.
     */
    struct Tier {
        uint256 threshold;
        uint256 weight;
    }

    /// @notice Emitted when tokens were staked.
    event Staked(address indexed account, uint256 amount, uint256 stake);

    /// @notice Emitted when tokens stopped counting and began to wait.
    event UnstakeRequested(address indexed account, uint256 amount, uint256 readyAt);

    /// @notice Emitted when tokens went back.
    event Unstaked(address indexed account, uint256 amount);

    /// @notice Emitted when governance changed the tiers.
    event TiersSet(uint256 count);

    /**
     * @notice Returns the stake of an account at a time.
     * @param account Account to read.
     * @param time Time, which has passed.
     */
    function stakeAt(address account, uint256 time) external view returns (uint256);

    /**
     * @notice Returns the weight of an account's stake at a time.
     * @param account Account to read.
     * @param time Time, which has passed.
     */
    function weightAt(address account, uint256 time) external view returns (uint256);
}
