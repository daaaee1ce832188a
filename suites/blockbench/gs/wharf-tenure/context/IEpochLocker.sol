// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/**
 * @title IEpochLocker
 * @notice What accounts do with their locks.
 */
interface IEpochLocker {
    /**
     * @notice Tokens were locked.
     * @param account The owner of the lock.
     * @param payer The payer.
     * @param epoch The epoch.
     * @param amount The tokens.
     */
    event Locked(address indexed account, address indexed payer, uint256 indexed epoch, uint256 amount);

    /**
     * @notice A lock has moved to a later epoch.
     * @param account The owner of the lock.
     * @param from The old epoch.
     * @param to The new epoch.
     * @param amount The tokens.
     */
    event Postponed(address indexed account, uint256 indexed from, uint256 indexed to, uint256 amount);

    /**
     * @notice A lock has a new owner.
     * @param from The old owner.
     * @param to The new owner.
     * @param epoch The epoch.
     * @param amount The tokens.
     */
    event LockMoved(address indexed from, address indexed to, uint256 indexed epoch, uint256 amount);

    /**
     * @notice Tokens were returned.
     * @param account The owner of the lock.
     * @param epoch The epoch.
     * @param amount The tokens.
     */
    event Released(address indexed account, uint256 indexed epoch, uint256 amount);

    /**
     * @notice Rewards were paid.
     * @param account The account that earned them.
     * @param receiver The account that got them.
     * @param amount The rewards.
     */
    event Claimed(address indexed account, address indexed receiver, uint256 amount);

    /**
     * @notice A new stream of rewards has begun.
     * @param amount The new rewards, without the fee.
     * @param duration The seconds.
     */
    event StreamStarted(uint256 amount, uint256 duration);

    /**
     * @notice Locks tokens of the caller.
     * @param epoch The epoch to the end of which they are locked.
     * @param amount The tokens.
     */
    function lock(uint256 epoch, uint256 amount) external;

    /**
     * @notice Locks tokens of the caller for an account.
     * @param account The owner of the lock.
     * @param epoch The epoch to the end of which they are locked.
     * @param amount The tokens.
     */
    function lockFor(address account, uint256 epoch, uint256 amount) external;

    /**
     * @notice Locks tokens of the caller in several epochs.
     * @param epochs The epochs.
     * @param amounts The tokens by epoch.
     */
    function lockLadder(uint256[] calldata epochs, uint256[] calldata amounts) external;

    /**
     * @notice Moves a lock of the caller to a later epoch.
     * @param epoch The present epoch of the lock.
     * @param later The later epoch.
     * @param amount The tokens.
     */
    function postpone(uint256 epoch, uint256 later, uint256 amount) external;

    /**
     * @notice Gives a lock of the caller to an account.
     * @param to The new owner.
     * @param epoch The epoch of the lock.
     * @param amount The tokens.
     */
    function moveLock(address to, uint256 epoch, uint256 amount) external;

    /**
     * @notice Returns tokens of the caller whose epoch has ended.
     * @param epoch The epoch.
     * @param amount The tokens.
     */
    function release(uint256 epoch, uint256 amount) external;

    /**
     * @notice Pays the rewards of the caller.
     * @param receiver The account that gets them.
     * @return The rewards.
     */
    function claim(address receiver) external returns (uint256);
}
