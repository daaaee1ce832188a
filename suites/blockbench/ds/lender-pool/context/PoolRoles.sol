// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {Initializable} from "@openzeppelin/contracts@5.4.0/proxy/utils/Initializable.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

/**
 * @title PoolRoles
 * @notice Who may do what in a pool.
 */
abstract contract PoolRoles is AccessControl, Pausable, Initializable {
    /// @notice Offers loans.
    bytes32 public constant MANAGER_ROLE = keccak256("MANAGER_ROLE");

    /// @notice Stops deposits and new loans.
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

    /// @dev The only account that can initialize the pool.
    address private immutable _deployer = msg.sender;

    /**
     * @notice Stops deposits and new loans.
     */
    function pause() external onlyRole(PAUSER_ROLE) {
        _pause();
    }

    /**
     * @notice Allows deposits and new loans again.
     */
    function unpause() external onlyRole(PAUSER_ROLE) {
        _unpause();
    }

    /**
     * @dev Hands out the roles.
     * @param admin Who hands out roles from now on.
     * @param manager The first manager.
     * @param pauser The first pauser.
     */
    function _initializeRoles(address admin, address manager, address pauser) internal {
        require(msg.sender == _deployer, "PoolRoles: not the deployer");
        require(admin != address(0), "PoolRoles: no admin");
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(MANAGER_ROLE, manager);
        _grantRole(PAUSER_ROLE, pauser);
    }
}
