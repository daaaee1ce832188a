// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

/**
 * @title PoolSettings
 * @notice Roles and settings of the pool.
 */
abstract contract PoolSettings is AccessControl, Pausable {
    /// @notice Pauses stakes and distributions.
    bytes32 public constant GUARDIAN_ROLE = keccak256("GUARDIAN_ROLE");

    /// @notice Sets the treasury, its part, the markets and the smallest stake.
    bytes32 public constant SETTINGS_ROLE = keccak256("SETTINGS_ROLE");

    /// @notice The largest part of the fees that the treasury gets, in basis points.
    uint256 public constant MAX_TREASURY_BPS = 2_000;

    /// @notice The largest value of the smallest stake.
    uint256 public constant MAX_MINIMUM_STAKE = 1_000e18;

    /// @notice The account that receives the treasury's part.
    address public treasury;

    /// @notice The treasury's part in basis points.
    uint256 public treasuryBps;

    /// @notice The smallest position.
    uint256 public minimumStake;

    /// @notice Whether fees are taken from a market.
    mapping(bytes32 market => bool) public isMarket;

    /**
     * @notice A market was added or removed.
     * @param market The market.
     * @param listed Whether fees are taken from it.
     */
    event MarketSet(bytes32 indexed market, bool listed);

    /**
     * @notice The treasury has changed.
     * @param treasury The treasury.
     * @param treasuryBps Its part in basis points.
     */
    event TreasurySet(address indexed treasury, uint256 treasuryBps);

    /**
     * @notice The smallest stake has changed.
     * @param minimumStake The smallest position.
     */
    event MinimumStakeSet(uint256 minimumStake);

    /**
     * @notice Sets administrator, treasury and smallest stake.
     * @param admin The account that grants roles.
     * @param treasury_ The treasury.
     * @param treasuryBps_ Its part in basis points.
     * @param minimumStake_ The smallest position.
     */
    constructor(address admin, address treasury_, uint256 treasuryBps_, uint256 minimumStake_) {
        require(admin != address(0), "PoolSettings: zero admin");
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _setTreasury(treasury_, treasuryBps_);
        _setMinimumStake(minimumStake_);
    }

    /**
     * @notice Changes the treasury and its part of later distributions.
     * @param treasury_ The treasury.
     * @param treasuryBps_ Its part in basis points.
     */
    function setTreasury(address treasury_, uint256 treasuryBps_) external onlyRole(SETTINGS_ROLE) {
        _setTreasury(treasury_, treasuryBps_);
    }

    /**
     * @notice Changes the smallest position that a stake may lead to.
     * @param minimumStake_ The smallest position.
     */
    function setMinimumStake(uint256 minimumStake_) external onlyRole(SETTINGS_ROLE) {
        _setMinimumStake(minimumStake_);
    }

    /**
     * @notice Adds or removes a market.
     * @param market The market.
     * @param listed Whether fees are taken from it.
     */
    function setMarket(bytes32 market, bool listed) external onlyRole(SETTINGS_ROLE) {
        require(market != bytes32(0), "PoolSettings: zero market");
        isMarket[market] = listed;
        emit MarketSet(market, listed);
    }

    /// @notice Pauses stakes and distributions. Stakers can always unstake and claim.
    function pause() external onlyRole(GUARDIAN_ROLE) {
        _pause();
    }

    /// @notice Ends a pause.
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    /**
     * @dev Sets the treasury within its bound.
     * @param treasury_ The treasury.
     * @param treasuryBps_ Its part in basis points.
     */
    function _setTreasury(address treasury_, uint256 treasuryBps_) internal {
        require(treasury_ != address(0), "PoolSettings: zero treasury");
        require(treasuryBps_ <= MAX_TREASURY_BPS, "PoolSettings: part too large");
        treasury = treasury_;
        treasuryBps = treasuryBps_;
        emit TreasurySet(treasury_, treasuryBps_);
    }

    /**
     * @dev Sets the smallest position within its bound.
     * @param minimumStake_ The smallest position.
     */
    function _setMinimumStake(uint256 minimumStake_) internal {
        require(minimumStake_ <= MAX_MINIMUM_STAKE, "PoolSettings: minimum too large");
        minimumStake = minimumStake_;
        emit MinimumStakeSet(minimumStake_);
    }
}
