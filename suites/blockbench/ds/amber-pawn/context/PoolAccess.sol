// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

/// @title PoolAccess
/// @notice Roles, fee and pause of a pool.
abstract contract PoolAccess is AccessControl, Pausable {
    /// @notice May open the pool and set its fee.
    bytes32 public constant MANAGER_ROLE = keccak256("MANAGER_ROLE");

    /// @notice May pause the pool.
    bytes32 public constant GUARDIAN_ROLE = keccak256("GUARDIAN_ROLE");

    /// @notice The highest fee in basis points.
    uint256 public constant MAX_FEE_BPS = 100;

    /// @notice The fee on trades in basis points.
    uint256 public feeBps;

    /// @notice Emitted when the fee is set.
    /// @param feeBps The fee in basis points
    event FeeSet(uint256 feeBps);

    /// @notice Grants all roles to the administrator.
    /// @param admin The administrator
    /// @param feeBps_ The fee in basis points
    constructor(address admin, uint256 feeBps_) {
        require(admin != address(0), "PoolAccess: zero admin");
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(MANAGER_ROLE, admin);
        _grantRole(GUARDIAN_ROLE, admin);
        _setFee(feeBps_);
    }

    /// @notice Sets the fee on trades.
    /// @param feeBps_ The fee in basis points
    function setFee(uint256 feeBps_) external onlyRole(MANAGER_ROLE) {
        _setFee(feeBps_);
    }

    /// @notice Stops trades and additions. Liquidity can always be removed.
    function pause() external onlyRole(GUARDIAN_ROLE) {
        _pause();
    }

    /// @notice Resumes trades and additions.
    function unpause() external onlyRole(MANAGER_ROLE) {
        _unpause();
    }

    /// @dev Checks and stores the fee.
    /// @param feeBps_ The fee in basis points
    function _setFee(uint256 feeBps_) internal {
        require(feeBps_ <= MAX_FEE_BPS, "PoolAccess: fee too high");
        feeBps = feeBps_;
        emit FeeSet(feeBps_);
    }
}
