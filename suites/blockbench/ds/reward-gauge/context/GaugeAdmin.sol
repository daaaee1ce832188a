// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

/// @title GaugeAdmin
/// @notice The roles of a gauge. New stakes can be paused; nobody can be kept from leaving.
abstract contract GaugeAdmin is AccessControl, Pausable {
    bytes32 public constant FUNDER_ROLE = keccak256("FUNDER_ROLE");
    bytes32 public constant GUARDIAN_ROLE = keccak256("GUARDIAN_ROLE");

    /// @param admin Who grants all roles.
    constructor(address admin) {
        require(admin != address(0), "GaugeAdmin: zero admin");
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
    }

    /// @notice Stops new stakes.
    function pause() external onlyRole(GUARDIAN_ROLE) {
        _pause();
    }

    /// @notice Lets stakes in again.
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }
}
