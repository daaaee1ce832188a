// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IVotingPower} from "./IVotingPower.sol";

/// @notice Holds the treasury and makes the calls that token holders have voted for.
contract TreasuryGovernor {
    error BelowThreshold(uint256 votes, uint256 threshold);
    error VotingClosed(uint256 id);
    error AlreadyVoted(uint256 id, address account);
    error OnlyProposer(address proposer);
    error ProposalClosed(uint256 id);
    error NotExecutable(uint256 id);
    error ProposalDefeated(uint256 id);
    error CallFailed(bytes result);

    struct Proposal {
        address proposer;
        address target;
        uint256 value;
        bytes data;
        uint256 snapshot;
        uint256 votesFor;
        uint256 votesAgainst;
        bool closed;
    }

    /// @dev In blocks.
    uint256 public constant VOTING_PERIOD = 50_400;
    uint256 public constant EXECUTION_DELAY = 14_400;
    uint256 public constant EXECUTION_WINDOW = 100_800;

    uint256 public constant QUORUM_PERCENT = 40;

    IVotingPower public immutable token;
    Proposal[] public proposals;
    mapping(uint256 id => mapping(address account => bool)) public hasVoted;

    event Proposed(uint256 indexed id, address indexed proposer, address target, uint256 value, bytes data);
    event Voted(uint256 indexed id, address indexed account, bool support, uint256 votes);
    event Cancelled(uint256 indexed id);
    event Executed(uint256 indexed id);

    constructor(IVotingPower token_) {
        token = token_;
    }

    receive() external payable {}

    /// @notice One per cent of the supply may propose.
    function propose(address target, uint256 value, bytes calldata data) external returns (uint256 id) {
        uint256 votes = token.getPastVotes(msg.sender, block.number - 1);
        uint256 threshold = token.getPastTotalSupply(block.number - 1) / 100;
        if (votes < threshold) revert BelowThreshold(votes, threshold);
        id = proposals.length;
        proposals.push(Proposal(msg.sender, target, value, data, block.number, 0, 0, false));
        emit Proposed(id, msg.sender, target, value, data);
    }

    function castVote(uint256 id, bool support) external {
        Proposal storage proposal = proposals[id];
        if (block.number <= proposal.snapshot || block.number > proposal.snapshot + VOTING_PERIOD) revert VotingClosed(id);
        if (hasVoted[id][msg.sender]) revert AlreadyVoted(id, msg.sender);
        hasVoted[id][msg.sender] = true;
        uint256 votes = token.getPastVotes(msg.sender, proposal.snapshot);
        if (support) proposal.votesFor += votes;
        else proposal.votesAgainst += votes;
        emit Voted(id, msg.sender, support, votes);
    }

    function cancel(uint256 id) external {
        Proposal storage proposal = proposals[id];
        if (msg.sender != proposal.proposer) revert OnlyProposer(proposal.proposer);
        if (proposal.closed) revert ProposalClosed(id);
        proposal.closed = true;
        emit Cancelled(id);
    }

    function execute(uint256 id) external {
        Proposal storage proposal = proposals[id];
        if (proposal.closed) revert ProposalClosed(id);
        uint256 opens = proposal.snapshot + VOTING_PERIOD + EXECUTION_DELAY;
        if (block.number <= opens || block.number > opens + EXECUTION_WINDOW) revert NotExecutable(id);
        uint256 quorum = (token.getPastTotalSupply(proposal.snapshot) * QUORUM_PERCENT) / 100;
        if (proposal.votesFor < quorum || proposal.votesFor <= proposal.votesAgainst) revert ProposalDefeated(id);
        proposal.closed = true;
        (bool success, bytes memory result) = proposal.target.call{value: proposal.value}(proposal.data);
        if (!success) revert CallFailed(result);
        emit Executed(id);
    }
}
