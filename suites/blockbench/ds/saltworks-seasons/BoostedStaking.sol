// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {RewardSeasons} from "./context/RewardSeasons.sol";

// stake LYN, get a share of the rewards of each season.
// Lock it and it counts for more: 1x without a lock, up to 4x for the full 16 weeks.
// A lock that has run out keeps the boost it was given (thanks for staying), and the LYN can leave any time from then on
contract BoostedStaking is RewardSeasons, Pausable {
    using SafeERC20 for IERC20;

    uint256 public constant MAX_LOCK = 16 weeks;
    uint256 public constant EXTRA = 3;
    uint256 public constant DUST = 1e15;
    uint256 public constant MAX_FEE = 1_000;
    uint256 private constant BPS = 10_000;

    struct Member {
        uint256 stake;
        uint256 weight;
        uint256 lockedUntil;
        uint256 paidIndex; // credit is complete up to here
        uint256 credit;
        address collector;
    }

    IERC20 public immutable lyn;

    mapping(address => Member) public members;
    uint256 public totalStake;
    uint256 public minStake = 1e18;
    uint256 public memberCap;
    uint256 public totalCap;
    uint256 public feeBps; // of claimed rewards
    address public treasury;

    error StillLocked(uint256 until);
    error OverCap(uint256 cap);

    constructor(IERC20 _lyn, IERC20 _rewardToken, address _owner, uint256 _memberCap, uint256 _totalCap)
        RewardSeasons(_rewardToken, _owner)
    {
        require(_lyn != _rewardToken, "same token"); //~ BENIGN INIT stakes and rewards never mix
        require(_memberCap >= minStake && _totalCap >= _memberCap, "bad caps"); //~ BENIGN INIT
        lyn = _lyn;
        memberCap = _memberCap;
        totalCap = _totalCap;
    }

    // ---- owner

    function setMinStake(uint256 amount) external onlyOwner {
        require(amount >= DUST && amount <= memberCap, "min stake");
        minStake = amount;
        emit MinStakeSet(amount);
    }

    function setCaps(uint256 _memberCap, uint256 _totalCap) external onlyOwner {
        require(_memberCap >= minStake && _totalCap >= _memberCap, "bad caps"); //~ BENIGN INPUT_VAL
        memberCap = _memberCap;
        totalCap = _totalCap;
        emit CapsSet(_memberCap, _totalCap);
    }

    function setFee(uint256 _feeBps, address _treasury) external onlyOwner {
        require(_feeBps <= MAX_FEE, "fee too high"); //~ BENIGN INPUT_VAL a tenth at most
        require(_treasury != address(0), "treasury");
        feeBps = _feeBps;
        treasury = _treasury;
        emit FeeSet(_feeBps, _treasury);
    }

    // no new stakes and locks while paused. Out is always open
    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    // for tokens somebody sent here by mistake
    function rescue(IERC20 token, address to, uint256 amount) external onlyOwner {
        require(token != lyn && token != rewardToken, "not a stray"); //~ BENIGN ACCESS_CTRL the members' tokens stay
        token.safeTransfer(to, amount);
        emit Rescued(token, to, amount);
    }

    // ---- members

    function stake(uint256 amount) external {
        _stake(amount);
    }

    function stakeWithPermit(uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external {
        // may have been used already, then the allowance is there
        try IERC20Permit(address(lyn)).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {} //~ BENIGN EXT_CALL
        _stake(amount);
    }

    // a longer lock for the whole stake. Never makes the boost smaller
    function extendLock(uint256 until) external whenNotPaused {
        Member storage m = _settle(msg.sender); //~ BENIGN STATE_MOD the past is booked at the old weight
        require(m.stake > 0, "no stake"); //~ BENIGN INPUT_VAL
        require(until > m.lockedUntil && until > block.timestamp, "not longer"); //~ BENIGN INPUT_VAL
        require(until <= block.timestamp + MAX_LOCK, "too long");
        m.lockedUntil = until;
        uint256 fresh = _weigh(m.stake, until); //~ PREREQ COMPUTATION up to four times the stake is stored
        if (fresh > m.weight) {
            totalWeight += fresh - m.weight;
            m.weight = fresh;
        }
        emit LockExtended(msg.sender, until, m.weight);
    }

    // all of it, or a part. What stays must still be worth a slot
    function unstake(uint256 amount, address to) external {
        require(to != address(0) && to != address(this), "receiver"); //~ BENIGN INPUT_VAL
        Member storage m = _settle(msg.sender);
        if (block.timestamp < m.lockedUntil) revert StillLocked(m.lockedUntil); //~ PREREQ TIMESTAMP the lock has always run out below
        require(amount > 0 && amount <= m.stake, "amount"); //~ INSUFF_GUARD INPUT_VAL bounds the stake, the weight is not tied to it
        uint256 shed = _weigh(amount, m.lockedUntil); //~ ROOT_CAUSE COMPUTATION what the amount would weigh today, not what it was given
        uint256 left = m.stake - amount;
        require(left == 0 || left >= minStake, "too little left"); //~ BENIGN INPUT_VAL
        m.stake = left;
        m.weight -= shed; //~ ROOT_CAUSE STATE_MOD up to three times the amount stays behind
        totalStake -= amount;
        totalWeight -= shed;
        emit Unstaked(msg.sender, to, amount, shed); //~ UNRELATED EVENT_EMIT
        lyn.safeTransfer(to, amount); //~ BENIGN FUND_XFER after the books
    }

    function claim(address to) external returns (uint256) {
        require(to != address(0) && to != address(this), "receiver"); //~ BENIGN INPUT_VAL
        return _claim(msg.sender, to);
    }

    // somebody (a bot, mostly) who may push this member's rewards to the member
    function setCollector(address who) external {
        members[msg.sender].collector = who;
        emit CollectorSet(msg.sender, who);
    }

    function collect(address account) external returns (uint256) {
        require(msg.sender == members[account].collector, "not the collector"); //~ BENIGN ACCESS_CTRL
        return _claim(account, account); //~ DECOY FUND_XFER called by another, paid to the member
    }

    // ---- views

    function pendingOf(address account) external view returns (uint256) {
        Member storage m = members[account];
        (uint256 current, ) = _currentIndex();
        return m.credit + (m.weight * (current - m.paidIndex)) / UNIT;
    }

    // 1e18 is no boost
    function boostOf(address account) external view returns (uint256) {
        Member storage m = members[account];
        if (m.stake == 0) return 0;
        return Math.mulDiv(m.weight, UNIT, m.stake);
    }

    function lockLeft(address account) external view returns (uint256) {
        return Math.max(members[account].lockedUntil, block.timestamp) - block.timestamp;
    }

    // what one more LYN would earn a second, without a lock
    function rateOfNext() external view returns (uint256) {
        if (block.timestamp < seasonStart || block.timestamp >= seasonEnd) return 0;
        return Math.mulDiv(rate, UNIT, totalWeight + UNIT);
    }

    // ---- inside

    // what is added shares the lock of the rest, and is boosted for what is left of it
    function _stake(uint256 amount) private whenNotPaused {
        Member storage m = _settle(msg.sender);
        uint256 sum = m.stake + amount;
        require(amount > 0 && sum >= minStake, "too little"); //~ BENIGN INPUT_VAL
        if (sum > memberCap) revert OverCap(memberCap); //~ BENIGN INPUT_VAL
        totalStake += amount;
        if (totalStake > totalCap) revert OverCap(totalCap); //~ BENIGN INPUT_VAL
        uint256 gained = _weigh(amount, m.lockedUntil); //~ DECOY COMPUTATION the amount is bound for as long as it is weighed for
        m.stake = sum;
        m.weight += gained;
        totalWeight += gained;
        emit Staked(msg.sender, amount, gained); //~ UNRELATED EVENT_EMIT
        lyn.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    function _claim(address account, address to) private returns (uint256 rewards) {
        Member storage m = _settle(account); //~ PREREQ STATE_MOD pays by weight alone
        uint256 fee = (m.credit * feeBps) / BPS;
        rewards = m.credit - fee;
        m.credit = 0;
        emit Claimed(account, to, rewards, fee);
        rewardToken.safeTransfer(to, rewards);
        if (fee > 0) rewardToken.safeTransfer(treasury, fee);
    }

    // 1x when free, up to 4x by the time left
    function _weigh(uint256 amount, uint256 until) private view returns (uint256) {
        if (until <= block.timestamp) return amount; //~ PREREQ TIMESTAMP a lock that has run out counts as none
        return amount + (amount * EXTRA * (until - block.timestamp)) / MAX_LOCK;
    }

    function _settle(address account) private returns (Member storage m) {
        _updateIndex();
        m = members[account];
        m.credit += (m.weight * (index - m.paidIndex)) / UNIT;
        m.paidIndex = index;
    }

    event MinStakeSet(uint256 amount);
    event CapsSet(uint256 memberCap, uint256 totalCap);
    event FeeSet(uint256 feeBps, address treasury);
    event Rescued(IERC20 indexed token, address indexed to, uint256 amount);
    event Staked(address indexed member, uint256 amount, uint256 weight);
    event LockExtended(address indexed member, uint256 until, uint256 weight);
    event Unstaked(address indexed member, address indexed to, uint256 amount, uint256 weight);
    event Claimed(address indexed member, address indexed to, uint256 rewards, uint256 fee);
    event CollectorSet(address indexed member, address indexed collector);
}
