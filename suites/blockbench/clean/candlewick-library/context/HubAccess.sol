// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.19;

import {IStakingHub} from "./IStakingHub.sol";

/// @title HubAccess
/// @notice The admin of the hub and the roles that the admin grants.
abstract contract HubAccess is IStakingHub {
    /// @notice The role that halts modules.
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

    /// @inheritdoc IStakingHub
    address public override admin;

    /// @notice The account that has been nominated as the next admin.
    address public pendingAdmin;

    mapping(bytes32 => mapping(address => bool)) private _roles;

    /// @notice A role was granted.
    /// @param role The role.
    /// @param account The account.
    event RoleGranted(bytes32 indexed role, address indexed account);

    /// @notice A role was revoked.
    /// @param role The role.
    /// @param account The account.
    event RoleRevoked(bytes32 indexed role, address indexed account);

    /// @notice There is another admin.
    /// @param admin The admin.
    event AdminChanged(address indexed admin);

    /// @dev Lets nobody but the admin pass.
    modifier onlyAdmin() {
        require(msg.sender == admin, "HubAccess: not the admin");
        _;
    }

    /// @dev Lets nobody pass who lacks a role.
    /// @param role The role.
    modifier onlyRole(bytes32 role) {
        require(_roles[role][msg.sender], "HubAccess: missing role");
        _;
    }

    /// @notice Sets the first admin.
    /// @param admin_ The admin.
    constructor(address admin_) {
        require(admin_ != address(0), "HubAccess: no admin");
        admin = admin_;
        emit AdminChanged(admin_);
    }

    /// @notice Grants a role.
    /// @param role The role.
    /// @param account The account.
    function grantRole(bytes32 role, address account) external onlyAdmin {
        _roles[role][account] = true;
        emit RoleGranted(role, account);
    }

    /// @notice Revokes a role.
    /// @param role The role.
    /// @param account The account.
    function revokeRole(bytes32 role, address account) external onlyAdmin {
        _roles[role][account] = false;
        emit RoleRevoked(role, account);
    }

    /// @notice Nominates the next admin, or nobody.
    /// @param account The account.
    function nominateAdmin(address account) external onlyAdmin {
        pendingAdmin = account;
    }

    /// @inheritdoc IStakingHub
    function hasRole(bytes32 role, address account) external view override returns (bool) {
        return _roles[role][account];
    }

    /// @dev Makes an account the admin.
    /// @param account The account.
    function _setAdmin(address account) internal {
        admin = account;
        pendingAdmin = address(0);
        emit AdminChanged(account);
    }
}
