// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

/**
 * @title LockerRoles
 * @notice Roles, the pause and the fee on rewards.
 */
abstract contract LockerRoles is AccessControl, Pausable {
    /// @notice The role that brings rewards.
    bytes32 public constant DISTRIBUTOR_ROLE = keccak256("DISTRIBUTOR_ROLE");

    /// @notice The role that starts and ends a pause.
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

    /// @notice The largest fee in basis points.
    uint256 public constant MAX_FEE = 1_000;

    /// @notice The account that gets the fee on rewards.
    address public treasury;

    /// @notice The fee on rewards in basis points.
    uint256 public feeBps;

    /**
     * @notice The fee has changed.
     * @param treasury The account that gets it.
     * @param feeBps The fee in basis points.
     */
    event FeeSet(address indexed treasury, uint256 feeBps);

    /**
     * @notice Gives all roles to one account.
     * @param admin The account.
     */
    constructor(address admin) {
        require(admin != address(0), "LockerRoles: no admin");
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(DISTRIBUTOR_ROLE, admin);
        _grantRole(PAUSER_ROLE, admin);
        treasury = admin;
    }

    /**
     * @notice Starts a pause.
     */
    function pause() external onlyRole(PAUSER_ROLE) {
        _pause();
    }

    /**
     * @notice Ends a pause.
     */
    function unpause() external onlyRole(PAUSER_ROLE) {
        _unpause();
    }

    /**
     * @notice Sets the fee for rewards that are brought from now on.
     * @param treasury_ The account that gets it.
     * @param feeBps_ The fee in basis points.
     */
    function setFee(address treasury_, uint256 feeBps_) external onlyRole(DEFAULT_ADMIN_ROLE) {
        require(treasury_ != address(0), "LockerRoles: no treasury");
        require(feeBps_ <= MAX_FEE, "LockerRoles: fee");
        treasury = treasury_;
        feeBps = feeBps_;
        emit FeeSet(treasury_, feeBps_);
    }
}
