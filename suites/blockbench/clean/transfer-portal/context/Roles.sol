// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

/// @title Roles
/// @notice Who may do what.
abstract contract Roles {
    bytes32 public constant ADMIN = keccak256("ADMIN");

    mapping(bytes32 => mapping(address => bool)) public hasRole;

    /// @notice Emitted when an account gets a role.
    event RoleGranted(bytes32 indexed role, address indexed account);

    /// @notice Emitted when an account loses a role.
    event RoleRevoked(bytes32 indexed role, address indexed account);

    /// @dev Lets the holders of a role pass.
    modifier onlyRole(bytes32 role) {
        _requireRole(role);
        _;
    }

    /// @notice Gives a role to an account.
    /// @param role The role.
    /// @param account The account.
    function grantRole(bytes32 role, address account) external onlyRole(ADMIN) {
        _grantRole(role, account);
    }

    /// @notice Takes a role from an account.
    /// @param role The role.
    /// @param account The account.
    function revokeRole(bytes32 role, address account) external onlyRole(ADMIN) {
        _revokeRole(role, account);
    }

    /// @notice Gives up a role of one's own.
    /// @param role The role.
    function renounceRole(bytes32 role) external {
        _revokeRole(role, msg.sender);
    }

    function _grantRole(bytes32 role, address account) internal {
        hasRole[role][account] = true;
        emit RoleGranted(role, account);
    }

    function _revokeRole(bytes32 role, address account) private {
        hasRole[role][account] = false;
        emit RoleRevoked(role, account);
    }

    function _requireRole(bytes32 role) private view {
        require(hasRole[role][msg.sender], "Roles: not authorized");
    }
}
