// SPDX-License-Identifier: GPL-3.0-only
pragma solidity 0.8.30;

/// @title Governed
/// @notice One account sets parameters. It names its successor, which has to accept.
abstract contract Governed {
    /// @notice The account that sets parameters.
    address public governor;

    /// @notice The account that may become the governor.
    address public nextGovernor;

    /// @notice Emitted when another account governs.
    event GovernorChanged(address indexed from, address indexed to);

    /// @notice The caller is not the governor, or not the next one.
    error NotGovernor(address caller);

    /// @dev Restricts a function to the governor.
    modifier onlyGovernor() {
        if (msg.sender != governor) revert NotGovernor(msg.sender);
        _;
    }

    /// @notice Names the next governor.
    /// @param next The account, which has to accept.
    function offerGovernance(address next) external onlyGovernor {
        nextGovernor = next;
    }

    /// @notice Accepts to govern.
    function acceptGovernance() external {
        if (msg.sender != nextGovernor) revert NotGovernor(msg.sender);
        nextGovernor = address(0);
        _setGovernor(msg.sender);
    }

    /// @dev Replaces the governor.
    /// @param to The account that governs from now on.
    function _setGovernor(address to) internal {
        emit GovernorChanged(governor, to);
        governor = to;
    }
}
