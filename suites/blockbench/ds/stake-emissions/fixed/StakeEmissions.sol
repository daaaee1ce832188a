// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";
import {EmissionSchedule} from "./context/EmissionSchedule.sol";
import {IStakeEmissions} from "./context/IStakeEmissions.sol";

/// @notice Holds stakes, and lets them go after a cooldown.
abstract contract StakeLedger is IStakeEmissions, Pausable, ReentrancyGuard {
    using SafeERC20 for IERC20;

    struct Exit {
        uint256 amount;
        uint256 availableAt;
    }

    uint256 public constant MAX_COOLDOWN = 30 days;

    IERC20 public immutable stakeToken;
    uint256 public immutable cooldown;

    uint256 public totalStaked;
    mapping(address account => uint256) public stakeOf;
    mapping(address account => Exit) public exitOf;

    constructor(IERC20 stakeToken_, uint256 cooldown_) {
        if (address(stakeToken_) == address(0)) revert ZeroAddress();
        if (cooldown_ > MAX_COOLDOWN) revert CooldownTooLong(cooldown_);
        stakeToken = stakeToken_;
        cooldown = cooldown_;
    }

    /// @notice Stakes tokens of the caller.
    /// @return received What arrived, which is what counts.
    function stake(uint256 amount) external nonReentrant whenNotPaused returns (uint256 received) {
        _beforeStakeChange(msg.sender); //~ BENIGN CTRL_FLOW
        received = _pull(stakeToken, amount); //~ BENIGN EXT_CALL
        stakeOf[msg.sender] += received;
        totalStaked += received;
        emit Staked(msg.sender, received);
    }

    /// @notice Takes a part of the caller's stake out of the pool. The cooldown begins anew for all that waits.
    function requestExit(uint256 amount) external nonReentrant {
        uint256 held = stakeOf[msg.sender];
        if (amount == 0) revert ZeroAmount();
        if (amount > held) revert NotEnoughStake(amount, held); //~ BENIGN INPUT_VAL
        _beforeStakeChange(msg.sender);
        stakeOf[msg.sender] = held - amount;
        totalStaked -= amount;
        Exit storage exit = exitOf[msg.sender];
        exit.amount += amount;
        exit.availableAt = block.timestamp + cooldown; //~ BENIGN TIMESTAMP
        emit ExitRequested(msg.sender, amount, exit.availableAt);
    }

    /// @notice Puts what waits back to the stake.
    function cancelExit() external nonReentrant whenNotPaused {
        uint256 amount = exitOf[msg.sender].amount;
        if (amount == 0) revert NothingPending(msg.sender);
        _beforeStakeChange(msg.sender);
        delete exitOf[msg.sender]; //~ BENIGN STATE_MOD
        stakeOf[msg.sender] += amount;
        totalStaked += amount;
        emit ExitCancelled(msg.sender, amount);
    }

    /// @notice Pays out what has waited long enough.
    function withdraw() external nonReentrant returns (uint256 amount) {
        Exit memory exit = exitOf[msg.sender];
        amount = exit.amount;
        if (amount == 0) revert NothingPending(msg.sender);
        if (block.timestamp < exit.availableAt) revert StillCooling(exit.availableAt); //~ BENIGN TIMESTAMP
        delete exitOf[msg.sender]; //~ BENIGN STATE_MOD
        stakeToken.safeTransfer(msg.sender, amount);
        emit Withdrawn(msg.sender, amount);
    }

    /// @dev Takes tokens from the caller. Some tokens keep a part of each transfer.
    function _pull(IERC20 token, uint256 amount) internal returns (uint256 received) {
        uint256 before = token.balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), amount);
        received = token.balanceOf(address(this)) - before; //~ BENIGN STORAGE_READ
        if (received == 0) revert ZeroAmount();
    }

    /// @dev Called before the stake of an account changes.
    function _beforeStakeChange(address account) internal virtual;
}

