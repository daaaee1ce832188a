// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title Governed
/// @notice One account governs a contract. Another one governs it only after it has said that it wants to.
abstract contract Governed {
    error NotGovernor();
    error NotOffered();

    event Offered(address indexed to);
    event GovernorSet(address indexed governor);

    address public governor;
    address public offeredTo;

    modifier onlyGovernor() {
        if (msg.sender != governor) revert NotGovernor();
        _;
    }

    constructor() {
        governor = msg.sender;
        emit GovernorSet(msg.sender);
    }

    /// @notice Offer the contract to another account.
    function offer(address to) external onlyGovernor {
        offeredTo = to;
        emit Offered(to);
    }

    /// @notice Accept the offer. It can be accepted once.
    function accept() external {
        if (msg.sender != offeredTo) revert NotOffered();
        governor = msg.sender;
        offeredTo = address(0);
        emit GovernorSet(msg.sender);
    }
}
