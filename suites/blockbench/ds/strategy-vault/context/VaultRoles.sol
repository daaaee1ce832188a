// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

/// @title VaultRoles
/// @notice Who may do what with a vault.
abstract contract VaultRoles is AccessControl, Pausable {
    /// @notice May allocate and release assets.
    bytes32 public constant STRATEGIST_ROLE = keccak256("STRATEGIST_ROLE");

    /// @notice May set caps, limits and the fee.
    bytes32 public constant CURATOR_ROLE = keccak256("CURATOR_ROLE");

    /// @notice May pause.
    bytes32 public constant GUARDIAN_ROLE = keccak256("GUARDIAN_ROLE");

    /// @param admin The account that grants roles.
    constructor(address admin) {
        require(admin != address(0), "VaultRoles: no admin");
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
    }

    /// @notice Stops deposits, allocations and harvests. Withdrawals go on.
    function pause() external onlyRole(GUARDIAN_ROLE) {
        _pause();
    }

    /// @notice Ends the pause.
    function unpause() external onlyRole(GUARDIAN_ROLE) {
        _unpause();
    }
}
