// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/**
 * @title AccessRoles
 * @notice Roles of accounts, which the administrators grant and revoke.
 */
abstract contract AccessRoles {
    /// @notice Role of those who grant and revoke roles.
    bytes32 public constant ADMIN_ROLE = keccak256("ADMIN_ROLE");

    /// @notice Whether an account has a role.
    mapping(bytes32 => mapping(address => bool)) public hasRole;

    /// @notice Emitted when an account gets a role or loses it.
    event RoleChanged(bytes32 indexed role, address indexed account, bool granted);

    /**
     * @notice Lets accounts with a role through.
     * @param role The role.
     */
    modifier onlyRole(bytes32 role) {
        require(hasRole[role][msg.sender], "AccessRoles: role missing");
        _;
    }

    /**
     * @notice Grants a role.
     * @param role The role.
     * @param account The account that gets it.
     */
    function grantRole(bytes32 role, address account) external onlyRole(ADMIN_ROLE) {
        _setRole(role, account, true);
    }

    /**
     * @notice Revokes a role.
     * @param role The role.
     * @param account The account that loses it.
     */
    function revokeRole(bytes32 role, address account) external onlyRole(ADMIN_ROLE) {
        _setRole(role, account, false);
    }

    /**
     * @notice Sets whether an account has a role.
     * @param role The role.
     * @param account The account.
     * @param granted Whether it has the role from now on.
     */
    function _setRole(bytes32 role, address account, bool granted) internal {
        require(account != address(0), "AccessRoles: no account");
        hasRole[role][account] = granted;
        emit RoleChanged(role, account, granted);
    }
}
