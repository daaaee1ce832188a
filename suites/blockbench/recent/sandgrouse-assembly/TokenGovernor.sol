// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {Treasury} from "./context/Treasury.sol";
import {VoteLocks} from "./context/VoteLocks.sol";

/// @title  Token governor
/// @notice Holders who have locked tokens vote on who the admin of the treasury is, on payments from it, and on their own rules.
/// @dev    The token is a plain ERC-20 token of a fixed supply.
contract TokenGovernor is VoteLocks, Treasury {
    enum Kind {
        Admin,
        Payment,
        VotingPeriod,
        Notice,
        Threshold
    }

    enum Choice {
        Against,
        InFavour,
        Abstain
    }

    enum State {
        Open,
        Rejected,
        Waiting,
        Executable,
        Executed,
        Cancelled,
        Expired
    }

    struct Proposal {
        Kind kind;
        address proposer;
        uint64 opened;
        uint64 closes;
        uint64 executableAt;
        bool executed;
        bool cancelled;
        address account;
        IERC20 asset;
        uint256 value;
        uint256 inFavour;
        uint256 against;
        uint256 abstaining;
    }

    uint256 public constant QUORUM_PERCENT = 30;
    uint256 public constant EXPIRY = 30 days;
    uint256 public constant MINIMUM_PERIOD = 3 days;
    uint256 public constant MAXIMUM_PERIOD = 14 days;
    uint256 public constant MINIMUM_NOTICE = 1 days;
    uint256 public constant MAXIMUM_NOTICE = 7 days;

    uint256 public votingPeriod = 5 days;
    /// @notice The time between a vote and what it decided.
    uint256 public notice = 2 days;
    /// @notice The tokens that somebody must have locked to propose.
    uint256 public threshold;

    uint256 public proposalCount;
    mapping(uint256 id => Proposal) private _proposals;
    mapping(address proposer => uint256 id) public latestOf;
    mapping(uint256 id => mapping(address holder => bool)) public hasVoted;
    mapping(address holder => uint256 time) private _votesUntil;

    event Proposed(uint256 indexed id, Kind kind, address indexed proposer, address account, IERC20 asset, uint256 value);
    event Voted(uint256 indexed id, address indexed holder, Choice choice, uint256 weight);
    event Cancelled(uint256 indexed id);
    event Executed(uint256 indexed id);

    error UnknownProposal(uint256 id);
    error BelowThreshold(uint256 locked, uint256 needed);
    error HasOpenProposal(uint256 id);
    error OutOfBounds(Kind kind, uint256 value);
    error NotASetting(Kind kind);
    error NotOpen(uint256 id);
    error LockedLater(uint256 since, uint256 opened);
    error AlreadyVoted(uint256 id, address holder);
    error NotProposer(address caller);
    error NotExecutable(uint256 id, State state);

    constructor(IERC20 token_, address admin_, uint256 threshold_) VoteLocks(token_) Treasury(admin_) {
        _check(Kind.Threshold, threshold_);
        threshold = threshold_;
    }

    /// @notice Proposes an admin of the treasury.
    function proposeAdmin(address account) external returns (uint256 id) {
        if (account == address(0)) revert NoAdmin(); //~ BENIGN INPUT_VAL
        id = _propose(Kind.Admin, account, IERC20(address(0)), 0);
    }

    /// @notice Proposes a payment from the treasury.
    function proposePayment(IERC20 asset, address to, uint256 amount) external returns (uint256 id) {
        id = _propose(Kind.Payment, to, asset, amount);
    }

    /// @notice Proposes another voting period, notice or threshold.
    function proposeSetting(Kind kind, uint256 value) external returns (uint256 id) {
        if (kind < Kind.VotingPeriod) revert NotASetting(kind); //~ BENIGN INPUT_VAL
        _check(kind, value);
        id = _propose(kind, address(0), IERC20(address(0)), value);
    }

    /// @notice Withdraws one's own proposal while the vote is open.
    function cancel(uint256 id) external {
        Proposal storage p = _proposals[id];
        if (msg.sender != p.proposer) revert NotProposer(msg.sender); //~ BENIGN ACCESS_CTRL
        if (stateOf(id) != State.Open) revert NotOpen(id); //~ BENIGN CTRL_FLOW
        p.cancelled = true;
        emit Cancelled(id); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Votes with all tokens that have been locked since before the proposal was opened.
    function vote(uint256 id, Choice choice) external {
        Proposal storage p = _proposals[id];
        if (stateOf(id) != State.Open) revert NotOpen(id); //~ BENIGN CTRL_FLOW
        if (lockedSince[msg.sender] > p.opened) revert LockedLater(lockedSince[msg.sender], p.opened); //~ INSUFF_GUARD TIMESTAMP keeps out who comes later, not who comes alone
        if (hasVoted[id][msg.sender]) revert AlreadyVoted(id, msg.sender); //~ BENIGN CTRL_FLOW
        hasVoted[id][msg.sender] = true; //~ BENIGN STATE_MOD
        _votesUntil[msg.sender] = Math.max(_votesUntil[msg.sender], p.closes); //~ BENIGN TIMESTAMP no token votes twice
        uint256 weight = lockedOf[msg.sender]; //~ DECOY STORAGE_READ stays locked until the vote has closed
        if (choice == Choice.InFavour) p.inFavour += weight;
        else if (choice == Choice.Against) p.against += weight;
        else p.abstaining += weight;
        emit Voted(id, msg.sender, choice, weight); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Carries out what was decided. Anybody may do it.
    function execute(uint256 id) external {
        State state = stateOf(id);
        if (state != State.Executable) revert NotExecutable(id, state); //~ PREREQ CTRL_FLOW the last bar before the office
        Proposal storage p = _proposals[id];
        p.executed = true; //~ BENIGN STATE_MOD before anything is paid
        if (p.kind == Kind.Admin) _setAdmin(p.account); //~ PREREQ ACCESS_CTRL
        else if (p.kind == Kind.Payment) _send(p.asset, p.account, p.value); //~ BENIGN FUND_XFER
        else if (p.kind == Kind.VotingPeriod) votingPeriod = p.value;
        else if (p.kind == Kind.Notice) notice = p.value;
        else threshold = p.value;
        emit Executed(id); //~ UNRELATED EVENT_EMIT
    }

    function proposal(uint256 id) external view returns (Proposal memory) {
        return _proposals[id];
    }

    function stateOf(uint256 id) public view returns (State) {
        Proposal storage p = _proposals[id];
        if (p.opened == 0) revert UnknownProposal(id); //~ BENIGN INPUT_VAL
        if (p.cancelled) return State.Cancelled; //~ BENIGN CTRL_FLOW
        if (p.executed) return State.Executed; //~ BENIGN CTRL_FLOW
        if (block.timestamp < p.closes) return State.Open;
        if (!_passed(p)) return State.Rejected;
        if (block.timestamp < p.executableAt) return State.Waiting;
        return block.timestamp < p.executableAt + EXPIRY ? State.Executable : State.Expired;
    }

    /// @notice The votes that a proposal needs to count.
    function quorum() public view returns (uint256) {
        return (totalLocked * QUORUM_PERCENT) / 100; //~ ROOT_CAUSE COMPUTATION shrinks with the interest of the others
    }

    function _propose(Kind kind, address account, IERC20 asset, uint256 value) private returns (uint256 id) {
        uint256 locked = lockedOf[msg.sender];
        if (locked < threshold) revert BelowThreshold(locked, threshold); //~ INSUFF_GUARD ACCESS_CTRL a part of the supply that is cheap
        id = latestOf[msg.sender];
        if (id != 0 && stateOf(id) == State.Open) revert HasOpenProposal(id); //~ BENIGN CTRL_FLOW
        id = ++proposalCount;
        latestOf[msg.sender] = id;
        Proposal storage p = _proposals[id];
        (p.kind, p.proposer, p.account, p.asset, p.value) = (kind, msg.sender, account, asset, value);
        p.opened = uint64(block.timestamp);
        p.closes = uint64(block.timestamp + votingPeriod);
        p.executableAt = uint64(block.timestamp + votingPeriod + notice); //~ BENIGN TIMESTAMP
        emit Proposed(id, kind, msg.sender, account, asset, value);
    }

    /// @dev More votes in favour than against, and enough of them in all.
    function _passed(Proposal storage p) private view returns (bool) {
        uint256 votes = p.inFavour + p.against + p.abstaining;
        return p.inFavour > p.against && votes >= quorum(); //~ PREREQ COMPUTATION
    }

    function _check(Kind kind, uint256 value) private view {
        (uint256 least, uint256 most) = (1, token.totalSupply() / 100);
        if (kind == Kind.VotingPeriod) (least, most) = (MINIMUM_PERIOD, MAXIMUM_PERIOD);
        else if (kind == Kind.Notice) (least, most) = (MINIMUM_NOTICE, MAXIMUM_NOTICE);
        if (value < least || value > most) revert OutOfBounds(kind, value); //~ BENIGN INPUT_VAL
    }

    function _boundUntil(address holder) internal view override returns (uint256) {
        return _votesUntil[holder];
    }

    function _reserved(IERC20 asset) internal view override returns (uint256) {
        return asset == token ? totalLocked : 0; //~ BENIGN COMPUTATION what holders have locked is theirs
    }
}
