// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {AccessControl} from "@openzeppelin/contracts@4.9.6/access/AccessControl.sol";

/**
 * @title SlashingManager
 * @notice Announces slashes for relayers that signed twice or were offline.
 */
contract SlashingManager is AccessControl {
    /// @notice Role that announces slashes.
    bytes32 public constant SLASHER_ROLE = keccak256("SLASHER_ROLE");

    /// @notice Time from an announcement to its effect.
    uint256 public constant NOTICE = 2 days;

    /// @notice The largest slash, of 10,000.
    uint256 public constant MAX_SLASH_BPS = 5_000;

    /// @notice The fund that compensates users of the bridge.
    address payable public immutable fund;

    /// @notice The pool that answers for the relayers.
    address public pool;

    /// @notice Whether an account is a relayer of the bridge.
    mapping(address => bool) public isRelayer;

    /// @notice The announced slash, zero if there is none.
    uint256 public announcedBps;

    /// @notice The time from which the announced slash is taken.
    uint256 public effectiveAt;

    /**
     * @notice The pool was set.
     * @param pool The pool.
     */
    event PoolSet(address pool);

    /**
     * @notice A relayer was added or removed.
     * @param relayer The relayer.
     * @param active Whether it is a relayer now.
     */
    event RelayerSet(address indexed relayer, bool active);

    /**
     * @notice A slash was announced.
     * @param relayer The relayer that is the reason.
     * @param bps The part of the stake.
     * @param effectiveAt The time from which it is taken.
     */
    event SlashAnnounced(address indexed relayer, uint256 bps, uint256 effectiveAt);

    /// @notice The announced slash was withdrawn.
    event SlashWithdrawn();

    /**
     * @notice Sets fund and slasher.
     * @param fund_ The fund.
     * @param slasher The account that announces slashes.
     */
    constructor(address payable fund_, address slasher) {
        require(fund_ != address(0), "SlashingManager: no fund");
        fund = fund_;
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
        _grantRole(SLASHER_ROLE, slasher);
    }

    /**
     * @notice Sets the pool, once.
     * @param pool_ The pool.
     */
    function setPool(address pool_) external onlyRole(DEFAULT_ADMIN_ROLE) {
        require(pool == address(0), "SlashingManager: pool is set");
        pool = pool_;
        emit PoolSet(pool_);
    }

    /**
     * @notice Adds or removes a relayer.
     * @param relayer The relayer.
     * @param active Whether it is a relayer from now on.
     */
    function setRelayer(address relayer, bool active) external onlyRole(DEFAULT_ADMIN_ROLE) {
        isRelayer[relayer] = active;
        emit RelayerSet(relayer, active);
    }

    /**
     * @notice Announces a slash of everything at stake. There is one at a time.
     * @param relayer The relayer that is the reason.
     * @param bps The part of the stake.
     */
    function announce(address relayer, uint256 bps) external onlyRole(SLASHER_ROLE) {
        require(isRelayer[relayer], "SlashingManager: not a relayer");
        require(announcedBps == 0, "SlashingManager: one at a time");
        require(bps != 0 && bps <= MAX_SLASH_BPS, "SlashingManager: bad size");
        announcedBps = bps;
        effectiveAt = block.timestamp + NOTICE;
        emit SlashAnnounced(relayer, bps, effectiveAt);
    }

    /// @notice Withdraws an announcement that has not become effective.
    function withdraw() external onlyRole(SLASHER_ROLE) {
        require(announcedBps != 0 && block.timestamp < effectiveAt, "SlashingManager: nothing to withdraw");
        announcedBps = 0;
        emit SlashWithdrawn();
    }

    /**
     * @notice Hands an effective slash to the pool.
     * @return bps The part of the stake, zero if none is effective.
     */
    function take() external returns (uint256 bps) {
        require(msg.sender == pool, "SlashingManager: not the pool");
        if (block.timestamp < effectiveAt) return 0;
        bps = announcedBps;
        announcedBps = 0;
    }
}
