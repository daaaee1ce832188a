// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/**
 * @title ICommunityTreasury
 * @notice Proposals to pay out of a common treasury.
 */
interface ICommunityTreasury {
    /**
     * @notice A proposal.
     * @param payee The account to be paid.
     * @param amount The amount in wei.
     * @param snapshot The block whose shares vote.
     * @param closesAt The end of the vote.
     * @param closed Whether it was executed or canceled.
     * @param ayes The shares in favor.
     * @param noes The shares against.
     */
    struct Proposal {
        address payable payee;
        uint256 amount;
        uint256 snapshot;
        uint256 closesAt;
        bool closed;
        uint256 ayes;
        uint256 noes;
    }

    /**
     * @notice Ether was received.
     * @param from The sender.
     * @param amount The amount in wei.
     */
    event Received(address indexed from, uint256 amount);

    /**
     * @notice A payment was proposed.
     * @param id The proposal.
     * @param proposer The member who proposed it.
     * @param payee The account to be paid.
     * @param amount The amount in wei.
     * @param purpose What it is for.
     */
    event Proposed(uint256 indexed id, address indexed proposer, address payee, uint256 amount, string purpose);

    /**
     * @notice A member has voted.
     * @param id The proposal.
     * @param member The member.
     * @param aye Whether the vote is in favor.
     * @param shares The shares that were counted.
     */
    event Voted(uint256 indexed id, address indexed member, bool aye, uint256 shares);

    /**
     * @notice A proposal was executed.
     * @param id The proposal.
     * @param payee The account that was paid.
     * @param amount The amount in wei.
     */
    event Executed(uint256 indexed id, address payee, uint256 amount);

    /**
     * @notice A proposal was canceled.
     * @param id The proposal.
     */
    event Canceled(uint256 indexed id);

    /**
     * @notice Proposes a payment.
     * @param payee The account to be paid.
     * @param amount The amount in wei.
     * @param purpose What it is for.
     * @return id The proposal.
     */
    function propose(address payable payee, uint256 amount, string calldata purpose) external returns (uint256 id);

    /**
     * @notice Votes on a proposal.
     * @param id The proposal.
     * @param aye Whether the vote is in favor.
     */
    function castVote(uint256 id, bool aye) external;

    /**
     * @notice Pays what a proposal says.
     * @param id The proposal.
     */
    function execute(uint256 id) external;
}
