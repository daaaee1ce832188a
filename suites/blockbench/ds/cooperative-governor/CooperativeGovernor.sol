// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ECDSA} from "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts@5.4.0/utils/cryptography/EIP712.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {CoopToken} from "./context/CoopToken.sol";
import {CoopTimelock} from "./context/CoopTimelock.sol";

/// Proposals of the coop. Delegates vote for those who trust them, and a holder who disagrees
/// with the delegate can speak up: then the own tokens count for the holder alone.
contract CooperativeGovernor is EIP712 {
    enum State {
        Pending,
        Active,
        Defeated,
        Succeeded,
        Queued,
        Expired,
        Executed,
        Cancelled
    }

    struct Proposal {
        address proposer;
        uint48 snapshot;
        uint48 start;
        uint48 end;
        uint16 quorumBps;
        bool executed;
        bool cancelled;
        uint256 eta;
        bytes32 hash; // of the actions, which the timelock keeps
    }

    struct Receipt {
        bool voted;
        uint8 support;
        uint256 spokenFor; // by holders who speak for themselves
    }

    uint8 public constant AGAINST = 0;
    uint8 public constant FOR = 1;
    uint8 public constant ABSTAIN = 2;

    uint256 private constant BPS = 10_000;
    uint256 public constant MAX_ACTIONS = 10;
    bytes32 public constant BALLOT = keccak256("Ballot(uint256 id,uint8 support,address voter)");

    CoopToken public immutable coop;
    CoopTimelock public immutable timelock;

    uint16 public thresholdBps;
    uint16 public quorumBps;
    uint48 public votingDelay;
    uint48 public votingPeriod;

    Proposal[] private _proposals;
    mapping(uint256 => uint256[3]) private _tallies;
    mapping(uint256 => mapping(address => Receipt)) public receipts;
    mapping(uint256 => mapping(address => bool)) public hasSpoken;
    mapping(address => uint256) private _latest; // of a proposer, plus one

    error WrongState(uint256 id, State state);
    error FewVotes(uint256 votes, uint256 needed);
    error VotedBefore(uint256 id, address voter);
    error NoWeight(uint256 id, address voter);
    error BadSupport(uint8 support);
    error NotTimelock(address caller);

    modifier onlyTimelock() {
        if (msg.sender != address(timelock)) revert NotTimelock(msg.sender); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(CoopToken coop_, CoopTimelock timelock_) EIP712("CooperativeGovernor", "1") {
        require(address(coop_) != address(0) && address(timelock_) != address(0), "missing");
        coop = coop_;
        timelock = timelock_;
        thresholdBps = 100;
        quorumBps = 2_000;
        votingDelay = 1 days;
        votingPeriod = 5 days;
    }

    // proposals

    function propose(CoopTimelock.Batch calldata batch, string calldata text) external returns (uint256 id) {
        uint256 count = batch.targets.length;
        require(count > 0 && count <= MAX_ACTIONS, "bad count");
        require(count == batch.values.length && count == batch.datas.length, "bad lengths");
        (uint256 votes, uint256 needed) = _standing(msg.sender);
        if (votes < needed) revert FewVotes(votes, needed); //~ BENIGN ACCESS_CTRL
        if (_latest[msg.sender] > 0) {
            State last = state(_latest[msg.sender] - 1);
            require(last != State.Pending && last != State.Active, "one at a time"); //~ BENIGN CTRL_FLOW
        }
        id = _proposals.length;
        _latest[msg.sender] = id + 1;
        uint48 start = uint48(block.timestamp) + votingDelay;
        bytes32 hash = timelock.submit(batch, bytes32(id));
        _proposals.push(
            Proposal(msg.sender, uint48(block.timestamp), start, start + votingPeriod, quorumBps, false, false, 0, hash) //~ DECOY TIMESTAMP this second is over before anybody votes
        );
        emit Proposed(id, msg.sender, text); //~ UNRELATED EVENT_EMIT
    }

    /// By the proposer, or by anybody once the proposer has too few votes.
    function cancel(uint256 id) external {
        Proposal storage p = _proposals[id];
        State now_ = state(id);
        if (now_ == State.Executed || now_ == State.Expired || now_ == State.Cancelled) revert WrongState(id, now_); //~ BENIGN CTRL_FLOW
        if (msg.sender != p.proposer) {
            (uint256 votes, uint256 needed) = _standing(p.proposer);
            require(votes < needed, "not yours"); //~ BENIGN ACCESS_CTRL
        }
        p.cancelled = true;
        if (now_ == State.Queued) timelock.cancel(p.hash);
        emit Cancelled(id);
    }

    // votes

    function vote(uint256 id, uint8 support) external returns (uint256 weight) {
        return _vote(id, support, msg.sender);
    }

    function voteMany(uint256[] calldata ids, uint8[] calldata choices) external returns (uint256[] memory weights) {
        require(ids.length == choices.length, "bad lengths");
        weights = new uint256[](ids.length);
        for (uint256 i = 0; i < ids.length; i++) {
            weights[i] = _vote(ids[i], choices[i], msg.sender);
        }
    }

    /// A voter votes once, so that nobody needs a nonce.
    function voteBySig(uint256 id, uint8 support, address voter, bytes calldata signature) external returns (uint256 weight) {
        bytes32 digest = _hashTypedDataV4(keccak256(abi.encode(BALLOT, id, support, voter)));
        require(ECDSA.recover(digest, signature) == voter, "bad signature"); //~ BENIGN SIGNATURE
        return _vote(id, support, voter);
    }

    /// Counts the tokens of the caller for the caller, and no longer for the delegate.
    function speakUp(uint256 id, uint8 support) external returns (uint256 weight) {
        Proposal storage p = _open(id, support);
        if (hasSpoken[id][msg.sender]) revert VotedBefore(id, msg.sender); //~ INSUFF_GUARD CTRL_FLOW once for each holder, which is enough
        weight = coop.heldAt(msg.sender, p.snapshot); //~ BENIGN STORAGE_READ
        if (weight == 0) revert NoWeight(id, msg.sender); //~ BENIGN INPUT_VAL
        address delegatee = coop.delegates(msg.sender); //~ ROOT_CAUSE STORAGE_READ the delegate of today, not the one who has these votes at the snapshot
        require(delegatee != msg.sender, "just vote"); //~ BENIGN INPUT_VAL
        hasSpoken[id][msg.sender] = true;
        if (delegatee != address(0)) {
            Receipt storage theirs = receipts[id][delegatee]; //~ PREREQ STORAGE_READ of somebody the caller picks
            theirs.spokenFor += weight;
            if (theirs.voted) _tallies[id][theirs.support] -= weight; //~ PREREQ ARITHMETIC another voter's side loses the weight
        }
        _tallies[id][support] += weight; //~ PREREQ STATE_MOD while the true delegate counts it as well
        emit Spoke(id, msg.sender, support, weight);
    }

    // after the vote

    function queue(uint256 id) external returns (uint256 eta) {
        State now_ = state(id);
        if (now_ != State.Succeeded) revert WrongState(id, now_);
        eta = timelock.schedule(_proposals[id].hash);
        _proposals[id].eta = eta;
        emit Queued(id, eta);
    }

    function execute(uint256 id) external {
        State now_ = state(id);
        if (now_ != State.Queued) revert WrongState(id, now_); //~ BENIGN CTRL_FLOW
        _proposals[id].executed = true; //~ BENIGN STATE_MOD
        timelock.execute(_proposals[id].hash); //~ DECOY EXT_CALL waits for the delay itself
        emit Executed(id);
    }

    // settings, by a vote only

    function setShares(uint16 thresholdBps_, uint16 quorumBps_) external onlyTimelock {
        require(thresholdBps_ <= 500, "bad threshold");
        require(quorumBps_ >= 500 && quorumBps_ <= 5_000, "bad quorum");
        thresholdBps = thresholdBps_;
        quorumBps = quorumBps_;
        emit SharesSet(thresholdBps_, quorumBps_);
    }

    function setTimes(uint48 votingDelay_, uint48 votingPeriod_) external onlyTimelock {
        require(votingDelay_ >= 1 hours && votingDelay_ <= 14 days, "bad delay");
        require(votingPeriod_ >= 1 days && votingPeriod_ <= 30 days, "bad period");
        votingDelay = votingDelay_;
        votingPeriod = votingPeriod_;
        emit TimesSet(votingDelay_, votingPeriod_);
    }

    // views

    function state(uint256 id) public view returns (State) {
        Proposal memory p = _proposals[id];
        if (p.cancelled) return State.Cancelled;
        if (p.executed) return State.Executed;
        if (block.timestamp <= p.start) return State.Pending;
        if (block.timestamp <= p.end) return State.Active;
        uint256[3] memory tally = _tallies[id];
        if (tally[FOR] <= tally[AGAINST] || tally[FOR] + tally[ABSTAIN] < quorumOf(id)) return State.Defeated; //~ DECOY CTRL_FLOW abstentions help the quorum on purpose
        if (p.eta == 0) return State.Succeeded;
        return block.timestamp <= p.eta + timelock.GRACE() ? State.Queued : State.Expired;
    }

    function quorumOf(uint256 id) public view returns (uint256) {
        Proposal memory p = _proposals[id];
        return Math.mulDiv(coop.supplyAt(p.snapshot), p.quorumBps, BPS);
    }

    /// What somebody can still bring to a proposal: as a delegate, and as a holder of tokens that another one votes with.
    function weightOf(uint256 id, address who) external view returns (uint256 asDelegate, uint256 asHolder) {
        uint48 snapshot = _proposals[id].snapshot;
        Receipt memory receipt = receipts[id][who];
        if (!receipt.voted) asDelegate = coop.votesAt(who, snapshot) - receipt.spokenFor;
        if (!hasSpoken[id][who] && coop.delegateAt(who, snapshot) != who) asHolder = coop.heldAt(who, snapshot);
    }

    function proposal(uint256 id) external view returns (Proposal memory) {
        return _proposals[id];
    }

    function tallyOf(uint256 id) external view returns (uint256 against, uint256 for_, uint256 abstain) {
        uint256[3] memory tally = _tallies[id];
        return (tally[AGAINST], tally[FOR], tally[ABSTAIN]);
    }

    function count() external view returns (uint256) {
        return _proposals.length;
    }

    function _vote(uint256 id, uint8 support, address voter) private returns (uint256 weight) {
        Proposal storage p = _open(id, support);
        Receipt storage receipt = receipts[id][voter];
        if (receipt.voted) revert VotedBefore(id, voter); //~ BENIGN CTRL_FLOW
        weight = coop.votesAt(voter, p.snapshot) - receipt.spokenFor; //~ PREREQ ARITHMETIC nothing was taken off when somebody else was named
        if (weight == 0) revert NoWeight(id, voter); //~ BENIGN INPUT_VAL
        receipt.voted = true;
        receipt.support = support;
        _tallies[id][support] += weight;
        emit Voted(id, voter, support, weight);
    }

    function _open(uint256 id, uint8 support) private view returns (Proposal storage) {
        State now_ = state(id);
        if (now_ != State.Active) revert WrongState(id, now_); //~ BENIGN CTRL_FLOW
        if (support > ABSTAIN) revert BadSupport(support);
        return _proposals[id];
    }

    /// The votes of somebody a second ago, and how many a proposer needs.
    function _standing(address who) private view returns (uint256 votes, uint256 needed) {
        uint256 before = block.timestamp - 1;
        votes = coop.votesAt(who, before);
        needed = Math.mulDiv(coop.supplyAt(before), thresholdBps, BPS);
    }

    event Proposed(uint256 indexed id, address indexed proposer, string text);
    event Cancelled(uint256 indexed id);
    event Voted(uint256 indexed id, address indexed voter, uint8 support, uint256 weight);
    event Spoke(uint256 indexed id, address indexed holder, uint8 support, uint256 weight);
    event Queued(uint256 indexed id, uint256 eta);
    event Executed(uint256 indexed id);
    event SharesSet(uint256 thresholdBps, uint256 quorumBps);
    event TimesSet(uint256 votingDelay, uint256 votingPeriod);
}
