// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

/// Where the fees of messages wait until the messages have been handled.
interface IRelayFees {
    event FeePaid(bytes32 indexed identifier, uint256 amount);
    event FeeEarned(bytes32 indexed identifier, address indexed relayer, uint256 amount);
    event FeesCollected(address indexed relayer, address indexed receiver, uint256 amount);
    event ReporterConnected(uint32 indexed domain, address indexed reporter);

    /// Takes the fees of new messages from the outbox.
    function escrow(bytes32[] calldata identifiers, uint256[] calldata fees, uint32[] calldata destinations)
        external
        payable;
}
