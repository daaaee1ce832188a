// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

/// @notice What an account may do.
/// @dev Curators choose strategies, caps and fees. Allocators move assets within them. Guardians stop what waits.
enum Role {
    Curator,
    Allocator,
    Guardian
}

/// @title IAuthority
/// @notice Keeper of the roles of a deployment.
interface IAuthority {
    error NotOwner(address caller);
    error NotPendingOwner(address caller);
    error NotOwnerOrGuardian(address caller);
    error ZeroAccount();
    error AlreadyGranted(Role role, address account);
    error NothingProposed(Role role, address account);
    error StillWaiting(uint256 readyAt);
    error DelayNotRaised(uint256 delay);

    event GrantProposed(Role indexed role, address indexed account, uint256 readyAt);
    event GrantCancelled(Role indexed role, address indexed account);
    event Granted(Role indexed role, address indexed account);
    event Revoked(Role indexed role, address indexed account);
    event OwnerProposed(address indexed account);
    event OwnerChanged(address indexed from, address indexed to);
    event DelayRaised(uint256 delay);

    /// @notice Propose an account for a role. Owner only.
    function propose(Role role, address account) external;

    /// @notice Stop a proposal. Owner and guardians.
    function cancel(Role role, address account) external;

    /// @notice Give an account the role that it was proposed for. Anybody, once the delay has passed.
    function enact(Role role, address account) external;

    /// @notice Take a role away, at once. Owner only.
    function revoke(Role role, address account) external;

    /// @notice Make everything wait longer. Owner only.
    function raiseDelay(uint256 delay) external;

    /// @notice Offer the ownership. Owner only.
    function offerOwnership(address account) external;

    /// @notice Take an ownership that was offered.
    function acceptOwnership() external;

    /// @notice Time that loosening actions wait. Zero until the deployment is complete.
    function delay() external view returns (uint256);

    function hasRole(Role role, address account) external view returns (bool);
}
