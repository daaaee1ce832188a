// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";

/**
 * @title ProtocolRoles
 * @notice Roles that the contracts of the protocol share.
 * @dev Each contract keeps its own members. The deployer is the administrator until it hands over.
 */
abstract contract ProtocolRoles is AccessControl {
    /// @notice May change lists and parameters.
    bytes32 public constant GOVERNOR_ROLE = keccak256("GOVERNOR_ROLE");

    /// @notice May stop a gauge, and nothing else.
    bytes32 public constant GUARDIAN_ROLE = keccak256("GUARDIAN_ROLE");

    /// @notice May submit ballots for the owners of positions.
    bytes32 public constant RELAY_ROLE = keccak256("RELAY_ROLE");

    /// @notice May mint the token.
    bytes32 public constant MINTER_ROLE = keccak256("MINTER_ROLE");

    constructor() {
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
        _grantRole(GOVERNOR_ROLE, msg.sender);
    }

    /**
     * @notice Gives the administration and the role of the governor to one account, and gives up both.
     * @param governor Account that governs from now on.
     */
    function handOver(address governor) external onlyRole(DEFAULT_ADMIN_ROLE) {
        require(governor != address(0) && governor != msg.sender, "ProtocolRoles: invalid governor");
        _grantRole(DEFAULT_ADMIN_ROLE, governor);
        _grantRole(GOVERNOR_ROLE, governor);
        _revokeRole(GOVERNOR_ROLE, msg.sender);
        _revokeRole(DEFAULT_ADMIN_ROLE, msg.sender);
    }
}
