// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import "../governance/UnderMutual.sol";
import "../interfaces/IClaims.sol";
import "../libraries/Parts.sol";

// AssessorGuild decides about damage.
//
// Anybody who stakes SPRIG is an assessor. A vote weighs what was staked before the claim came in, so there is no use in getting
// tokens for a vote, and stakes are never locked.
contract AssessorGuild is IAssessorGuild, UnderMutual {
    using SafeERC20 for IERC20;

    // Info of each assessor.
    struct AssessorInfo {
        uint256 stake;
        uint256 stakedAt; // When something was added the last time.
    }

    // Info of each vote.
    struct VoteInfo {
        uint256 openedAt;
        uint256 yes; // Weight of those who uphold the claim...
        uint256 no; // ...and of those who do not.
        uint256 reward; // For those who voted as it ended.
        bool closed;
        bool upheld;
    }

    // What an assessor voted.
    struct BallotInfo {
        bool uphold;
        uint256 weight;
    }

    // A vote lasts three days.
    uint256 public constant VOTING = 3 days;

    // The token that is staked.
    IERC20 public immutable sprig;
    // Without this weight a claim is not upheld.
    uint256 public immutable quorum;

    uint256 public totalStake;
    mapping(address => AssessorInfo) public assessorInfo;
    mapping(uint256 => VoteInfo) public voteInfo;
    mapping(uint256 => mapping(address => BallotInfo)) public ballotInfo;

    constructor(IMutual _mutual, IERC20 _sprig, uint256 _quorum) UnderMutual(_mutual) {
        sprig = _sprig;
        quorum = _quorum;
    }

    // ------------------------------------------------------------------ assessors

    // More stake counts from the next claim on, together with all that was there.
    function stake(uint256 _amount) external {
        AssessorInfo storage assessor = assessorInfo[msg.sender];
        assessor.stake += _amount;
        assessor.stakedAt = block.timestamp;
        totalStake += _amount;
        sprig.safeTransferFrom(msg.sender, address(this), _amount);
        emit Staked(msg.sender, _amount);
    }

    function unstake(uint256 _amount) external {
        assessorInfo[msg.sender].stake -= _amount;
        totalStake -= _amount;
        sprig.safeTransfer(msg.sender, _amount);
        emit Unstaked(msg.sender, _amount);
    }

    // Votes about a claim, once.
    function vote(uint256 _claimId, bool _uphold) external {
        VoteInfo storage info = voteInfo[_claimId];
        AssessorInfo storage assessor = assessorInfo[msg.sender];
        require(block.timestamp < info.openedAt + VOTING, "vote: not now");
        require(assessor.stake > 0, "vote: no stake");
        require(assessor.stakedAt < info.openedAt, "vote: staked too late"); //~ DECOY CTRL_FLOW stakes can move during a vote, and do not count where they went
        require(ballotInfo[_claimId][msg.sender].weight == 0, "vote: voted");
        ballotInfo[_claimId][msg.sender] = BallotInfo(_uphold, assessor.stake);
        if (_uphold) info.yes += assessor.stake;
        else info.no += assessor.stake;
        emit Voted(_claimId, msg.sender, _uphold, assessor.stake);
    }

    // Takes the part of a reward. The ballot is gone afterwards.
    function collect(uint256 _claimId) external returns (uint256 amount) {
        VoteInfo storage info = voteInfo[_claimId];
        BallotInfo memory ballot = ballotInfo[_claimId][msg.sender];
        require(info.closed && ballot.weight > 0 && ballot.uphold == info.upheld, "collect: nothing");
        delete ballotInfo[_claimId][msg.sender];
        amount = Parts.share(info.reward, ballot.weight, info.upheld ? info.yes : info.no);
        coin.safeTransfer(msg.sender, amount);
        emit Collected(_claimId, msg.sender, amount);
    }

    // ------------------------------------------------------------------ claims

    function open(uint256 _claimId) external override onlyClaims {
        voteInfo[_claimId].openedAt = block.timestamp;
        emit VoteOpened(_claimId, block.timestamp + VOTING);
    }

    function close(uint256 _claimId) external override onlyClaims returns (bool upheld) {
        VoteInfo storage info = voteInfo[_claimId];
        require(block.timestamp >= info.openedAt + VOTING, "close: too early");
        upheld = info.yes > info.no && info.yes + info.no >= quorum;
        info.closed = true;
        info.upheld = upheld;
    }

    // The money is here already. If nobody earned it, it belongs to the reserve.
    function reward(uint256 _claimId, uint256 _amount) external override onlyClaims {
        VoteInfo storage info = voteInfo[_claimId];
        bool none = (info.upheld ? info.yes : info.no) == 0;
        if (none || info.yes + info.no < quorum) coin.safeTransfer(mutual.reserve(), _amount);
        else info.reward = _amount;
    }

    // ------------------------------------------------------------------ views

    function endOf(uint256 _claimId) external view override returns (uint256) {
        return voteInfo[_claimId].openedAt + VOTING;
    }
}
