// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import "./IStakeManager.sol";

interface IVaultFactory {
    function isVault(address account) external view returns (bool);
}

/// Shares one reward stream between all entries, by weight. Holds the rewards, never the stakes.
contract StakeManager is IStakeManager, Ownable2Step {
    using SafeERC20 for IERC20;

    struct Entry {
        uint256 amount;
        uint256 bonus;
        uint256 until;
        uint256 seen;
        uint256 due;
    }

    uint256 public constant PAUSE = 3 days;
    uint256 public constant COOLDOWN = 4 days;
    uint256 public constant FULL_LOCK = 730 days;
    uint256 public constant MAX_BOOST = 3;
    uint256 public constant MAX_PERIOD = 1095 days;
    uint256 private constant ONE = 1e18;

    IERC20 public immutable reward;
    IVaultFactory public factory;
    address public guardian;

    uint256 public totalStaked;
    uint256 public totalWeight;
    uint256 public rate; // per second
    uint256 public periodEnd;
    uint256 public index;
    uint256 public touchedAt;
    uint256 public pausedUntil;
    uint256 public retiredAt;
    mapping(address => Entry) public entries;

    modifier onlyVault() {
        if (!factory.isVault(msg.sender)) revert NotVault();
        _;
    }

    modifier live() {
        if (retiredAt != 0) revert Retired();
        if (block.timestamp < pausedUntil) revert Paused(pausedUntil);
        _;
    }

    constructor(IERC20 reward_, address guardian_) Ownable(msg.sender) {
        require(address(reward_) != address(0) && guardian_ != address(0), "zero address");
        reward = reward_;
        guardian = guardian_;
        touchedAt = block.timestamp;
    }

    // ---- vaults

    function enter(uint256 amount, uint256 until) external onlyVault live {
        Entry storage e = _settle(msg.sender);
        uint256 weight = e.amount + e.bonus;
        uint256 from = Math.max(e.until, block.timestamp);
        // old tokens get a bonus for the extra time only, new ones for the whole lock
        uint256 bonus = e.bonus + (amount * (until - block.timestamp)) / FULL_LOCK;
        if (until > from) bonus += (e.amount * (until - from)) / FULL_LOCK;
        e.amount += amount;
        e.until = until;
        e.bonus = Math.min(bonus, e.amount * MAX_BOOST);
        totalStaked += amount;
        totalWeight = totalWeight + e.amount + e.bonus - weight;
        emit Entered(msg.sender, amount, until, e.bonus);
    }

    function exit(uint256 amount) external onlyVault live {
        Entry storage e = _settle(msg.sender);
        uint256 weight = e.amount + e.bonus;
        uint256 kept = e.amount - amount;
        e.bonus = (e.bonus * kept) / e.amount;
        e.amount = kept;
        totalStaked -= amount;
        totalWeight = totalWeight + kept + e.bonus - weight;
        emit Exited(msg.sender, amount);
    }

    function claim(address to) external onlyVault returns (uint256 paid) {
        Entry storage e = _settle(msg.sender);
        paid = e.due;
        e.due = 0;
        reward.safeTransfer(to, paid);
    }

    // ---- owner and guardian

    /// Starts a new stream; what is left of the running one goes into it.
    function fund(uint256 amount, uint256 period) external onlyOwner live {
        require(period >= 1 days && period <= MAX_PERIOD, "period");
        _accrue();
        rate = (_left() + amount) / period;
        require(rate > 0, "no rate");
        periodEnd = block.timestamp + period;
        emit Funded(amount, rate, periodEnd);
        reward.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// Three days, ends by itself, and then there's a few days before the next one.
    function pause() external live {
        require(msg.sender == guardian || msg.sender == owner(), "not guardian");
        require(block.timestamp >= pausedUntil + COOLDOWN, "too soon");
        pausedUntil = block.timestamp + PAUSE;
        emit PausedFor(pausedUntil);
    }

    /// For good. Rewards that were not streamed yet go back to the owner.
    function retire() external onlyOwner {
        if (retiredAt != 0) revert Retired();
        _accrue();
        uint256 left = _left();
        retiredAt = block.timestamp;
        periodEnd = block.timestamp;
        rate = 0;
        emit RetiredNow(left);
        reward.safeTransfer(msg.sender, left);
    }

    function setFactory(IVaultFactory factory_) external onlyOwner {
        require(address(factory) == address(0) && address(factory_) != address(0), "factory");
        factory = factory_;
    }

    function setGuardian(address guardian_) external onlyOwner {
        require(guardian_ != address(0), "zero address");
        guardian = guardian_;
    }

    // ---- views and internals

    function earned(address vault) external view returns (uint256) {
        Entry storage e = entries[vault];
        return e.due + ((e.amount + e.bonus) * (indexNow() - e.seen)) / ONE;
    }

    function indexNow() public view returns (uint256) {
        if (totalWeight == 0 || touchedAt >= periodEnd) return index;
        uint256 time = Math.min(block.timestamp, periodEnd) - touchedAt;
        return index + (time * rate * ONE) / totalWeight;
    }

    function _left() private view returns (uint256) {
        return periodEnd > block.timestamp ? (periodEnd - block.timestamp) * rate : 0;
    }

    function _accrue() private {
        index = indexNow();
        // the stream waits while nobody is in
        if (totalWeight == 0 && touchedAt < periodEnd) periodEnd += block.timestamp - touchedAt;
        touchedAt = block.timestamp;
    }

    function _settle(address vault) private returns (Entry storage e) {
        _accrue();
        e = entries[vault];
        e.due += ((e.amount + e.bonus) * (index - e.seen)) / ONE;
        e.seen = index;
    }

    event Entered(address indexed vault, uint256 amount, uint256 until, uint256 bonus);
    event Exited(address indexed vault, uint256 amount);
    event Funded(uint256 amount, uint256 rate, uint256 periodEnd);
    event PausedFor(uint256 until);
    event RetiredNow(uint256 left);
}
