// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {Initializable} from "@openzeppelin/contracts@5.4.0/proxy/utils/Initializable.sol";
import {ICommunityTreasury} from "./context/ICommunityTreasury.sol";
import {VotingShares} from "./context/VotingShares.sol";

/**
 * @title CommunityTreasury
 * @notice Pays out of a common treasury what more than half of all shares have voted for, whatever the turnout.
 */
contract CommunityTreasury is ICommunityTreasury, VotingShares, AccessControl, Initializable {
    /// @notice The role that cancels proposals.
    bytes32 public constant GUARDIAN_ROLE = keccak256("GUARDIAN_ROLE");

    /// @notice How long a vote is open.
    uint256 public constant VOTING_PERIOD = 6 days;

    /// @notice The time between the vote and the execution.
    uint256 public constant EXECUTION_DELAY = 2 days;

    /// @notice How long a proposal can be executed.
    uint256 public constant EXECUTION_WINDOW = 21 days;

    /// @notice The sum of all payments in wei.
    uint256 public totalPaid;

    /// @notice Whether a member has voted on a proposal.
    mapping(uint256 id => mapping(address member => bool)) public hasVoted;

    /// @dev All proposals.
    Proposal[] private _proposals;

    /**
     * @notice Sets the administrator, who initializes the treasury.
     * @param admin The administrator.
     */
    constructor(address admin) {
        require(admin != address(0), "CommunityTreasury: zero address");
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
    }

    /**
     * @notice Receives ether.
     */
    receive() external payable {
        emit Received(msg.sender, msg.value);
    }

    /**
     * @notice Issues the shares, once.
     * @param founders The first members; a member who is named twice gets two portions.
     * @param portion The shares of a portion.
     */
    function initialize(
        address[] calldata founders,
        uint256 portion
    ) external onlyRole(DEFAULT_ADMIN_ROLE) initializer {
        for (uint256 i = 0; i < founders.length; ++i) {
            _issueShares(founders[i], portion);
        }
        require(totalShares > 0, "CommunityTreasury: no shares");
    }

    /**
     * @inheritdoc ICommunityTreasury
     */
    function propose(
        address payable payee,
        uint256 amount,
        string calldata purpose
    ) external override returns (uint256 id) {
        require(payee != address(0), "CommunityTreasury: zero address");
        uint256 snapshot = block.number - 1;
        require(getPastShares(msg.sender, snapshot) > 0, "CommunityTreasury: no shares");
        id = _proposals.length;
        _proposals.push(Proposal(payee, amount, snapshot, block.timestamp + VOTING_PERIOD, false, 0, 0));
        emit Proposed(id, msg.sender, payee, amount, purpose);
    }

    /**
     * @inheritdoc ICommunityTreasury
     */
    function castVote(uint256 id, bool aye) external override {
        Proposal storage proposal = _proposals[id];
        require(block.timestamp < proposal.closesAt, "CommunityTreasury: voting closed");
        require(!hasVoted[id][msg.sender], "CommunityTreasury: already voted");
        uint256 shares = sharesOf(msg.sender);
        require(shares > 0, "CommunityTreasury: no shares");
        hasVoted[id][msg.sender] = true;
        if (aye) {
            proposal.ayes += shares;
        } else {
            proposal.noes += shares;
        }
        emit Voted(id, msg.sender, aye, shares);
    }

    /**
     * @inheritdoc ICommunityTreasury
     */
    function execute(uint256 id) external override {
        Proposal storage proposal = _proposals[id];
        uint256 from = proposal.closesAt + EXECUTION_DELAY;
        require(block.timestamp >= from, "CommunityTreasury: too early");
        require(block.timestamp < from + EXECUTION_WINDOW, "CommunityTreasury: expired");
        require(!proposal.closed, "CommunityTreasury: closed");
        require(_hasMajority(proposal), "CommunityTreasury: no majority");
        proposal.closed = true;
        totalPaid += proposal.amount;
        emit Executed(id, proposal.payee, proposal.amount);
        (bool success, ) = proposal.payee.call{value: proposal.amount}("");
        require(success, "CommunityTreasury: payment failed");
    }

    /**
     * @notice Cancels a proposal.
     * @param id The proposal.
     */
    function cancel(uint256 id) external onlyRole(GUARDIAN_ROLE) {
        Proposal storage proposal = _proposals[id];
        require(!proposal.closed, "CommunityTreasury: closed");
        proposal.closed = true;
        emit Canceled(id);
    }

    /**
     * @notice A proposal.
     * @param id The number of the proposal.
     * @return The proposal.
     */
    function getProposal(uint256 id) external view returns (Proposal memory) {
        return _proposals[id];
    }

    /**
     * @notice The ether of the treasury for each share, for display.
     * @return The amount in wei.
     */
    function balancePerShare() external view returns (uint256) {
        return address(this).balance / totalShares;
    }

    /**
     * @dev Whether more than half of all shares are in favor.
     * @param proposal The proposal.
     * @return Whether they are.
     */
    function _hasMajority(Proposal storage proposal) internal view returns (bool) {
        return proposal.ayes * 2 > totalShares;
    }
}
