// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {IAuthority, Role} from "../interfaces/IAuthority.sol";

/// @title Authority
/// @notice Roles of a deployment, which the owner gives with a delay and takes away at once.
/// @dev The delay starts at zero, so that a deployment can be completed in one go. It can only be raised.
contract Authority is IAuthority {
    /// @notice Account that gives and takes roles.
    address public owner;

    /// @notice Account that may take the ownership.
    address public pendingOwner;

    /// @inheritdoc IAuthority
    uint256 public delay;

    /// @inheritdoc IAuthority
    mapping(Role role => mapping(address account => bool)) public hasRole;

    /// @notice When a proposal can be enacted. Zero if there is none.
    mapping(Role role => mapping(address account => uint256)) public grantableAt;

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        _;
    }

    constructor() {
        owner = msg.sender;
        emit OwnerChanged(address(0), msg.sender);
    }

    /// @inheritdoc IAuthority
    function propose(Role role, address account) external onlyOwner {
        if (account == address(0)) revert ZeroAccount();
        if (hasRole[role][account]) revert AlreadyGranted(role, account);
        uint256 readyAt = block.timestamp + delay;
        grantableAt[role][account] = readyAt;
        emit GrantProposed(role, account, readyAt);
    }

    /// @inheritdoc IAuthority
    function cancel(Role role, address account) external {
        if (msg.sender != owner && !hasRole[Role.Guardian][msg.sender]) revert NotOwnerOrGuardian(msg.sender);
        if (grantableAt[role][account] == 0) revert NothingProposed(role, account);
        delete grantableAt[role][account];
        emit GrantCancelled(role, account);
    }

    /// @inheritdoc IAuthority
    function enact(Role role, address account) external {
        uint256 readyAt = grantableAt[role][account];
        if (readyAt == 0) revert NothingProposed(role, account);
        if (block.timestamp < readyAt) revert StillWaiting(readyAt);
        delete grantableAt[role][account];
        hasRole[role][account] = true;
        emit Granted(role, account);
    }

    /// @inheritdoc IAuthority
    /// @dev A proposal that waits goes with the role, so that it cannot bring the role back.
    function revoke(Role role, address account) external onlyOwner {
        delete grantableAt[role][account];
        hasRole[role][account] = false;
        emit Revoked(role, account);
    }

    /// @inheritdoc IAuthority
    function raiseDelay(uint256 delay_) external onlyOwner {
        if (delay_ <= delay) revert DelayNotRaised(delay_);
        delay = delay_;
        emit DelayRaised(delay_);
    }

    /// @inheritdoc IAuthority
    function offerOwnership(address account) external onlyOwner {
        pendingOwner = account;
        emit OwnerProposed(account);
    }

    /// @inheritdoc IAuthority
    function acceptOwnership() external {
        if (msg.sender != pendingOwner) revert NotPendingOwner(msg.sender);
        emit OwnerChanged(owner, msg.sender);
        owner = msg.sender;
        delete pendingOwner;
    }
}
