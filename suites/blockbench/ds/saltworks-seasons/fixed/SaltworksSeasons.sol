// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

interface IToken {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/*//////////////////////////////////////////////////////////////////////////////////////////////
  SaltworksSeasons

  Members stake SALT and share the rewards of a season, which flow evenly from its start to its
  end. A member who commits for longer weighs more: from one for a stake without a lock to four
  for a stake locked for MAX_LOCK. A stake that has matured keeps the weight it was given, as
  thanks to those who stay, and can be taken out at any time.
//////////////////////////////////////////////////////////////////////////////////////////////*/
contract SaltworksSeasons {
    uint256 public constant MAX_LOCK = 16 weeks;
    uint256 public constant EXTRA_WEIGHT = 3;
    uint256 private constant UNIT = 1e18;

    IToken public immutable salt;
    IToken public immutable reward;
    address public immutable steward;

    struct Member {
        uint256 stake;
        uint256 weight;
        uint256 lockedUntil;
        uint256 paidIndex; // the index up to which `credit` is complete
        uint256 credit;
    }

    mapping(address => Member) public members;
    uint256 public totalStake;
    uint256 public totalWeight;

    uint256 public seasonStart;
    uint256 public seasonEnd;
    uint256 public rate; // rewards a second
    uint256 public carry; // released while nobody was there, goes into the next season
    uint256 public index; // rewards per unit of weight since deployment, times UNIT
    uint256 public indexedAt;

    event SeasonPlanned(uint256 start, uint256 end, uint256 rewards);
    event Staked(address indexed member, uint256 amount, uint256 weight);
    event LockExtended(address indexed member, uint256 until, uint256 weight);
    event Unstaked(address indexed member, uint256 amount, uint256 weight);
    event Claimed(address indexed member, uint256 rewards);

    error OnlySteward();
    error SeasonRunning(uint256 end);
    error BadSeason();
    error BadAmount();
    error BadLock();
    error StillLocked(uint256 until);
    error TransferFailed();

    modifier onlySteward() {
        if (msg.sender != steward) revert OnlySteward();
        _;
    }

    constructor(IToken salt_, IToken reward_) {
        salt = salt_;
        reward = reward_;
        steward = msg.sender;
        indexedAt = block.timestamp;
    }

    function planSeason(uint256 rewards, uint256 start, uint256 duration) external onlySteward {
        if (block.timestamp < seasonEnd) revert SeasonRunning(seasonEnd);
        if (start < block.timestamp || duration == 0) revert BadSeason();
        _updateIndex(); //~ BENIGN STATE_MOD the old season is booked in full before its dates are replaced
        rate = (rewards + carry) / duration; //~ UNRELATED ARITHMETIC less than one unit a second is left over
        carry = 0;
        seasonStart = start;
        seasonEnd = start + duration;
        emit SeasonPlanned(start, seasonEnd, rewards);
        _pull(reward, rewards);
    }

    /*------------------------------------- members -------------------------------------------*/

    /// Adds to the caller's stake; what is added shares the lock of the rest.
    function stake(uint256 amount) external {
        if (amount == 0) revert BadAmount();
        Member storage member = _settle(msg.sender);
        uint256 gained = _weigh(amount, member.lockedUntil); //~ BENIGN COMPUTATION weighs the remaining time of the lock, the amount is bound that long
        member.stake += amount;
        member.weight += gained;
        totalStake += amount;
        totalWeight += gained;
        emit Staked(msg.sender, amount, gained);
        _pull(salt, amount);
    }

    /// Locks the caller's stake for longer. A weight from an earlier lock is never reduced.
    function extendLock(uint256 until) external {
        Member storage member = _settle(msg.sender); //~ BENIGN STATE_MOD books the past at the old weight
        if (until <= member.lockedUntil || until > block.timestamp + MAX_LOCK) revert BadLock();
        member.lockedUntil = until;
        uint256 fresh = _weigh(member.stake, until); //~ BENIGN COMPUTATION the whole stake is bound for that time
        if (fresh > member.weight) {
            totalWeight += fresh - member.weight;
            member.weight = fresh;
        }
        emit LockExtended(msg.sender, until, member.weight);
    }

    /// Takes out a stake, or a part of it, that is not locked any more.
    function unstake(uint256 amount, address to) external {
        Member storage member = _settle(msg.sender);
        if (block.timestamp < member.lockedUntil) revert StillLocked(member.lockedUntil); //~ BENIGN TIMESTAMP the lock has run out below
        if (amount == 0 || amount > member.stake) revert BadAmount(); //~ BENIGN INPUT_VAL also keeps the division below from zero
        uint256 shed = (member.weight * amount) / member.stake; //~ BENIGN COMPUTATION the part of the weight that belongs to the amount, all of it with the last of the stake
        member.stake -= amount;
        member.weight -= shed; //~ BENIGN STATE_MOD never more than there is
        totalStake -= amount;
        totalWeight -= shed;
        emit Unstaked(msg.sender, amount, shed);
        _push(salt, to, amount);
    }

    function claim(address to) external returns (uint256 rewards) {
        Member storage member = _settle(msg.sender); //~ BENIGN STATE_MOD an emptied account has no weight to pay by
        rewards = member.credit;
        member.credit = 0;
        emit Claimed(msg.sender, rewards);
        _push(reward, to, rewards);
    }

    function pendingOf(address account) external view returns (uint256) {
        Member storage member = members[account];
        (uint256 current, ) = _currentIndex();
        return member.credit + (member.weight * (current - member.paidIndex)) / UNIT;
    }

    /*------------------------------------- internal ------------------------------------------*/

    /// One for an amount that is free, rising with the time left to four.
    function _weigh(uint256 amount, uint256 until) private view returns (uint256) {
        if (until <= block.timestamp) return amount; //~ BENIGN TIMESTAMP a lock that has run out counts as none
        return amount + (amount * EXTRA_WEIGHT * (until - block.timestamp)) / MAX_LOCK;
    }

    function _settle(address account) private returns (Member storage member) {
        _updateIndex();
        member = members[account];
        member.credit += (member.weight * (index - member.paidIndex)) / UNIT;
        member.paidIndex = index;
    }

    function _updateIndex() private {
        (uint256 current, uint256 idle) = _currentIndex();
        index = current;
        carry += idle;
        indexedAt = block.timestamp;
    }

    /// The index as of now, and the rewards released since the last update that had no taker.
    function _currentIndex() private view returns (uint256 current, uint256 idle) {
        current = index;
        uint256 from = indexedAt > seasonStart ? indexedAt : seasonStart;
        uint256 to = block.timestamp < seasonEnd ? block.timestamp : seasonEnd;
        if (to <= from) return (current, 0);
        uint256 released = (to - from) * rate;
        if (totalWeight == 0) return (current, released); //~ BENIGN ARITHMETIC no division by zero, and nothing is lost
        current += (released * UNIT) / totalWeight;
    }

    function _pull(IToken token, uint256 amount) private {
        if (!token.transferFrom(msg.sender, address(this), amount)) revert TransferFailed();
    }

    function _push(IToken token, address to, uint256 amount) private {
        if (!token.transfer(to, amount)) revert TransferFailed();
    }
}
