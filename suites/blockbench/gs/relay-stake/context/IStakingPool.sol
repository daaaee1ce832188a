// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

/**
 * @title IStakingPool
 * @notice What wallets and the exit service use of the pool.
 */
interface IStakingPool {
    /**
     * @notice Ether was staked.
     * @param account The staker.
     * @param value The ether.
     * @param shares The shares that were issued for it.
     */
    event Staked(address indexed account, uint256 value, uint256 shares);

    /**
     * @notice An exit was requested.
     * @param id The number of the exit.
     * @param account The staker.
     * @param shares The shares that wait.
     * @param value What they are worth at the moment.
     * @param readyAt The time from which the exit can be paid.
     */
    event ExitRequested(uint256 indexed id, address indexed account, uint256 shares, uint256 value, uint256 readyAt);

    /**
     * @notice An exit was cancelled by its staker.
     * @param id The number of the exit.
     */
    event ExitCancelled(uint256 indexed id);

    /**
     * @notice An exit was paid.
     * @param id The number of the exit.
     * @param account The staker.
     * @param paid The ether.
     */
    event ExitPaid(uint256 indexed id, address indexed account, uint256 paid);

    /**
     * @notice Rewards were added.
     * @param value The ether that was added to the stake.
     * @param fee The ether that was kept for the treasury.
     */
    event Rewarded(uint256 value, uint256 fee);

    /**
     * @notice A slash was taken from the stake.
     * @param bps The part of the stake.
     * @param amount The ether.
     */
    event Slashed(uint256 bps, uint256 amount);

    /**
     * @notice Ether that is no stake has left the pool.
     * @param to The receiver.
     * @param amount The ether.
     */
    event Released(address indexed to, uint256 amount);

    /**
     * @notice Stakes the ether that is sent along.
     * @return shares The shares that were issued for it.
     */
    function stake() external payable returns (uint256 shares);

    /**
     * @notice Requests the exit of shares.
     * @param shares The shares.
     * @return id The number of the exit.
     */
    function requestExit(uint256 shares) external returns (uint256 id);

    /**
     * @notice Pays an exit to its staker.
     * @param id The number of the exit.
     * @return paid The ether.
     */
    function payExit(uint256 id) external returns (uint256 paid);

    /**
     * @notice The present value of shares.
     * @param shares The shares.
     * @return value The ether.
     */
    function valueOf(uint256 shares) external view returns (uint256 value);
}
