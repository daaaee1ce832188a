// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {AccessControl} from "@openzeppelin/contracts@4.9.6/access/AccessControl.sol";
import {Pausable} from "@openzeppelin/contracts@4.9.6/security/Pausable.sol";

/**
 * @title PoolSettings
 * @notice Roles and settings of the pool.
 */
abstract contract PoolSettings is AccessControl, Pausable {
    /// @notice Role that adds rewards.
    bytes32 public constant REWARDER_ROLE = keccak256("REWARDER_ROLE");

    /// @notice Role that stops new stakes.
    bytes32 public constant GUARDIAN_ROLE = keccak256("GUARDIAN_ROLE");

    /// @notice One hundred percent in basis points.
    uint256 public constant BPS = 10_000;

    /// @notice The largest fee on rewards.
    uint256 public constant MAX_FEE_BPS = 2_000;

    /// @notice The fee on rewards.
    uint256 public rewardFeeBps;

    /// @notice The most ether that is staked.
    uint256 public depositCap;

    /// @notice The receiver of fees.
    address payable public treasury;

    /**
     * @notice The fee on rewards was set.
     * @param bps The fee.
     */
    event RewardFeeSet(uint256 bps);

    /**
     * @notice The cap was set.
     * @param cap The most ether that is staked.
     */
    event DepositCapSet(uint256 cap);

    /**
     * @notice The treasury was set.
     * @param treasury The receiver of fees.
     */
    event TreasurySet(address treasury);

    /**
     * @notice Sets roles and treasury.
     * @param treasury_ The receiver of fees.
     * @param rewarder The account that adds rewards.
     * @param guardian The account that stops new stakes.
     */
    constructor(address payable treasury_, address rewarder, address guardian) {
        _setTreasury(treasury_);
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
        _grantRole(REWARDER_ROLE, rewarder);
        _grantRole(GUARDIAN_ROLE, guardian);
    }

    /**
     * @notice Sets the fee on rewards.
     * @param bps The fee.
     */
    function setRewardFee(uint256 bps) external onlyRole(DEFAULT_ADMIN_ROLE) {
        require(bps <= MAX_FEE_BPS, "PoolSettings: fee too high");
        rewardFeeBps = bps;
        emit RewardFeeSet(bps);
    }

    /**
     * @notice Sets the cap. A cap below the stake stops new stakes.
     * @param cap The most ether that is staked.
     */
    function setDepositCap(uint256 cap) external onlyRole(DEFAULT_ADMIN_ROLE) {
        depositCap = cap;
        emit DepositCapSet(cap);
    }

    /**
     * @notice Sets the treasury.
     * @param treasury_ The receiver of fees.
     */
    function setTreasury(address payable treasury_) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setTreasury(treasury_);
    }

    /// @notice Stops new stakes.
    function pause() external onlyRole(GUARDIAN_ROLE) {
        _pause();
    }

    /// @notice Allows new stakes again.
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    /**
     * @dev Sets the treasury.
     * @param treasury_ The receiver of fees.
     */
    function _setTreasury(address payable treasury_) internal {
        require(treasury_ != address(0), "PoolSettings: no treasury");
        treasury = treasury_;
        emit TreasurySet(treasury_);
    }
}
