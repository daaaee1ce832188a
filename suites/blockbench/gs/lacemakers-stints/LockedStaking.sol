// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/lifecycle/Pausable.sol";
import "./context/BonusSchedule.sol";
import "./context/ILockedStaking.sol";
import "./context/RewardReserve.sol";

/**
 * @title LockedStaking
 * @notice Tokens are locked for some weeks and come back with a bonus. An account has one position at a time.
 */
contract LockedStaking is ILockedStaking, RewardReserve, BonusSchedule, Pausable {
    /**
     * @notice The position of an account.
     * @param amount The tokens that were put in.
     * @param bonus The bonus that was promised.
     * @param lockWeeks The lock in weeks.
     * @param unlockAt The time when the lock ends.
     */
    struct Position {
        uint256 amount;
        uint256 bonus;
        uint64 lockWeeks;
        uint64 unlockAt;
    }

    /// @notice The shortest lock in weeks.
    uint256 public constant MIN_WEEKS = 4;

    /// @notice The longest lock in weeks.
    uint256 public constant MAX_WEEKS = 208;

    /// @notice The lowest value of the smallest stake.
    uint256 public constant LEAST_MINIMUM = 1e18;

    /// @notice The highest value of the smallest stake.
    uint256 public constant MOST_MINIMUM = 100e18;

    /// @notice The positions by account.
    mapping(address => Position) public positions;

    /// @notice The managers of positions by account.
    mapping(address => address) public managerOf;

    /// @notice The tokens in all positions, without bonuses that are still promised.
    uint256 public totalStaked;

    /// @notice The most tokens that positions take.
    uint256 public stakeCap;

    /// @notice The fewest tokens that can be added at once.
    uint256 public minStake;

    /**
     * @notice Tokens were added to a position.
     * @param account The owner of the position.
     * @param payer The payer.
     * @param amount The tokens.
     * @param bonus The bonus that was promised for them.
     */
    event Staked(address indexed account, address indexed payer, uint256 amount, uint256 bonus);

    /**
     * @notice The lock of a position has become longer.
     * @param account The owner of the position.
     * @param lockWeeks The lock in weeks.
     * @param bonus The bonus that was added.
     */
    event Extended(address indexed account, uint256 lockWeeks, uint256 bonus);

    /**
     * @notice A matured position was locked anew.
     * @param account The owner of the position.
     * @param amount The tokens in it.
     * @param lockWeeks The lock in weeks.
     */
    event Restaked(address indexed account, uint256 amount, uint256 lockWeeks);

    /**
     * @notice A position was paid out.
     * @param account The owner of the position.
     * @param amount The tokens.
     * @param bonus The bonus.
     */
    event Withdrawn(address indexed account, uint256 amount, uint256 bonus);

    /**
     * @notice An account has named its manager.
     * @param account The account.
     * @param manager The manager, zero for none.
     */
    event ManagerSet(address indexed account, address indexed manager);

    /**
     * @notice The limits have changed.
     * @param stakeCap The most tokens that positions take.
     * @param minStake The fewest tokens that can be added at once.
     */
    event LimitsSet(uint256 stakeCap, uint256 minStake);

    /**
     * @notice Sets token, schedule and limits.
     * @param token_ The token of positions and bonuses.
     * @param weeklyRate_ Basis points of bonus for each week.
     * @param longBoost_ Per cent that a long lock adds to the bonus.
     * @param stakeCap_ The most tokens that positions take.
     */
    constructor(IERC20 token_, uint256 weeklyRate_, uint256 longBoost_, uint256 stakeCap_)
        public
        RewardReserve(token_)
        BonusSchedule(weeklyRate_, longBoost_)
    {
        _setLimits(stakeCap_, LEAST_MINIMUM);
    }

    /**
     * @notice Adds tokens of the caller to its own position.
     * @param amount The tokens.
     * @param lockWeeks The lock of the position in weeks.
     * @param minBonus The least bonus that the caller accepts.
     */
    function stake(uint256 amount, uint256 lockWeeks, uint256 minBonus) external whenNotPaused {
        _stake(_msgSender(), amount, lockWeeks, minBonus);
    }

    /**
     * @notice Adds tokens of the caller to the position of an account. Employers pay a part of salaries in this way.
     * @param account The owner of the position.
     * @param amount The tokens.
     * @param lockWeeks The lock of the position in weeks.
     * @param minBonus The least bonus that the caller accepts.
     */
    function stakeFor(address account, uint256 amount, uint256 lockWeeks, uint256 minBonus) external whenNotPaused {
        require(account != address(0), "LockedStaking: account"); //~ ROOT_CAUSE ACCESS_CTRL anyone opens the position of any account, with a lock of its own choice
        _stake(account, amount, lockWeeks, minBonus); //~ PREREQ CTRL_FLOW the same first step as for the owner
    }

    /**
     * @notice Makes the lock of the caller's position longer.
     * @param lockWeeks The new lock in weeks.
     * @param minBonus The least bonus that the caller accepts.
     */
    function extend(uint256 lockWeeks, uint256 minBonus) external whenNotPaused {
        _extend(_msgSender(), lockWeeks, minBonus); //~ BENIGN ACCESS_CTRL
    }

    /**
     * @notice Makes the lock of a managed position longer.
     * @param account The owner of the position.
     * @param lockWeeks The new lock in weeks.
     * @param minBonus The least bonus that the caller accepts.
     */
    function extendFor(address account, uint256 lockWeeks, uint256 minBonus) external whenNotPaused {
        require(managerOf[account] == _msgSender(), "LockedStaking: manager"); //~ BENIGN ACCESS_CTRL
        _extend(account, lockWeeks, minBonus);
    }

    /**
     * @notice Locks the caller's matured position anew, together with its bonus.
     * @param lockWeeks The new lock in weeks.
     * @param minBonus The least bonus that the caller accepts.
     */
    function restake(uint256 lockWeeks, uint256 minBonus) external whenNotPaused {
        _requireLock(lockWeeks);
        Position storage position = _maturePosition(_msgSender());
        uint256 earned = position.bonus;
        _settle(earned); //~ BENIGN STATE_MOD the bonus leaves the reserve and becomes stake
        _addToTotal(earned);
        position.amount = position.amount.add(earned);
        position.bonus = _promise(fullBonus(position.amount, lockWeeks), minBonus);
        _setLock(position, lockWeeks); //~ DECOY TIMESTAMP the position has matured, so that the lock may be any
        emit Restaked(_msgSender(), position.amount, lockWeeks);
    }

    /**
     * @notice Pays the caller's matured position out, together with its bonus.
     * @return The tokens that were paid.
     */
    function withdraw() external returns (uint256) {
        Position memory position = _maturePosition(_msgSender());
        delete positions[_msgSender()]; //~ BENIGN STATE_MOD
        totalStaked = totalStaked.sub(position.amount);
        _settle(position.bonus);
        emit Withdrawn(_msgSender(), position.amount, position.bonus); //~ UNRELATED EVENT_EMIT
        uint256 paid = position.amount.add(position.bonus);
        token.safeTransfer(_msgSender(), paid); //~ BENIGN FUND_XFER
        return paid;
    }

    /**
     * @notice Names the manager of the caller's position.
     * @param manager The manager, zero for none.
     */
    function setManager(address manager) external {
        managerOf[_msgSender()] = manager;
        emit ManagerSet(_msgSender(), manager); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Ends the caller's management of a position.
     * @param account The owner of the position.
     */
    function resign(address account) external {
        require(managerOf[account] == _msgSender(), "LockedStaking: manager"); //~ BENIGN ACCESS_CTRL
        managerOf[account] = address(0);
        emit ManagerSet(account, address(0));
    }

    /**
     * @notice Sets the limits for tokens that are added from now on.
     * @param stakeCap_ The most tokens that positions take.
     * @param minStake_ The fewest tokens that can be added at once.
     */
    function setLimits(uint256 stakeCap_, uint256 minStake_) external onlyOwner {
        _setLimits(stakeCap_, minStake_);
    }

    /**
     * @notice Takes out other tokens that were sent here by mistake.
     * @param other The other token.
     * @param to The receiver.
     * @param amount The tokens.
     */
    function recover(IERC20 other, address to, uint256 amount) external onlyOwner {
        require(other != token, "LockedStaking: token"); //~ BENIGN INPUT_VAL positions and reserve are out of reach
        other.safeTransfer(to, amount);
    }

    /**
     * @notice The bonus that tokens would be promised now.
     * @param account The owner of the position.
     * @param amount The tokens.
     * @param lockWeeks The lock, where the account has no position yet.
     * @return The bonus.
     */
    function quote(address account, uint256 amount, uint256 lockWeeks) external view returns (uint256) {
        uint256 stay = positions[account].amount == 0 ? lockWeeks : weeksLeft(account);
        return Math.min(fullBonus(amount, stay), available());
    }

    /**
     * @notice What a position pays when it has matured.
     * @param account The owner of the position.
     * @return The tokens, with the bonus.
     */
    function payout(address account) external view returns (uint256) {
        return positions[account].amount.add(positions[account].bonus);
    }

    /**
     * @notice Tells whether an account has a position that has matured.
     * @param account The account.
     * @return True when it can be paid out.
     */
    function isMature(address account) external view returns (bool) {
        return positions[account].amount > 0 && block.timestamp >= positions[account].unlockAt;
    }

    /**
     * @notice The full weeks until a position matures.
     * @param account The owner of the position.
     * @return The weeks.
     */
    function weeksLeft(address account) public view returns (uint256) {
        uint256 unlockAt = positions[account].unlockAt;
        return unlockAt > block.timestamp ? unlockAt.sub(block.timestamp).div(1 weeks) : 0;
    }

    /**
     * @dev Adds tokens of the caller to a position.
     * @param account The owner of the position.
     * @param amount The tokens.
     * @param lockWeeks The lock of the position in weeks.
     * @param minBonus The least bonus that the caller accepts.
     */
    function _stake(address account, uint256 amount, uint256 lockWeeks, uint256 minBonus) internal {
        require(amount >= minStake, "LockedStaking: amount"); //~ INSUFF_GUARD INPUT_VAL a small price for the lock of somebody else
        _requireLock(lockWeeks);
        Position storage position = positions[account];
        if (position.amount == 0) {
            _setLock(position, lockWeeks); //~ PREREQ STATE_MOD the first stake settles the lock for all that follow
        } else {
            require(lockWeeks == position.lockWeeks, "LockedStaking: other lock"); //~ PREREQ INPUT_VAL an owner with other plans is turned away
            require(block.timestamp < position.unlockAt, "LockedStaking: matured"); //~ BENIGN TIMESTAMP
        }
        uint256 bonus = _promise(fullBonus(amount, weeksLeft(account)), minBonus); //~ BENIGN COMPUTATION what comes later earns for the weeks that are left
        position.amount = position.amount.add(amount);
        position.bonus = position.bonus.add(bonus);
        _addToTotal(amount);
        emit Staked(account, _msgSender(), amount, bonus); //~ UNRELATED EVENT_EMIT
        token.safeTransferFrom(_msgSender(), address(this), amount); //~ BENIGN FUND_XFER the caller pays
    }

    /**
     * @dev Makes the lock of a position longer.
     * @param account The owner of the position.
     * @param lockWeeks The new lock in weeks.
     * @param minBonus The least bonus that the caller accepts.
     */
    function _extend(address account, uint256 lockWeeks, uint256 minBonus) internal {
        _requireLock(lockWeeks);
        Position storage position = positions[account];
        require(block.timestamp < position.unlockAt, "LockedStaking: not running"); //~ BENIGN TIMESTAMP
        require(lockWeeks > position.lockWeeks, "LockedStaking: not longer"); //~ BENIGN INPUT_VAL
        uint256 added = lockWeeks.sub(position.lockWeeks);
        uint256 bonus = _promise(fullBonus(position.amount, added), minBonus);
        position.bonus = position.bonus.add(bonus);
        position.lockWeeks = uint64(lockWeeks);
        position.unlockAt = uint64(uint256(position.unlockAt).add(added * 1 weeks)); //~ DECOY ARITHMETIC 208 weeks at most
        emit Extended(account, lockWeeks, bonus); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Starts the lock of a position.
     * @param position The position.
     * @param lockWeeks The lock in weeks.
     */
    function _setLock(Position storage position, uint256 lockWeeks) internal {
        position.lockWeeks = uint64(lockWeeks);
        position.unlockAt = uint64(block.timestamp.add(lockWeeks * 1 weeks));
    }

    /**
     * @dev Counts tokens of positions.
     * @param amount The tokens.
     */
    function _addToTotal(uint256 amount) internal {
        totalStaked = totalStaked.add(amount);
        require(totalStaked <= stakeCap, "LockedStaking: cap"); //~ BENIGN INPUT_VAL
    }

    /**
     * @dev Sets the limits.
     * @param stakeCap_ The most tokens that positions take.
     * @param minStake_ The fewest tokens that can be added at once.
     */
    function _setLimits(uint256 stakeCap_, uint256 minStake_) internal {
        require(minStake_ >= LEAST_MINIMUM && minStake_ <= MOST_MINIMUM, "LockedStaking: minimum"); //~ BENIGN INPUT_VAL
        stakeCap = stakeCap_;
        minStake = minStake_;
        emit LimitsSet(stakeCap_, minStake_);
    }

    /**
     * @dev Finds a position that can be closed.
     * @param account The owner of the position.
     * @return The position.
     */
    function _maturePosition(address account) internal view returns (Position storage position) {
        position = positions[account];
        require(position.amount > 0, "LockedStaking: no position"); //~ BENIGN STORAGE_READ
        require(block.timestamp >= position.unlockAt, "LockedStaking: locked"); //~ PREREQ TIMESTAMP a position cannot be given up, however small it is
    }

    /**
     * @dev Requires an allowed lock.
     * @param lockWeeks The lock in weeks.
     */
    function _requireLock(uint256 lockWeeks) internal pure {
        require(lockWeeks >= MIN_WEEKS && lockWeeks <= MAX_WEEKS, "LockedStaking: lock"); //~ BENIGN INPUT_VAL
    }
}
