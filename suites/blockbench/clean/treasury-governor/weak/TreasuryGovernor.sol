// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./context/IGovernance.sol";

/// @title  Treasury governor
/// @notice Holders propose calls of the timelock, vote on them, and anybody carries out what was decided.
/// @dev    The clock is the timestamp. Votes are those of the second in which the voting of a proposal begins.
contract TreasuryGovernor {
    enum State {
        Pending,
        Active,
        Defeated,
        Succeeded,
        Queued,
        Executed,
        Cancelled,
        Expired
    }

    struct Proposal {
        address proposer;
        uint48 snapshot;
        uint48 deadline;
        bool queued;
        bool executed;
        bool cancelled;
        bytes32 actionsHash;
        uint256 quorum;
        uint256 inFavour;
        uint256 against;
        uint256 abstaining;
    }

    uint256 public constant BASIS_POINTS = 10_000;
    uint256 public constant MAX_ACTIONS = 10;
    bytes32 public constant BALLOT_TYPE =
        keccak256("Ballot(address voter,uint256 proposalId,uint8 support,uint256 nonce,uint256 expiry)");

    IVotes public immutable token;
    ITimelock public immutable timelock;

    uint256 public votingDelay;
    uint256 public votingPeriod;
    uint256 public thresholdBps;
    uint256 public quorumBps;

    uint256 public proposalCount;
    mapping(uint256 => Proposal) public proposals;
    mapping(uint256 => mapping(address => bool)) public hasVoted;
    mapping(address => uint256) public latestProposal;
    mapping(address => uint256) public nonces;

    event Proposed(uint256 indexed id, address indexed proposer, Action[] actions, string description);
    event Voted(uint256 indexed id, address indexed voter, uint8 support, uint256 votes);
    event Queued(uint256 indexed id, uint256 readyAt);
    event Executed(uint256 indexed id);
    event Cancelled(uint256 indexed id);
    event RulesSet(uint256 votingDelay, uint256 votingPeriod, uint256 thresholdBps, uint256 quorumBps);

    error ZeroAddress();
    error OnlyTimelock(address caller);
    error BadRules();
    error BadNumberOfActions(uint256 count);
    error TooFewVotes(uint256 votes, uint256 needed);
    error LiveProposal(uint256 id);
    error WrongState(uint256 id, State state);
    error WrongActions(uint256 id);
    error AlreadyVoted(address voter);
    error BadSupport(uint8 support);
    error BallotExpired(uint256 expiry);
    error BadSignature();
    error NotCancellable(uint256 id);

    constructor(IVotes token_, ITimelock timelock_, uint256 delay, uint256 period, uint256 threshold, uint256 quorum) {
        if (address(token_) == address(0) || address(timelock_) == address(0)) revert ZeroAddress();
        token = token_;
        timelock = timelock_;
        _setRules(delay, period, threshold, quorum);
    }

    // --- proposals

    /// @notice Proposes some calls. The proposer needs the threshold of votes, and may have one live proposal.
    function propose(Action[] calldata actions, string calldata description) external returns (uint256 id) {
        if (actions.length == 0 || actions.length > MAX_ACTIONS) revert BadNumberOfActions(actions.length);
        uint256 votes = token.getPastVotes(msg.sender, block.timestamp - 1);
        if (votes < _threshold()) revert TooFewVotes(votes, _threshold());
        uint256 latest = latestProposal[msg.sender];
        if (latest != 0) {
            State current = state(latest);
            if (current == State.Pending || current == State.Active) revert LiveProposal(latest);
        }

        id = ++proposalCount;
        latestProposal[msg.sender] = id;
        Proposal storage proposal = proposals[id];
        proposal.proposer = msg.sender;
        proposal.snapshot = uint48(block.timestamp + votingDelay);
        proposal.deadline = uint48(block.timestamp + votingDelay + votingPeriod);
        proposal.quorum = token.totalSupply() * quorumBps / BASIS_POINTS;
        proposal.actionsHash = keccak256(abi.encode(actions));
        emit Proposed(id, msg.sender, actions, description);
    }

    /// @notice Where a proposal stands.
    function state(uint256 id) public view returns (State) {
        Proposal storage proposal = proposals[id];
        if (proposal.cancelled) return State.Cancelled;
        if (proposal.executed) return State.Executed;
        if (block.timestamp <= proposal.snapshot) return State.Pending;
        if (block.timestamp <= proposal.deadline) return State.Active;
        if (proposal.inFavour <= proposal.against || proposal.inFavour + proposal.abstaining < proposal.quorum) {
            return State.Defeated;
        }
        if (!proposal.queued) return State.Succeeded;
        uint256 readyAt = timelock.readyAt(_keyOf(id));
        if (block.timestamp > readyAt + timelock.GRACE_PERIOD()) return State.Expired;
        return State.Queued;
    }

    /// @notice Ends a proposal that was not executed: the proposer always, anybody when the proposer has too few votes.
    function cancel(uint256 id) external {
        Proposal storage proposal = proposals[id];
        if (proposal.proposer == address(0) || proposal.executed || proposal.cancelled) revert NotCancellable(id);
        if (msg.sender != proposal.proposer) {
            uint256 votes = token.getPastVotes(proposal.proposer, block.timestamp - 1);
            if (votes >= _threshold()) revert NotCancellable(id);
        }
        proposal.cancelled = true;
        if (proposal.queued) timelock.cancel(_keyOf(id));
        emit Cancelled(id);
    }

    // --- votes

    /// @notice Votes in one's own name: 0 against, 1 in favour, 2 abstaining.
    function castVote(uint256 id, uint8 support) external {
        _castVote(id, msg.sender, support);
    }

    /// @notice Hands in the signed ballot of somebody else.
    function castVoteBySignature(address voter, uint256 id, uint8 support, uint256 expiry, uint8 v, bytes32 r, bytes32 s)
        external
    {
        if (block.timestamp > expiry) revert BallotExpired(expiry);
        bytes32 digest = ballotDigest(voter, id, support, nonces[voter]++, expiry);
        if (voter == address(0) || ecrecover(digest, v, r, s) != voter) revert BadSignature();
        _castVote(id, voter, support);
    }

    /// @notice What a voter signs.
    function ballotDigest(address voter, uint256 id, uint8 support, uint256 nonce, uint256 expiry)
        public
        view
        returns (bytes32)
    {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),
                keccak256("Treasury governor"),
                block.chainid,
                address(this)
            )
        );
        bytes32 ballot = keccak256(abi.encode(BALLOT_TYPE, voter, id, support, nonce, expiry));
        return keccak256(abi.encodePacked("\x19\x01", domain, ballot));
    }

    function _castVote(uint256 id, address voter, uint8 support) internal {
        State current = state(id);
        if (current != State.Active) revert WrongState(id, current);
        if (hasVoted[id][voter]) revert AlreadyVoted(voter);
        if (support > 2) revert BadSupport(support);
        hasVoted[id][voter] = true;
        Proposal storage proposal = proposals[id];
        uint256 votes = token.getVotes(voter);
        if (support == 0) proposal.against += votes;
        else if (support == 1) proposal.inFavour += votes;
        else proposal.abstaining += votes;
        emit Voted(id, voter, support, votes);
    }

    // --- what was decided

    /// @notice Hands the calls of a proposal that has succeeded to the timelock.
    function queue(uint256 id) external {
        State current = state(id);
        if (current != State.Succeeded) revert WrongState(id, current);
        proposals[id].queued = true;
        emit Queued(id, timelock.queue(_keyOf(id)));
    }

    /// @notice Makes the calls. Anybody may do so once the delay is over.
    function execute(uint256 id, Action[] calldata actions) external payable {
        State current = state(id);
        if (current != State.Queued) revert WrongState(id, current);
        if (keccak256(abi.encode(actions)) != proposals[id].actionsHash) revert WrongActions(id);
        proposals[id].executed = true;
        emit Executed(id);
        timelock.execute{value: msg.value}(_keyOf(id), actions);
    }

    /// @notice Changes the rules for proposals to come.
    function setRules(uint256 delay, uint256 period, uint256 threshold, uint256 quorum) external {
        if (msg.sender != address(timelock)) revert OnlyTimelock(msg.sender);
        _setRules(delay, period, threshold, quorum);
    }

    // --- inside

    function _setRules(uint256 delay, uint256 period, uint256 threshold, uint256 quorum) private {
        bool timesFit = delay >= 1 hours && delay <= 14 days && period >= 1 days && period <= 30 days;
        bool sharesFit = threshold >= 1 && threshold <= 1_000 && quorum >= 100 && quorum <= 5_000;
        if (!timesFit || !sharesFit) revert BadRules();
        (votingDelay, votingPeriod, thresholdBps, quorumBps) = (delay, period, threshold, quorum);
        emit RulesSet(delay, period, threshold, quorum);
    }

    function _threshold() private view returns (uint256) {
        return token.totalSupply() * thresholdBps / BASIS_POINTS;
    }

    /// @dev The timelock knows a proposal by this governor and its number.
    function _keyOf(uint256 id) private view returns (bytes32) {
        return keccak256(abi.encode(address(this), id));
    }
}
