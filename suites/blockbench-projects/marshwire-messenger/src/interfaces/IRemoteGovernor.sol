// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

/// Carries out what a council in another domain has decided.
interface IRemoteGovernor {
    /// A call to a contract of this domain.
    struct Call {
        address target;
        bytes data;
    }

    event DecisionReceived(bytes32 indexed decision, uint256 readyAt);
    event DecisionVetoed(bytes32 indexed decision);
    event DecisionExecuted(bytes32 indexed decision, address indexed executor);
}
