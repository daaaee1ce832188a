// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

/**
 * @title ILockedStaking
 * @notice What accounts do with their positions.
 */
interface ILockedStaking {
    /**
     * @notice Adds tokens of the caller to its own position.
     * @param amount The tokens.
     * @param lockWeeks The lock of the position in weeks.
     * @param minBonus The least bonus that the caller accepts.
     */
    function stake(uint256 amount, uint256 lockWeeks, uint256 minBonus) external;

    /**
     * @notice Adds tokens of the caller to the position of an account.
     * @param account The owner of the position.
     * @param amount The tokens.
     * @param lockWeeks The lock of the position in weeks.
     * @param minBonus The least bonus that the caller accepts.
     */
    function stakeFor(address account, uint256 amount, uint256 lockWeeks, uint256 minBonus) external;

    /**
     * @notice Makes the lock of the caller's position longer.
     * @param lockWeeks The new lock in weeks.
     * @param minBonus The least bonus that the caller accepts.
     */
    function extend(uint256 lockWeeks, uint256 minBonus) external;

    /**
     * @notice Makes the lock of a managed position longer.
     * @param account The owner of the position.
     * @param lockWeeks The new lock in weeks.
     * @param minBonus The least bonus that the caller accepts.
     */
    function extendFor(address account, uint256 lockWeeks, uint256 minBonus) external;

    /**
     * @notice Locks the caller's matured position anew, together with its bonus.
     * @param lockWeeks The new lock in weeks.
     * @param minBonus The least bonus that the caller accepts.
     */
    function restake(uint256 lockWeeks, uint256 minBonus) external;

    /**
     * @notice Pays the caller's matured position out, together with its bonus.
     * @return The tokens that were paid.
     */
    function withdraw() external returns (uint256);

    /**
     * @notice Names the manager of the caller's position.
     * @param manager The manager, zero for none.
     */
    function setManager(address manager) external;
}