/// @notice Emits several reward tokens to those who stake.
/// @dev Each token has a schedule of its own. A token without a schedule to come can be retired, and its rewards stay claimable.
contract StakeEmissions is StakeLedger, Ownable2Step {
    using EmissionSchedule for EmissionSchedule.Schedule;
    using SafeERC20 for IERC20;

    /// @dev Where one account stands with one token.
    struct Position {
        uint256 index;
        uint256 accrued;
    }

    uint256 public constant MAX_REWARDS = 8;

    address public funder;

    IERC20[] private _listed;
    IERC20[] private _active;
    mapping(IERC20 token => bool) public isListed;
    mapping(IERC20 token => uint256) private _placeOf;
    mapping(IERC20 token => EmissionSchedule.Schedule) private _schedules;
    mapping(IERC20 token => mapping(address account => Position)) private _positions;

    modifier onlyFunder() {
        if (msg.sender != funder) revert NotFunder(msg.sender); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(
        address owner_,
        IERC20 stakeToken_,
        uint256 cooldown_,
        address funder_
    ) Ownable(owner_) StakeLedger(stakeToken_, cooldown_) {
        _setFunder(funder_);
    }

    /// @notice Stops new stakes. Exits and claims go on.
    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    function setFunder(address funder_) external onlyOwner {
        _setFunder(funder_);
    }

    /// @notice Lists a reward token. A token is listed once.
    function listReward(IERC20 token) external onlyOwner {
        if (address(token) == address(0)) revert ZeroAddress();
        if (isListed[token]) revert AlreadyListed(token); //~ BENIGN INPUT_VAL
        if (_listed.length == MAX_REWARDS) revert TooManyRewards(); //~ BENIGN CTRL_FLOW bounds every loop
        isListed[token] = true;
        _listed.push(token);
        _active.push(token);
        _placeOf[token] = _active.length;
        emit RewardListed(token);
    }

    /// @notice Brings reward tokens, and emits them from now on with those that are left.
    function fundReward(IERC20 token, uint256 amount, uint256 duration) external nonReentrant onlyFunder {
        if (_placeOf[token] == 0) revert NotActive(token);
        EmissionSchedule.Schedule storage schedule = _schedules[token];
        schedule.advance(totalStaked); //~ BENIGN STATE_MOD
        uint256 received = _pull(token, amount);
        schedule.extend(received, duration);
        emit RewardFunded(token, received, duration);
    }

    /// @notice Takes a token whose emission is over from the active ones.
    function retireReward(IERC20 token) external onlyOwner {
        uint256 place = _placeOf[token];
        if (place == 0) revert NotActive(token);
        EmissionSchedule.Schedule storage schedule = _schedules[token];
        schedule.advance(totalStaked);
        if (schedule.updatedAt != schedule.endsAt) revert StillEmitting(token, schedule.endsAt); //~ BENIGN CTRL_FLOW
        IERC20 last = _active[_active.length - 1];
        _active[place - 1] = last; //~ BENIGN STATE_MOD
        _placeOf[last] = place;
        _active.pop();
        _placeOf[token] = 0; //~ BENIGN STATE_MOD
        emit RewardRetired(token);
    }

    /// @notice Pays out the caller's rewards in one token, active or not.
    function claim(IERC20 token) external nonReentrant returns (uint256 amount) {
        if (!isListed[token]) revert NotListed(token);
        amount = _claim(token, msg.sender);
    }

    /// @notice Pays out the caller's rewards in all active tokens.
    function claimAll() external nonReentrant {
        for (uint256 i = 0; i < _active.length; i++) {
            _claim(_active[i], msg.sender);
        }
    }

    /// @notice What an account could claim in a token.
    function earned(IERC20 token, address account) external view returns (uint256) {
        Position storage position = _positions[token][account];
        uint256 index = _schedules[token].indexNow(totalStaked);
        return position.accrued + _since(position.index, index, account);
    }

    function scheduleOf(IERC20 token) external view returns (EmissionSchedule.Schedule memory) {
        return _schedules[token];
    }

    function activeRewards() external view returns (IERC20[] memory) {
        return _active;
    }

    function listedRewards() external view returns (IERC20[] memory) {
        return _listed;
    }

    /// @inheritdoc StakeLedger
    function _beforeStakeChange(address account) internal override {
        for (uint256 i = 0; i < _listed.length; i++) { //~ BENIGN CTRL_FLOW
            _settle(_listed[i], account); //~ BENIGN STATE_MOD
        }
    }

    /// @dev Adds what an account has earned since it was last here.
    function _settle(IERC20 token, address account) private {
        EmissionSchedule.Schedule storage schedule = _schedules[token];
        schedule.advance(totalStaked);
        Position storage position = _positions[token][account];
        position.accrued += _since(position.index, schedule.index, account); //~ BENIGN ARITHMETIC
        position.index = schedule.index;
    }

    function _claim(IERC20 token, address account) private returns (uint256 amount) {
        _settle(token, account); //~ BENIGN CTRL_FLOW
        amount = _positions[token][account].accrued;
        if (amount == 0) return 0;
        _positions[token][account].accrued = 0; //~ BENIGN STATE_MOD
        token.safeTransfer(account, amount); //~ BENIGN FUND_XFER
        emit RewardClaimed(token, account, amount); //~ UNRELATED EVENT_EMIT
    }

    function _since(uint256 from, uint256 to, address account) private view returns (uint256) {
        return (stakeOf[account] * (to - from)) / EmissionSchedule.ONE; //~ BENIGN ARITHMETIC rounds down
    }

    function _setFunder(address funder_) private {
        if (funder_ == address(0)) revert ZeroAddress();
        funder = funder_;
        emit FunderSet(funder_);
    }
}
