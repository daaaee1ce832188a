// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import "./context/Epochs.sol";
import "./context/IEscrow.sol";
import "./context/RewardsVault.sol";

// lock GOV until the end of some week, vote with it, and share the usd that drips from the vault
contract VoteEscrow is IEscrow, Ownable2Step, Pausable {
    using SafeERC20 for IERC20;

    struct Lock {
        uint256 amount;
        uint256 endsAt;
        uint256 index;
        uint256 owed;
    }

    uint256 public constant MAX_WEEKS = 52;
    uint256 public constant MAX_EXIT_FEE = 5_000; // bps
    uint256 public constant MAX_MIN_LOCK = 1_000e18;
    uint256 private constant BPS = 10_000;
    uint256 private constant SCALE = 1e24;

    IERC20 public immutable gov;
    RewardsVault public immutable vault;

    address public treasury;
    uint256 public exitFee = 2_000; // for a full year, less when less is left
    uint256 public minLock = 1e18;
    uint256 public cap = type(uint256).max;

    uint256 public total; // locked and running at checkpointAt
    uint256 public checkpointAt;
    uint256 public index; // usd for one gov since the start, scaled
    uint256 public idle; // usd that ran while nobody was locked

    mapping(uint256 => uint256) public endingAt;
    mapping(uint256 => uint256) public indexAt;
    mapping(uint256 => uint256) public totalAt;
    mapping(address => Lock) public locks;
    mapping(address => bool) public lockers;

    error AlreadyLocked();
    error NothingLocked();
    error LockOver();
    error StillLocked(uint256 endsAt);

    constructor(IERC20 gov_, IERC20 usd_, address treasury_) Ownable(msg.sender) {
        require(treasury_ != address(0), "no treasury");
        gov = gov_;
        treasury = treasury_;
        vault = new RewardsVault(usd_, msg.sender);
        checkpointAt = block.timestamp;
    }

    // ---- locks

    function lock(uint256 amount, uint256 weeksToRun) external whenNotPaused {
        _open(msg.sender, amount, weeksToRun);
    }

    // vesting contracts and the like, they pay and someone else has the lock
    function lockFor(address account, uint256 amount, uint256 weeksToRun) external whenNotPaused {
        require(lockers[msg.sender], "not a locker"); //~ BENIGN ACCESS_CTRL
        _open(account, amount, weeksToRun);
    }

    function increase(uint256 amount) external whenNotPaused {
        Lock storage l = locks[msg.sender];
        if (block.timestamp >= l.endsAt) revert LockOver(); //~ BENIGN TIMESTAMP
        checkpoint();
        require(total + amount <= cap, "cap reached");
        _settle(msg.sender); //~ BENIGN CTRL_FLOW what was locked so far has its share first
        l.amount += amount;
        total += amount;
        endingAt[l.endsAt] += amount;
        emit Increased(msg.sender, amount);
        gov.safeTransferFrom(msg.sender, address(this), amount);
    }

    function extend(uint256 weeksToRun) external whenNotPaused {
        Lock storage l = locks[msg.sender];
        uint256 was = l.endsAt;
        if (block.timestamp >= was) revert LockOver(); //~ BENIGN TIMESTAMP
        checkpoint();
        uint256 endsAt = _endIn(weeksToRun);
        require(endsAt > was, "not longer");
        endingAt[was] -= l.amount; //~ BENIGN STATE_MOD
        endingAt[endsAt] += l.amount;
        l.endsAt = endsAt;
        emit Extended(msg.sender, endsAt);
    }

    function withdraw() external {
        Lock memory l = locks[msg.sender];
        if (l.amount == 0) revert NothingLocked();
        if (block.timestamp < l.endsAt) revert StillLocked(l.endsAt); //~ BENIGN TIMESTAMP
        checkpoint();
        _close(msg.sender, 0);
    }

    // out before the end, for a fee
    function exitEarly() external {
        Lock memory l = locks[msg.sender];
        if (block.timestamp >= l.endsAt) revert LockOver(); //~ BENIGN TIMESTAMP
        checkpoint();
        total -= l.amount;
        endingAt[l.endsAt] -= l.amount; //~ BENIGN STATE_MOD
        _close(msg.sender, exitFeeOf(msg.sender));
    }

    // ---- rewards

    function claim() external returns (uint256) {
        checkpoint();
        return _claim(msg.sender);
    }

    // the keeper does this for small lockers, everyone gets what is his
    function claimMany(address[] calldata accounts) external { //~ BENIGN ACCESS_CTRL
        checkpoint();
        for (uint256 i = 0; i < accounts.length; i++) {
            _claim(accounts[i]);
        }
    }

    function releaseIdle() external onlyOwner returns (uint256 amount) {
        checkpoint();
        amount = idle;
        idle = 0;
        vault.pay(treasury, amount);
    }

    // week by week up to now, anyone can call it
    function checkpoint() public override { //~ BENIGN ACCESS_CTRL
        uint256 from = checkpointAt;
        if (from == block.timestamp) return; //~ BENIGN TIMESTAMP
        uint256 edge = Epochs.next(from); //~ BENIGN ARITHMETIC
        while (edge <= block.timestamp) {
            _accrue(from, edge);
            indexAt[edge] = index;
            total -= endingAt[edge]; //~ BENIGN STATE_MOD
            totalAt[edge] = total;
            from = edge;
            edge += Epochs.WEEK;
        }
        _accrue(from, block.timestamp);
        checkpointAt = block.timestamp;
    }

    // ---- views

    // what runs right now, without a checkpoint
    function running() external view returns (uint256 amount) {
        amount = total;
        for (uint256 edge = Epochs.next(checkpointAt); edge <= block.timestamp; edge += Epochs.WEEK) {
            amount -= endingAt[edge];
        }
    }

    function votesOf(address account) external view returns (uint256) {
        Lock storage l = locks[account];
        return (l.amount * _left(l.endsAt)) / (MAX_WEEKS * Epochs.WEEK); //~ UNRELATED COMPUTATION
    }

    function exitFeeOf(address account) public view returns (uint256) {
        Lock storage l = locks[account];
        return (l.amount * exitFee * _left(l.endsAt)) / (MAX_WEEKS * Epochs.WEEK * BPS); //~ BENIGN ARITHMETIC
    }

    // ---- owner

    function setExitFee(uint256 bps) external onlyOwner {
        require(bps <= MAX_EXIT_FEE, "fee too high"); //~ BENIGN INPUT_VAL
        exitFee = bps;
        emit ExitFeeSet(bps);
    }

    function setLimits(uint256 minLock_, uint256 cap_) external onlyOwner {
        require(minLock_ > 0 && minLock_ <= MAX_MIN_LOCK, "bad minimum"); //~ BENIGN INPUT_VAL
        minLock = minLock_;
        cap = cap_;
        emit LimitsSet(minLock_, cap_);
    }

    function setTreasury(address treasury_) external onlyOwner {
        require(treasury_ != address(0), "no treasury");
        treasury = treasury_;
        emit TreasurySet(treasury_);
    }

    function setLocker(address locker, bool allowed) external onlyOwner {
        lockers[locker] = allowed;
        emit LockerSet(locker, allowed);
    }

    // stops new locks, nothing else
    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    // ---- internals

    function _open(address account, uint256 amount, uint256 weeksToRun) private {
        if (locks[account].amount != 0) revert AlreadyLocked(); //~ BENIGN INPUT_VAL
        require(amount >= minLock, "below minimum");
        checkpoint();
        require(total + amount <= cap, "cap reached"); //~ BENIGN INPUT_VAL
        uint256 endsAt = _endIn(weeksToRun);
        locks[account] = Lock(amount, endsAt, index, 0); //~ BENIGN STATE_MOD
        total += amount;
        endingAt[endsAt] += amount; //~ BENIGN STATE_MOD
        emit Locked(account, amount, endsAt);
        gov.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    function _close(address account, uint256 fee) private {
        _settle(account);
        Lock memory l = locks[account];
        delete locks[account]; //~ BENIGN STATE_MOD gone before anything is sent
        emit Closed(account, l.amount, fee);
        vault.pay(account, l.owed);
        gov.safeTransfer(account, l.amount - fee); //~ BENIGN FUND_XFER
        if (fee > 0) gov.safeTransfer(treasury, fee);
    }

    function _claim(address account) private returns (uint256 amount) {
        _settle(account);
        amount = locks[account].owed;
        locks[account].owed = 0;
        emit Claimed(account, amount);
        vault.pay(account, amount); //~ BENIGN FUND_XFER
    }

    function _settle(address account) private {
        Lock storage l = locks[account];
        uint256 upTo = checkpointAt < l.endsAt ? index : indexAt[l.endsAt]; //~ BENIGN STORAGE_READ nothing after the end of the lock
        l.owed += (l.amount * (upTo - l.index)) / SCALE; //~ BENIGN ARITHMETIC
        l.index = upTo;
    }

    // no week turns in between
    function _accrue(uint256 from, uint256 to) private {
        uint256 amount = vault.runs(from, to);
        if (total == 0) {
            idle += amount;
        } else {
            index += (amount * SCALE) / total; //~ BENIGN ARITHMETIC
        }
    }

    function _endIn(uint256 weeksToRun) private view returns (uint256) {
        require(weeksToRun > 0 && weeksToRun <= MAX_WEEKS, "bad weeks"); //~ BENIGN INPUT_VAL
        return Epochs.floor(block.timestamp) + weeksToRun * Epochs.WEEK;
    }

    function _left(uint256 endsAt) private view returns (uint256) {
        return endsAt > block.timestamp ? endsAt - block.timestamp : 0;
    }

    event Locked(address indexed account, uint256 amount, uint256 endsAt);
    event Increased(address indexed account, uint256 amount);
    event Extended(address indexed account, uint256 endsAt);
    event Closed(address indexed account, uint256 amount, uint256 fee);
    event Claimed(address indexed account, uint256 amount); //~ UNRELATED EVENT_EMIT
    event ExitFeeSet(uint256 bps);
    event LimitsSet(uint256 minLock, uint256 cap);
    event TreasurySet(address treasury);
    event LockerSet(address indexed locker, bool allowed);
}
