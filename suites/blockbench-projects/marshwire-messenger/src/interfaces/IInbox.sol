// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

import {Messages} from "../libraries/Messages.sol";

/// Where messages of other domains arrive.
interface IInbox {
    /// What has happened to a message. A failed one can be tried again, or declared expired after its deadline.
    enum Status {
        Unknown,
        Failed,
        Delivered,
        Expired
    }

    /// Who gets the fee of a message.
    struct Handling {
        address relayer;
        uint32 originDomain;
        bool reported;
    }

    event CheckpointSubmitted(uint32 indexed originDomain, bytes32 indexed root, uint64 messageCount, uint256 usableFrom);
    event CheckpointRejected(uint32 indexed originDomain, bytes32 indexed root);
    event MessageHandled(bytes32 indexed identifier, Status status, address indexed relayer);
    event HandlingsReported(uint32 indexed originDomain, bytes32[] identifiers);

    /// Returns what has happened to a message.
    function statusOf(bytes32 identifier) external view returns (Status);
}
