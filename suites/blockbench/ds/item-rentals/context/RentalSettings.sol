// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

/**
 * @title RentalSettings
 * @notice The settings of a market and the roles that may change them.
 */
abstract contract RentalSettings is AccessControl, Pausable {
    bytes32 public constant MANAGER_ROLE = keccak256("MANAGER_ROLE");
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");
    uint256 public constant MAX_FEE_RATE = 1_000;
    uint256 internal constant _WHOLE = 10_000;

    /// @notice The part of rental fees that is the market's, of 10,000.
    uint256 public feeRate;

    /// @notice Collections whose items may be listed. They are plain ERC-721 contracts without code of their own on transfers.
    mapping(address collection => bool) public isSupported;

    event FeeRateSet(uint256 feeRate);
    event CollectionSet(address indexed collection, bool supported);

    /**
     * @param admin The account that grants roles.
     * @param feeRate_ The first fee rate.
     */
    constructor(address admin, uint256 feeRate_) {
        require(admin != address(0), "RentalSettings: no admin");
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _setFeeRate(feeRate_);
    }

    /**
     * @notice Sets the fee rate of rentals that begin from now on.
     * @param feeRate_ The fee rate.
     */
    function setFeeRate(uint256 feeRate_) external onlyRole(MANAGER_ROLE) {
        _setFeeRate(feeRate_);
    }

    /**
     * @notice Allows new listings of a collection, or ends that.
     * @param collection The collection.
     * @param supported Whether its items may be listed.
     */
    function setCollection(address collection, bool supported) external onlyRole(MANAGER_ROLE) {
        isSupported[collection] = supported;
        emit CollectionSet(collection, supported);
    }

    /// @notice Stops new listings and rentals. Items and collateral can still be taken back.
    function pause() external onlyRole(PAUSER_ROLE) {
        _pause();
    }

    /// @notice Allows new listings and rentals again.
    function unpause() external onlyRole(PAUSER_ROLE) {
        _unpause();
    }

    function _setFeeRate(uint256 feeRate_) private {
        require(feeRate_ <= MAX_FEE_RATE, "RentalSettings: fee rate too high");
        feeRate = feeRate_;
        emit FeeRateSet(feeRate_);
    }
}
