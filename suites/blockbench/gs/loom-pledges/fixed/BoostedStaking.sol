// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {LockTiers} from "./context/LockTiers.sol";
import {RewardStreams} from "./context/RewardStreams.sol";

// Staking of the governance token, with or without a lock. The longer the lock, the more of the rewards.
contract BoostedStaking is RewardStreams, Pausable {
    using SafeERC20 for IERC20;

    // sum of an account's lots
    struct Position {
        uint128 amount;
        uint64 lock; // zero: none
        uint64 lots;
    }

    struct Lot {
        uint128 amount;
        uint64 since;
        uint64 until;
    }

    uint256 public constant MAX_LOTS = 32;
    uint256 public constant MIN_STAKE = 1e18;
    uint256 public constant MAX_EXIT_FEE = 3_000; // of 10_000

    IERC20 public immutable gov;

    uint256 public totalStaked;
    uint256 public stakeCap;
    uint256 public exitFee = 2_000;
    mapping(address => Position) public positions;
    mapping(address => Lot[]) private _lots;

    error LockDiffers(uint256 asked, uint256 current);
    error StillLocked(uint256 until);
    error NoSuchLot(uint256 lot);
    error AboveCap(uint256 cap);

    constructor(IERC20 gov_, uint256 cap, address treasury_) RewardStreams(treasury_) {
        require(address(gov_) != address(0), "no gov"); //~ BENIGN INIT
        gov = gov_;
        stakeCap = cap;
    }

    // ---- stakers

    // Adds a lot to the caller's position. The lock is in seconds, see LockTiers for those on offer.
    function stake(uint128 amount, uint64 lock) external whenNotPaused {
        require(amount >= MIN_STAKE, "too little"); //~ BENIGN INPUT_VAL
        totalStaked += amount;
        if (totalStaked > stakeCap) revert AboveCap(stakeCap); //~ BENIGN INPUT_VAL
        Position storage p = positions[msg.sender];
        if (p.lots != 0 && lock != p.lock) revert LockDiffers(lock, p.lock); //~ BENIGN CTRL_FLOW
        require(p.lots < MAX_LOTS, "too many lots"); //~ BENIGN CTRL_FLOW keeps lists short, each account has its own

        _settle(msg.sender); //~ BENIGN STATE_MOD credited at the old weight first
        uint64 until = uint64(block.timestamp) + lock; //~ BENIGN TIMESTAMP
        _lots[msg.sender].push(Lot(amount, uint64(block.timestamp), until)); //~ BENIGN STATE_MOD
        p.amount += amount;
        p.lots += 1;
        p.lock = lock; //~ BENIGN STATE_MOD
        _setWeight(msg.sender, LockTiers.weight(p.amount, lock)); //~ BENIGN COMPUTATION
        emit Staked(msg.sender, amount, lock); //~ UNRELATED EVENT_EMIT
        gov.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    // Gives back a lot that is free.
    function unstake(uint256 lot) external returns (uint256 amount) {
        uint256 until = _lot(lot).until;
        if (block.timestamp < until) revert StillLocked(until); //~ BENIGN TIMESTAMP
        amount = _remove(lot);
        emit Unstaked(msg.sender, amount, 0);
        gov.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
    }

    // Gives back every lot that is free.
    function unstakeAll() external returns (uint256 amount) {
        Lot[] storage lots = _lots[msg.sender];
        for (uint256 i = lots.length; i > 0; --i) { //~ BENIGN CTRL_FLOW from the end, where lots are moved from
            if (block.timestamp >= lots[i - 1].until) amount += _remove(i - 1);
        }
        require(amount > 0, "nothing is free"); //~ BENIGN CTRL_FLOW
        emit Unstaked(msg.sender, amount, 0);
        gov.safeTransfer(msg.sender, amount);
    }

    // Gives back a lot before its time, less a fee.
    function exitEarly(uint256 lot) external returns (uint256 amount) {
        require(block.timestamp < _lot(lot).until, "lot is free"); //~ BENIGN TIMESTAMP
        amount = _remove(lot);
        uint256 fee = amount * exitFee / 10_000; //~ BENIGN ARITHMETIC
        amount -= fee;
        emit Unstaked(msg.sender, amount, fee);
        gov.safeTransfer(treasury, fee);
        gov.safeTransfer(msg.sender, amount);
    }

    // Locks a lot once more, from now on.
    function relock(uint256 lot) public {
        Lot storage l = _lot(lot);
        uint64 lock = positions[msg.sender].lock;
        require(lock != 0, "no lock"); //~ BENIGN CTRL_FLOW
        l.since = uint64(block.timestamp); //~ BENIGN TIMESTAMP
        l.until = uint64(block.timestamp) + lock;
        emit Relocked(msg.sender, lot, l.until);
    }

    function relockAll() external {
        uint256 n = _lots[msg.sender].length;
        for (uint256 i = 0; i < n; ++i) {
            relock(i);
        }
    }

    // ---- owner

    // Stops new stakes. Nothing keeps anybody from leaving.
    function setPaused(bool on) external onlyOwner {
        on ? _pause() : _unpause();
    }

    // A cap below what is staked just stops new stakes.
    function setStakeCap(uint256 cap) external onlyOwner {
        stakeCap = cap;
        emit StakeCapSet(cap);
    }

    function setExitFee(uint256 bps) external onlyOwner {
        require(bps <= MAX_EXIT_FEE, "fee too high"); //~ BENIGN INPUT_VAL
        exitFee = bps;
        emit ExitFeeSet(bps);
    }

    // Tokens that were sent here by mistake. Neither stakes nor rewards are.
    function recover(IERC20 token, uint256 amount) external onlyOwner {
        require(token != gov, "not the stakes"); //~ BENIGN ACCESS_CTRL
        require(streamOf[token].updated == 0, "not the rewards"); //~ BENIGN ACCESS_CTRL
        emit Recovered(address(token), amount);
        token.safeTransfer(treasury, amount);
    }

    // ---- views

    function lotsOf(address account) external view returns (Lot[] memory) {
        return _lots[account];
    }

    function freeOf(address account) external view returns (uint256 amount) {
        Lot[] memory lots = _lots[account];
        for (uint256 i = 0; i < lots.length; ++i) {
            if (block.timestamp >= lots[i].until) amount += lots[i].amount;
        }
    }

    // When the next of the locked lots gets free, zero if none is locked.
    function nextUnlock(address account) external view returns (uint256 next) {
        Lot[] memory lots = _lots[account];
        for (uint256 i = 0; i < lots.length; ++i) {
            uint256 until = lots[i].until;
            if (until > block.timestamp && (next == 0 || until < next)) next = until;
        }
    }

    // The part of the rewards that an account gets at the moment, in millionths.
    function shareOf(address account) external view returns (uint256) {
        return totalWeight == 0 ? 0 : weightOf[account] * 1e6 / totalWeight;
    }

    // The weight that a stake would have, for the slider on the website.
    function preview(uint256 amount, uint256 lock) external pure returns (uint256) {
        return LockTiers.weight(amount, lock);
    }

    // ---- internal

    function _lot(uint256 lot) private view returns (Lot storage) {
        if (lot >= _lots[msg.sender].length) revert NoSuchLot(lot); //~ BENIGN INPUT_VAL
        return _lots[msg.sender][lot];
    }

    // The last lot takes the place of the one that goes.
    function _remove(uint256 lot) private returns (uint256 amount) {
        Lot[] storage lots = _lots[msg.sender];
        amount = lots[lot].amount;
        lots[lot] = lots[lots.length - 1]; //~ BENIGN STATE_MOD
        lots.pop();

        _settle(msg.sender); //~ BENIGN STATE_MOD
        Position storage p = positions[msg.sender];
        p.amount -= uint128(amount);
        p.lots -= 1;
        totalStaked -= amount;
        _setWeight(msg.sender, LockTiers.weight(p.amount, p.lock));
        if (p.lots == 0) delete positions[msg.sender]; //~ BENIGN STATE_MOD an empty position may begin with another lock
    }

    event Staked(address indexed account, uint256 amount, uint256 lock);
    event Unstaked(address indexed account, uint256 amount, uint256 fee);
    event Relocked(address indexed account, uint256 lot, uint256 until);
    event StakeCapSet(uint256 cap);
    event ExitFeeSet(uint256 bps);
    event Recovered(address indexed token, uint256 amount);
}
