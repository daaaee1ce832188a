// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import "../governance/UnderMutual.sol";
import "../interfaces/IClaims.sol";
import "../interfaces/ICoverPool.sol";
import "../interfaces/IFeed.sol";
import "../interfaces/IPolicies.sol";
import "../libraries/Almanac.sol";
import "../libraries/Parts.sol";

// ClaimDesk takes claims, has them decided, and pays them.
//
// Damage is looked at by assessors, who vote for three days. Frost is measured, so the weather decides and nobody votes; a warden
// has a day to object if the stations went mad. A policy has one open claim at a time.
contract ClaimDesk is IClaimDesk, UnderMutual {
    using SafeERC20 for IERC20;

    // Fee of a claim that assessors look at: a part of it, and not less than this.
    uint256 public constant FEE = 100;
    uint256 public constant MIN_FEE = 10e18;
    // Wardens can object for so long.
    uint256 public constant OBJECTION = 1 days;

    uint256 public lastId;
    mapping(uint256 => ClaimInfo) private claimInfo;
    mapping(uint256 => uint256) public override openOf;

    // Policy => day => was its frost claimed?
    mapping(uint256 => mapping(uint32 => bool)) public override frostUsed;

    constructor(IMutual _mutual) UnderMutual(_mutual) {}

    // ------------------------------------------------------------------ filing

    // Files a claim for damage. The evidence is the hash of whatever the assessors shall look at.
    function file(uint256 _id, uint256 _amount, bytes32 _evidence) external override returns (uint256 claimId) {
        require(IPolicyBook(mutual.book()).policyOf(_id).peril == Peril.Damage, "file: other peril");
        claimId = _open(_id, _amount, _evidence);
        ClaimInfo storage claim = claimInfo[claimId];
        claim.state = State.Voting;
        claim.fee = Math.max(Parts.cutUp(_amount, FEE), MIN_FEE);
        IAssessorGuild(mutual.guild()).open(claimId);
        coin.safeTransferFrom(msg.sender, address(this), claim.fee);
    }

    // Files a claim for the frost of a day. There is nothing to decide about it.
    function fileFrost(uint256 _id, uint32 _day) external override returns (uint256 claimId) {
        require(!frostUsed[_id][_day], "fileFrost: day is used");
        frostUsed[_id][_day] = true;
        uint256 amount = IFrostRule(mutual.frost()).payoutOf(_id, _day);
        claimId = _open(_id, amount, bytes32(uint256(_day)));
        _uphold(claimId);
    }

    // Takes a claim back while its vote runs. Its fee is lost.
    function drop(uint256 _claimId) external override {
        ClaimInfo storage claim = claimInfo[_claimId];
        require(claim.state == State.Voting, "drop: no vote");
        require(block.timestamp < IAssessorGuild(mutual.guild()).endOf(_claimId), "drop: vote is over");
        require(IPolicyBook(mutual.book()).ownerOf(claim.policyId) == msg.sender, "drop: not the holder");
        _close(claim);
        _pool(claim.policyId).putBack(claim.amount);
        coin.safeTransfer(mutual.reserve(), claim.fee);
        emit Dropped(_claimId);
    }

    // ------------------------------------------------------------------ anybody

    // Asks the guild how the vote ended. Who was right gets half of the fee back, and the guild gets the rest.
    function resolve(uint256 _claimId) external override {
        ClaimInfo storage claim = claimInfo[_claimId];
        require(claim.state == State.Voting, "resolve: no vote");
        IAssessorGuild guild = IAssessorGuild(mutual.guild());
        uint256 back = 0;
        if (guild.close(_claimId)) {
            _uphold(_claimId);
            back = claim.fee / 2;
            coin.safeTransfer(claim.claimant, back);
        } else {
            _close(claim);
            _pool(claim.policyId).putBack(claim.amount);
            emit Rejected(_claimId);
        }
        coin.safeTransfer(address(guild), claim.fee - back);
        guild.reward(_claimId, claim.fee - back);
    }

    // Pays an upheld claim when nobody can object to it any more.
    function pay(uint256 _claimId) external override {
        ClaimInfo storage claim = claimInfo[_claimId];
        require(claim.state == State.Upheld, "pay: not upheld");
        require(block.timestamp >= claim.payableAt, "pay: too early");
        IPolicyBook book = IPolicyBook(mutual.book());
        address to = book.ownerOf(claim.policyId); //~ BENIGN FUND_XFER a claim goes with its policy
        _close(claim);
        book.use(claim.policyId, claim.amount);
        _pool(claim.policyId).pay(claim.amount, to);
        emit Settled(_claimId, to, claim.amount);
    }

    // ------------------------------------------------------------------ wardens

    // Stops a claim that was upheld by mistake, before it is paid.
    function object(uint256 _claimId) external onlyWarden {
        ClaimInfo storage claim = claimInfo[_claimId];
        require(claim.state == State.Upheld && block.timestamp < claim.payableAt, "object: too late");
        _close(claim);
        _pool(claim.policyId).putBack(claim.amount);
        emit Objected(_claimId, msg.sender);
    }

    // ------------------------------------------------------------------ views

    function claimOf(uint256 _claimId) external view override returns (ClaimInfo memory) {
        return claimInfo[_claimId];
    }

    // ------------------------------------------------------------------ internal

    // What all claims have in common.
    function _open(uint256 _id, uint256 _amount, bytes32 _evidence) internal returns (uint256 claimId) {
        IPolicyBook book = IPolicyBook(mutual.book());
        PolicyInfo memory policy = book.policyOf(_id);
        require(msg.sender == book.ownerOf(_id), "claim: not the holder"); //~ BENIGN ACCESS_CTRL one claim at a time, so nobody files for others
        require(openOf[_id] == 0, "claim: has one");
        uint32 today = Almanac.today();
        require(today >= policy.firstDay && today < policy.endDay + book.CLAIM_DAYS(), "claim: not in time");
        require(_amount > 0 && _amount <= book.leftOf(_id), "claim: bad amount");

        claimId = ++lastId;
        openOf[_id] = claimId;
        ClaimInfo storage claim = claimInfo[claimId];
        claim.policyId = _id;
        claim.claimant = msg.sender;
        claim.amount = _amount;
        ICoverPool(policy.pool).setAside(_amount);
        emit Filed(claimId, _id, msg.sender, _amount, _evidence);
    }

    function _uphold(uint256 _claimId) internal {
        ClaimInfo storage claim = claimInfo[_claimId];
        claim.state = State.Upheld;
        claim.payableAt = uint64(block.timestamp + OBJECTION);
        emit Upheld(_claimId, claim.payableAt);
    }

    function _close(ClaimInfo storage _claim) internal {
        _claim.state = State.Closed;
        openOf[_claim.policyId] = 0;
    }

    function _pool(uint256 _id) internal view returns (ICoverPool) {
        return ICoverPool(IPolicyBook(mutual.book()).policyOf(_id).pool);
    }
}
