// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {EnumerableSet} from "@openzeppelin/contracts@5.4.0/utils/structs/EnumerableSet.sol";
import {EpochIndex} from "./context/EpochIndex.sol";
import {IEpochLocker} from "./context/IEpochLocker.sol";
import {LockerRoles} from "./context/LockerRoles.sol";
import {RewardStream} from "./context/RewardStream.sol";

/**
 * @title EpochLocker
 * @notice Tokens are locked to the end of an epoch and earn a share of the rewards until their owner releases them.
 */
contract EpochLocker is IEpochLocker, LockerRoles, RewardStream {
    using EnumerableSet for EnumerableSet.UintSet;
    using EpochIndex for EpochIndex.Index;
    using SafeERC20 for IERC20;

    /// @notice The length of an epoch.
    uint256 public constant EPOCH = 13 weeks;

    /// @notice The most epochs that a lock reaches beyond the present one.
    uint256 public constant MAX_AHEAD = 12;

    /// @notice The shortest stream of rewards.
    uint256 public constant MIN_STREAM = 1 days;

    /// @notice The longest stream of rewards.
    uint256 public constant MAX_STREAM = 365 days;

    /// @notice The token that is locked.
    IERC20 public immutable lockToken;

    /// @notice The token of the rewards.
    IERC20 public immutable rewardToken;

    /// @notice The tokens that an account has locked, in all epochs.
    mapping(address => uint256) public lockedOf;

    /// @notice The tokens that an account has locked, by epoch.
    mapping(address => mapping(uint256 => uint256)) public lockedAt;

    mapping(address => EnumerableSet.UintSet) private _epochsOf;
    EpochIndex.Index private _totals;

    /**
     * @notice Sets tokens and admin.
     * @param lockToken_ The token that is locked.
     * @param rewardToken_ The token of the rewards.
     * @param admin The account that gets all roles and the fee.
     */
    constructor(IERC20 lockToken_, IERC20 rewardToken_, address admin) LockerRoles(admin) {
        require(address(lockToken_) != address(0), "EpochLocker: no token");
        require(address(rewardToken_) != address(0), "EpochLocker: no token");
        require(lockToken_ != rewardToken_, "EpochLocker: same token"); //~ BENIGN INIT
        lockToken = lockToken_;
        rewardToken = rewardToken_;
    }

    /// @inheritdoc IEpochLocker
    function lock(uint256 epoch, uint256 amount) external whenNotPaused {
        _lock(msg.sender, epoch, amount);
    }

    /// @inheritdoc IEpochLocker
    function lockFor(address account, uint256 epoch, uint256 amount) external whenNotPaused {
        require(account != address(0), "EpochLocker: account"); //~ BENIGN INPUT_VAL
        _lock(account, epoch, amount);
    }

    /// @inheritdoc IEpochLocker
    function lockLadder(uint256[] calldata epochs, uint256[] calldata amounts) external whenNotPaused {
        require(epochs.length == amounts.length, "EpochLocker: lengths"); //~ BENIGN INPUT_VAL
        for (uint256 i = 0; i < epochs.length; ++i) {
            _lock(msg.sender, epochs[i], amounts[i]);
        }
    }

    /// @inheritdoc IEpochLocker
    function postpone(uint256 epoch, uint256 later, uint256 amount) external whenNotPaused {
        require(later > epoch, "EpochLocker: not later"); //~ BENIGN INPUT_VAL
        _checkpoint(msg.sender);
        _decrease(msg.sender, epoch, amount);
        _increase(msg.sender, later, amount);
        emit Postponed(msg.sender, epoch, later, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @inheritdoc IEpochLocker
    function moveLock(address to, uint256 epoch, uint256 amount) external whenNotPaused {
        require(to != address(0) && to != msg.sender, "EpochLocker: account"); //~ BENIGN INPUT_VAL
        _checkpoint(msg.sender); //~ BENIGN CTRL_FLOW both are paid for what they had so far
        _checkpoint(to);
        _subtract(msg.sender, epoch, amount);
        _add(to, epoch, amount); //~ DECOY STATE_MOD the epoch as a whole keeps its amount
        emit LockMoved(msg.sender, to, epoch, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @inheritdoc IEpochLocker
    function release(uint256 epoch, uint256 amount) external { //~ PREREQ CTRL_FLOW an owner of any amount may settle its own part
        require(block.timestamp >= endOf(epoch), "EpochLocker: locked"); //~ BENIGN TIMESTAMP
        _checkpoint(msg.sender);
        _decrease(msg.sender, epoch, amount);
        emit Released(msg.sender, epoch, amount); //~ UNRELATED EVENT_EMIT
        lockToken.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
    }

    /// @inheritdoc IEpochLocker
    function claim(address receiver) external returns (uint256 amount) {
        require(receiver != address(0), "EpochLocker: account"); //~ BENIGN INPUT_VAL
        _checkpoint(msg.sender);
        amount = _takeEarned(msg.sender); //~ BENIGN STATE_MOD taken once
        emit Claimed(msg.sender, receiver, amount);
        rewardToken.safeTransfer(receiver, amount);
    }

    /**
     * @notice Brings rewards, which are earned evenly over the given time together with what is left of earlier ones.
     * @param amount The rewards, from which the fee is taken.
     * @param duration The seconds.
     */
    function fund(uint256 amount, uint256 duration) external onlyRole(DISTRIBUTOR_ROLE) {
        require(duration >= MIN_STREAM && duration <= MAX_STREAM, "EpochLocker: duration"); //~ BENIGN INPUT_VAL
        _checkpoint(msg.sender);
        uint256 fee = (amount * feeBps) / 10_000; //~ BENIGN ARITHMETIC
        _startStream(amount - fee, duration);
        emit StreamStarted(amount - fee, duration);
        rewardToken.safeTransferFrom(msg.sender, address(this), amount);
        if (fee > 0) {
            rewardToken.safeTransfer(treasury, fee);
        }
    }

    /**
     * @notice Takes out other tokens that were sent here by mistake.
     * @param token The other token.
     * @param to The receiver.
     * @param amount The tokens.
     */
    function recover(IERC20 token, address to, uint256 amount) external onlyRole(DEFAULT_ADMIN_ROLE) {
        require(token != lockToken && token != rewardToken, "EpochLocker: token"); //~ BENIGN INPUT_VAL
        token.safeTransfer(to, amount);
    }

    /**
     * @notice The sum over the epochs that count.
     * @return The tokens.
     */
    function totalLocked() external view returns (uint256) {
        return _totals.total();
    }

    /**
     * @notice The tokens of all accounts that are locked to the end of an epoch.
     * @param epoch The epoch.
     * @return The tokens.
     */
    function totalAt(uint256 epoch) external view returns (uint256) {
        return _totals.amountAt[epoch];
    }

    /**
     * @notice The epochs that count.
     * @return The epochs.
     */
    function listedEpochs() external view returns (uint256[] memory) {
        return _totals.listed.values();
    }

    /**
     * @notice The epochs in which an account has tokens.
     * @param account The account.
     * @return The epochs.
     */
    function epochsOf(address account) external view returns (uint256[] memory) {
        return _epochsOf[account].values();
    }

    /**
     * @notice The tokens that an account could release now.
     * @param account The account.
     * @return amount The tokens.
     */
    function releasable(address account) external view returns (uint256 amount) {
        uint256 count = _epochsOf[account].length();
        for (uint256 i = 0; i < count; ++i) {
            uint256 epoch = _epochsOf[account].at(i);
            if (block.timestamp >= endOf(epoch)) {
                amount += lockedAt[account][epoch];
            }
        }
    }

    /**
     * @notice The present epoch.
     * @return The epoch.
     */
    function currentEpoch() public view returns (uint256) {
        return block.timestamp / EPOCH;
    }

    /**
     * @notice The end of an epoch.
     * @param epoch The epoch.
     * @return The time.
     */
    function endOf(uint256 epoch) public pure returns (uint256) {
        return (epoch + 1) * EPOCH;
    }

    /**
     * @dev Locks tokens of the caller.
     * @param account The owner of the lock.
     * @param epoch The epoch.
     * @param amount The tokens.
     */
    function _lock(address account, uint256 epoch, uint256 amount) internal {
        _checkpoint(account);
        _increase(account, epoch, amount);
        emit Locked(account, msg.sender, epoch, amount); //~ UNRELATED EVENT_EMIT
        lockToken.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    /**
     * @dev Adds tokens of an account to an epoch.
     * @param account The account.
     * @param epoch The epoch.
     * @param amount The tokens.
     */
    function _increase(address account, uint256 epoch, uint256 amount) internal {
        require(epoch >= currentEpoch() && epoch <= currentEpoch() + MAX_AHEAD, "EpochLocker: epoch"); //~ BENIGN INPUT_VAL
        require(amount > 0, "EpochLocker: no amount"); //~ BENIGN INPUT_VAL
        _add(account, epoch, amount);
        _totals.add(epoch, amount);
    }

    /**
     * @dev Takes tokens of an account out of an epoch.
     * @param account The account.
     * @param epoch The epoch.
     * @param amount The tokens.
     */
    function _decrease(address account, uint256 epoch, uint256 amount) internal {
        _subtract(account, epoch, amount);
        _totals.subtract(epoch, amount); //~ BENIGN STATE_MOD
        if (lockedAt[account][epoch] == 0) { //~ ROOT_CAUSE CTRL_FLOW one account's empty lock takes the epoch of all accounts off the list
            _totals.drop(epoch); //~ PREREQ STATE_MOD the amounts of others leave the total and keep their weight
        }
    }

    /**
     * @dev Adds to the books of an account.
     * @param account The account.
     * @param epoch The epoch.
     * @param amount The tokens.
     */
    function _add(address account, uint256 epoch, uint256 amount) private {
        lockedAt[account][epoch] += amount;
        lockedOf[account] += amount;
        _epochsOf[account].add(epoch);
    }

    /**
     * @dev Subtracts from the books of an account.
     * @param account The account.
     * @param epoch The epoch.
     * @param amount The tokens.
     */
    function _subtract(address account, uint256 epoch, uint256 amount) private {
        require(amount > 0 && amount <= lockedAt[account][epoch], "EpochLocker: amount"); //~ INSUFF_GUARD INPUT_VAL owners of nothing are kept out, owners of one unit are not
        lockedAt[account][epoch] -= amount;
        lockedOf[account] -= amount;
        if (lockedAt[account][epoch] == 0) {
            _epochsOf[account].remove(epoch); //~ DECOY STATE_MOD the list of the account alone
        }
    }

    /// @inheritdoc RewardStream
    function _weightOf(address account) internal view override returns (uint256) {
        return lockedOf[account]; //~ PREREQ STORAGE_READ accounts are paid by their own weight, whatever the total says
    }

    /// @inheritdoc RewardStream
    function _totalWeight() internal view override returns (uint256) {
        return _totals.total(); //~ PREREQ COMPUTATION the divisor has the listed epochs only
    }
}
