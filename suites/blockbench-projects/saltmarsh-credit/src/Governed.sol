// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

/// @title Governed
/// @notice Base of contracts with parameters that the governor sets.
/// @dev The deployer governs a contract until it hands it over to the timelock, once, at the end of the deployment.
abstract contract Governed {
    /// @notice Account that sets the parameters.
    address public governor;

    /// @notice Emitted when another account becomes the governor.
    event GovernorSet(address indexed previous, address indexed next);

    /// @notice The caller is not the governor.
    error OnlyGovernor(address caller);

    /// @notice A governor is missing, or something was set before.
    error AlreadySet();

    modifier onlyGovernor() {
        if (msg.sender != governor) revert OnlyGovernor(msg.sender);
        _;
    }

    constructor() {
        governor = msg.sender;
        emit GovernorSet(address(0), msg.sender);
    }

    /// @notice Makes another account the governor.
    /// @param next The new governor.
    function handOver(address next) external onlyGovernor {
        if (next == address(0)) revert AlreadySet();
        emit GovernorSet(governor, next);
        governor = next;
    }
}
