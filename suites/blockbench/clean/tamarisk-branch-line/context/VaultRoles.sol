// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

/**
 * @title VaultRoles
 * @notice The roles of the vault, and its pause.
 */
abstract contract VaultRoles is AccessControl, Pausable {
    /// @notice May pause deposits.
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

    /// @notice May move reserves from one kind to the other.
    bytes32 public constant OPERATOR_ROLE = keccak256("OPERATOR_ROLE");

    /**
     * @notice Gives all roles to one account, which may pass them on.
     * @param admin The account.
     */
    constructor(address admin) {
        require(admin != address(0), "VaultRoles: no admin");
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(PAUSER_ROLE, admin);
        _grantRole(OPERATOR_ROLE, admin);
    }

    /// @notice Stops deposits. Redemptions go on.
    function pause() external onlyRole(PAUSER_ROLE) {
        _pause();
    }

    /// @notice Lets deposits go on.
    function unpause() external onlyRole(PAUSER_ROLE) {
        _unpause();
    }
}
