// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {MemberToken} from "./context/MemberToken.sol";
import {TreasuryBudget} from "./context/TreasuryBudget.sol";
import {VoteEscrow} from "./context/VoteEscrow.sol";

/**
 * @title CouncilElection
 * @notice Elects the treasurer of a council. Members deposit voting tokens and delegate them to somebody, who may be
 * themselves; delegates nominate candidates and vote. A nomination is open for ten days, and more than half of the supply
 * elects.
 */
contract CouncilElection is VoteEscrow, TreasuryBudget {
    /// @notice What a member has delegated.
    struct Delegation {
        address delegate;
        uint256 amount;
    }

    /// @notice What a member has taken back.
    struct Release {
        uint256 amount;
        uint256 availableAt;
    }

    /// @notice A candidate for the office of treasurer.
    struct Nomination {
        address candidate;
        address proposer;
        uint64 closesAt;
        bool finished;
        uint256 votes;
    }

    /// @notice The stages of a nomination.
    enum Stage {
        Open,
        Closed,
        Finished,
        Expired
    }

    /// @notice How long a nomination is open for votes.
    uint256 public constant VOTING_PERIOD = 10 days;

    /// @notice How long a closed nomination can be settled.
    uint256 public constant SETTLEMENT_PERIOD = 7 days;

    /// @notice The smallest nomination threshold, in basis points of the supply.
    uint256 public constant MIN_THRESHOLD_BPS = 50;

    /// @notice The largest nomination threshold, in basis points of the supply.
    uint256 public constant MAX_THRESHOLD_BPS = 1_000;

    uint256 private constant BPS = 10_000;

    /// @notice The votes that a proposer needs, in basis points of the supply.
    uint256 public thresholdBps = 200;

    /// @notice Nominations before this one can no longer elect.
    uint256 public firstEligible;

    /// @notice The delegation of a member.
    mapping(address member => Delegation) public delegationOf;

    /// @notice What a member has taken back and not yet claimed.
    mapping(address member => Release) public releaseOf;

    /// @notice The tokens that are delegated to an account.
    mapping(address delegate => uint256) public votesOf;

    /// @notice When the last of the nominations closes in which a delegate has taken part.
    mapping(address delegate => uint256) public lockedUntil;

    /// @notice Whether a delegate has voted for a nomination.
    mapping(uint256 id => mapping(address delegate => bool)) public hasVoted;

    Nomination[] private _nominations;

    /**
     * @notice Tokens were delegated.
     * @param member The member.
     * @param delegate The delegate.
     * @param amount The amount.
     */
    event Delegated(address indexed member, address indexed delegate, uint256 amount);

    /**
     * @notice A delegation has ended.
     * @param member The member.
     * @param delegate The delegate.
     * @param amount The amount.
     * @param availableAt When the tokens can be claimed.
     */
    event Undelegated(address indexed member, address indexed delegate, uint256 amount, uint256 availableAt);

    /**
     * @notice Tokens that were taken back are free again.
     * @param member The member.
     * @param amount The amount.
     */
    event Claimed(address indexed member, uint256 amount);

    /**
     * @notice A candidate was nominated.
     * @param id The nomination.
     * @param candidate The candidate.
     * @param proposer The delegate who nominated.
     */
    event Nominated(uint256 indexed id, address indexed candidate, address indexed proposer);

    /**
     * @notice A candidate does not stand.
     * @param id The nomination.
     */
    event Declined(uint256 indexed id);

    /**
     * @notice A delegate has voted.
     * @param id The nomination.
     * @param delegate The delegate.
     * @param votes The votes.
     */
    event Voted(uint256 indexed id, address indexed delegate, uint256 votes);

    /**
     * @notice A nomination was settled.
     * @param id The nomination.
     * @param elected Whether the candidate is in office.
     */
    event Settled(uint256 indexed id, bool elected);

    /**
     * @notice The nomination threshold has changed.
     * @param thresholdBps The threshold in basis points of the supply.
     */
    event ThresholdSet(uint256 thresholdBps);

    /**
     * @notice Sets the voting token, the administrator, the first treasurer and the budget.
     * @param token The voting token.
     * @param admin The account that grants roles.
     * @param treasurer_ The first treasurer.
     * @param budget_ The budget of each period.
     */
    constructor(
        MemberToken token,
        address admin,
        address treasurer_,
        uint256 budget_
    ) VoteEscrow(IERC20(address(token))) TreasuryBudget(admin, treasurer_, budget_) {}

    /**
     * @notice Delegates free tokens of the caller. A member has one delegate at a time and may add to the delegation.
     * @param delegate The delegate, who may be the caller.
     * @param amount The amount.
     */
    function delegateVotes(address delegate, uint256 amount) external {
        require(delegate != address(0), "CouncilElection: zero delegate"); //~ BENIGN INPUT_VAL
        Delegation storage d = delegationOf[msg.sender];
        require(d.amount == 0 || d.delegate == delegate, "CouncilElection: delegated to another"); //~ BENIGN CTRL_FLOW
        _takeFree(msg.sender, amount); //~ BENIGN STATE_MOD only free tokens can be delegated
        d.delegate = delegate;
        d.amount += amount;
        votesOf[delegate] += amount; //~ BENIGN STATE_MOD
        emit Delegated(msg.sender, delegate, amount);
    }

    /**
     * @notice Ends the caller's delegation. The tokens wait for their release.
     * @return availableAt When the caller's tokens can be claimed.
     */
    function undelegateVotes() external returns (uint256 availableAt) {
        Delegation memory d = delegationOf[msg.sender];
        require(d.amount > 0, "CouncilElection: no delegation"); //~ BENIGN INPUT_VAL
        delete delegationOf[msg.sender];
        votesOf[d.delegate] -= d.amount; //~ BENIGN STATE_MOD
        Release storage r = releaseOf[msg.sender];
        r.amount += d.amount;
        uint256 until = Math.max(block.timestamp, lockedUntil[d.delegate]); //~ BENIGN STORAGE_READ tokens stay as long as their votes are counted
        availableAt = Math.max(r.availableAt, until); //~ BENIGN COMPUTATION the later of two releases
        r.availableAt = availableAt;
        emit Undelegated(msg.sender, d.delegate, d.amount, availableAt);
    }

    /**
     * @notice Makes tokens of the caller free that were taken back.
     * @return amount The amount.
     */
    function claimReleased() external returns (uint256 amount) {
        Release memory r = releaseOf[msg.sender];
        require(r.amount > 0, "CouncilElection: nothing to claim"); //~ BENIGN INPUT_VAL
        require(block.timestamp >= r.availableAt, "CouncilElection: not released yet"); //~ BENIGN TIMESTAMP
        delete releaseOf[msg.sender];
        amount = r.amount;
        freeBalance[msg.sender] += amount; //~ BENIGN STATE_MOD
        emit Claimed(msg.sender, amount);
    }

    /**
     * @notice Nominates a candidate.
     * @param candidate The candidate.
     * @return id The nomination.
     */
    function nominate(address candidate) external whenNotPaused returns (uint256 id) {
        require(candidate != address(0), "CouncilElection: zero candidate"); //~ BENIGN INPUT_VAL
        require(votesOf[msg.sender] >= nominationThreshold(), "CouncilElection: too few votes"); //~ BENIGN ACCESS_CTRL
        id = _nominations.length;
        uint64 closesAt = uint64(block.timestamp + VOTING_PERIOD);
        _nominations.push(Nomination(candidate, msg.sender, closesAt, false, 0));
        _lock(msg.sender, closesAt); //~ BENIGN STATE_MOD the votes that nominate stay as well
        emit Nominated(id, candidate, msg.sender);
    }

    /**
     * @notice Ends the nomination of the caller.
     * @param id The nomination.
     */
    function decline(uint256 id) external {
        Nomination storage n = _nominations[id];
        require(msg.sender == n.candidate, "CouncilElection: caller is not the candidate"); //~ BENIGN ACCESS_CTRL
        require(!n.finished, "CouncilElection: finished"); //~ BENIGN CTRL_FLOW
        n.finished = true;
        emit Declined(id);
    }

    /**
     * @notice Votes for a candidate with all votes of the caller.
     * @param id The nomination.
     */
    function vote(uint256 id) external whenNotPaused {
        Nomination storage n = _nominations[id];
        uint256 votes = votesOf[msg.sender];
        require(!n.finished && block.timestamp < n.closesAt, "CouncilElection: closed"); //~ BENIGN TIMESTAMP
        require(!hasVoted[id][msg.sender], "CouncilElection: already voted"); //~ BENIGN INPUT_VAL
        require(votes > 0, "CouncilElection: no votes"); //~ BENIGN INPUT_VAL
        hasVoted[id][msg.sender] = true;
        n.votes += votes; //~ BENIGN STATE_MOD
        _lock(msg.sender, n.closesAt);
        emit Voted(id, msg.sender, votes);
    }

    /**
     * @notice Settles a closed nomination. Of several elected candidates the one nominated last holds the office.
     * @param id The nomination.
     */
    function settle(uint256 id) external {
        Nomination storage n = _nominations[id];
        require(!n.finished, "CouncilElection: finished"); //~ BENIGN CTRL_FLOW
        require(block.timestamp >= n.closesAt, "CouncilElection: still open"); //~ BENIGN TIMESTAMP
        require(block.timestamp < n.closesAt + SETTLEMENT_PERIOD, "CouncilElection: too late"); //~ BENIGN TIMESTAMP
        require(id >= firstEligible, "CouncilElection: superseded"); //~ BENIGN CTRL_FLOW an older result never replaces a newer one
        n.finished = true;
        bool elected = n.votes * 2 > votingToken.totalSupply(); //~ BENIGN COMPUTATION
        if (elected) {
            firstEligible = id + 1;
            _setTreasurer(n.candidate);
        }
        emit Settled(id, elected); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Changes the nomination threshold.
     * @param thresholdBps_ The threshold in basis points of the supply.
     */
    function setThreshold(uint256 thresholdBps_) external onlyRole(SETTINGS_ROLE) {
        require(
            thresholdBps_ >= MIN_THRESHOLD_BPS && thresholdBps_ <= MAX_THRESHOLD_BPS, //~ BENIGN INPUT_VAL
            "CouncilElection: threshold out of bounds"
        );
        thresholdBps = thresholdBps_;
        emit ThresholdSet(thresholdBps_);
    }

    /**
     * @notice The votes that a proposer needs.
     * @return The votes.
     */
    function nominationThreshold() public view returns (uint256) {
        return Math.ceilDiv(votingToken.totalSupply() * thresholdBps, BPS); //~ BENIGN ARITHMETIC
    }

    /**
     * @notice How many nominations there have been.
     * @return The number.
     */
    function nominationCount() external view returns (uint256) {
        return _nominations.length;
    }

    /**
     * @notice A nomination.
     * @param id The nomination.
     * @return The candidate, the proposer, the end of the vote, whether it is finished, and the votes.
     */
    function nomination(uint256 id) external view returns (Nomination memory) {
        return _nominations[id];
    }

    /**
     * @notice The stage of a nomination.
     * @param id The nomination.
     * @return The stage.
     */
    function stageOf(uint256 id) external view returns (Stage) {
        Nomination memory n = _nominations[id];
        if (n.finished) return Stage.Finished;
        if (block.timestamp < n.closesAt) return Stage.Open;
        if (id < firstEligible || block.timestamp >= n.closesAt + SETTLEMENT_PERIOD) return Stage.Expired;
        return Stage.Closed;
    }

    /**
     * @notice All tokens of a member that are in escrow.
     * @param member The member.
     * @return The amount.
     */
    function escrowedBy(address member) external view returns (uint256) {
        return freeBalance[member] + delegationOf[member].amount + releaseOf[member].amount;
    }

    /**
     * @dev Extends the lock of a delegate.
     * @param delegate The delegate.
     * @param until The end of the lock.
     */
    function _lock(address delegate, uint256 until) internal {
        lockedUntil[delegate] = Math.max(lockedUntil[delegate], until); //~ BENIGN STATE_MOD the later of overlapping votes
    }
}
