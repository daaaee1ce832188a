// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {ISteward} from "../interfaces/IGovernance.sol";

/**
 * @title Stewarded
 * @notice Base of contracts that ask the steward who is calling.
 */
abstract contract Stewarded {
    /// @notice Keeper of the roles.
    ISteward public immutable steward;

    /// @dev Lets governors through.
    modifier onlyGovernor() {
        require(steward.isGovernor(msg.sender), "Stewarded: not a governor");
        _;
    }

    /// @dev Lets curators through.
    modifier onlyCurator() {
        require(steward.isCurator(msg.sender), "Stewarded: not a curator");
        _;
    }

    /// @dev Lets guardians through.
    modifier onlyGuardian() {
        require(steward.isGuardian(msg.sender), "Stewarded: not a guardian");
        _;
    }

    /**
     * @notice Sets the keeper of the roles.
     * @param steward_ Keeper of the roles.
     */
    constructor(ISteward steward_) {
        steward = steward_;
    }
}
