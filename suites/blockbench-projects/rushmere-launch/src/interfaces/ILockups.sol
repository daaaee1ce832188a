// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

/**
 * @title IVestingVault
 * @notice Tokens that belong to somebody little by little.
 */
interface IVestingVault {
    /**
     * @notice A schedule.
     * @param token Token that vests.
     * @param beneficiary Account that gets it.
     * @param grantor Account that may revoke it, or zero.
     * @param total Tokens of the schedule.
     * @param released Tokens that were paid.
     * @param start Time from which it vests.
     * @param cliff Seconds before which nothing can be released.
     * @param duration Seconds until everything has vested.
     * @param revoked Whether it was revoked. What is left of it has vested then.
     */
    struct Schedule {
        IERC20 token;
        address beneficiary;
        address grantor;
        uint256 total;
        uint256 released;
        uint64 start;
        uint64 cliff;
        uint64 duration;
        bool revoked;
    }

    /// @notice Emitted when a schedule was made.
    event ScheduleCreated(uint256 indexed id, address indexed beneficiary, address indexed grantor, uint256 total);

    /// @notice Emitted when tokens were paid.
    event Released(uint256 indexed id, address indexed beneficiary, uint256 amount);

    /// @notice Emitted when a schedule was revoked.
    event Revoked(uint256 indexed id, uint256 returned);

    /// @notice Emitted when a part of a schedule became another one.
    event ScheduleSplit(uint256 indexed id, uint256 indexed made, address indexed to, uint256 part);

    /**
     * @notice Makes a schedule with tokens of the caller.
     * @param made Schedule; what is released and revoked of it is set by the vault.
     * @return id Its number.
     */
    function create(Schedule memory made) external returns (uint256 id);

    /**
     * @notice Pays what has vested. Anybody may.
     * @param id Schedule.
     * @return amount Tokens that the beneficiary got.
     */
    function release(uint256 id) external returns (uint256 amount);

    /**
     * @notice Takes back what has not vested. Only for the grantor.
     * @param id Schedule.
     * @return returned Tokens that the grantor got.
     */
    function revoke(uint256 id) external returns (uint256 returned);

    /**
     * @notice Makes a schedule of a part of another one. Only for the beneficiary.
     * @param id Schedule that becomes smaller.
     * @param part Tokens of the new one.
     * @param to Beneficiary of the new one.
     * @return made Number of the new one.
     */
    function split(uint256 id, uint256 part, address to) external returns (uint256 made);

    /**
     * @notice Returns what can be released now.
     * @param id Schedule.
     */
    function releasable(uint256 id) external view returns (uint256);

    /**
     * @notice Returns a schedule.
     * @param id Schedule.
     */
    function scheduleOf(uint256 id) external view returns (Schedule memory);
}

/**
 * @title ILiquidityLocker
 * @notice Shares of pools that stay for a time.
 */
interface ILiquidityLocker {
    /**
     * @notice A lock.
     * @param token Shares of a pool.
     * @param owner Account that gets them.
     * @param amount Number of shares.
     * @param until Time from which they can be withdrawn.
     */
    struct Lock {
        IERC20 token;
        address owner;
        uint256 amount;
        uint256 until;
    }

    /// @notice Emitted when shares were locked.
    event Locked(uint256 indexed id, address indexed token, address indexed owner, uint256 amount, uint256 until);

    /// @notice Emitted when a lock lasts longer.
    event Extended(uint256 indexed id, uint256 until);

    /// @notice Emitted when one lock became a part of another one.
    event Merged(uint256 indexed id, uint256 indexed other, uint256 amount, uint256 until);

    /// @notice Emitted when a lock has another owner.
    event LockTransferred(uint256 indexed id, address indexed from, address indexed to);

    /// @notice Emitted when shares were withdrawn.
    event Withdrawn(uint256 indexed id, address indexed to, uint256 amount);

    /**
     * @notice Locks shares of the caller.
     * @param token Shares of a pool.
     * @param amount Number of shares.
     * @param until Time from which they can be withdrawn.
     * @param owner Account that gets them.
     * @return id Number of the lock.
     */
    function lock(IERC20 token, uint256 amount, uint256 until, address owner) external returns (uint256 id);

    /**
     * @notice Returns a lock.
     * @param id Lock.
     */
    function lockOf(uint256 id) external view returns (Lock memory);

    /**
     * @notice Returns how many shares of a pool are locked.
     * @param token Shares of the pool.
     */
    function lockedOf(IERC20 token) external view returns (uint256);
}
