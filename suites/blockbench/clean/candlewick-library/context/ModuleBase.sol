// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.19;

import {IStakingHub} from "./IStakingHub.sol";

/// @title ModuleBase
/// @notice What all modules have in common: they run in the name of the hub.
abstract contract ModuleBase {
    address private immutable _self = address(this);

    /// @dev Refuses calls that do not come by way of the hub.
    modifier onlyInHub() {
        require(address(this) != _self, "ModuleBase: not in the hub");
        _;
    }

    /// @dev Lets nobody but the hub's admin pass.
    modifier onlyHubAdmin() {
        require(msg.sender == IStakingHub(address(this)).admin(), "ModuleBase: not the admin");
        _;
    }

    /// @dev Lets nobody pass who lacks a role of the hub.
    /// @param role The role.
    modifier onlyHubRole(bytes32 role) {
        require(IStakingHub(address(this)).hasRole(role, msg.sender), "ModuleBase: missing role");
        _;
    }
}
