pragma solidity 0.4.26;

/**
 * @title Whole numbers
 * @dev Sums and narrow numbers, with checks.
 */
library Numbers {
    /**
     * @dev Adds two numbers.
     */
    function add(uint256 _a, uint256 _b) internal pure returns (uint256 c) {
        c = _a + _b;
        require(c >= _a, "overflow");
    }

    /**
     * @dev Returns the smaller of two numbers.
     */
    function min(uint256 _a, uint256 _b) internal pure returns (uint256) {
        return _a < _b ? _a : _b;
    }

    /**
     * @dev Narrows a number to 64 bits.
     */
    function toUint64(uint256 _value) internal pure returns (uint64) {
        return uint64(_value);
    }

    /**
     * @dev Narrows a number to 128 bits.
     */
    function toUint128(uint256 _value) internal pure returns (uint128) {
        require(_value < 2 ** 128, "over 128 bits");
        return uint128(_value);
    }
}

/**
 * @title Bonus reserve
 * @dev Ether out of which bonuses are paid.
 */
contract BonusReserve {
    using Numbers for uint256;

    uint256 public reserve;

    event Funded(address indexed from, uint256 amount);

    /**
     * @dev Adds to the reserve.
     */
    function fund() external payable {
        reserve = reserve.add(msg.value);
        emit Funded(msg.sender, msg.value);
    }

    /**
     * @dev Sets a bonus aside.
     */
    function _setAside(uint256 _bonus) internal {
        require(_bonus <= reserve, "reserve too small");
        reserve -= _bonus;
    }
}

/**
 * @title Locked stakes
 * @dev Ether that is locked for a term of its owner's choice, for a bonus of five percent a year, four years at most.
 */
contract LockedStakes is BonusReserve {
    struct Stake {
        address owner;
        uint64 until;
        uint128 amount;
        uint128 bonus;
    }

    uint256 public constant MIN_TERM = 30 days;
    uint256 public constant BONUS_TERM = 1460 days;
    uint256 public constant YEARS_TO_DOUBLE = 20;

    uint256 public count;
    mapping(uint256 => Stake) public stakes;

    event Locked(uint256 indexed id, address indexed owner, uint256 amount, uint256 bonus, uint256 until);
    event Split(uint256 indexed id, uint256 indexed newId, uint256 amount);
    event Assigned(uint256 indexed id, address indexed to);
    event Released(uint256 indexed id, address indexed to, uint256 amount);
    event Cancelled(uint256 indexed id, uint256 amount);

    modifier onlyOwnerOf(uint256 _id) {
        require(msg.sender == stakes[_id].owner, "not owner");
        _;
    }

    /**
     * @dev Locks the ether that comes along for a term.
     */
    function lock(uint256 _term) external payable returns (uint256 id) {
        require(msg.value > 0, "no amount");
        require(_term >= MIN_TERM, "too short");
        uint64 until = now.add(_term).toUint64();
        uint256 bonus = msg.value * _term.min(BONUS_TERM) / (YEARS_TO_DOUBLE * 365 days);
        _setAside(bonus);
        id = count++;
        stakes[id] = Stake(msg.sender, until, uint128(msg.value), uint128(bonus));
        emit Locked(id, msg.sender, msg.value, bonus, until);
    }

    /**
     * @dev Splits a part off a stake, with its part of the bonus and the same term.
     */
    function split(uint256 _id, uint256 _amount) external onlyOwnerOf(_id) returns (uint256 newId) {
        Stake storage stake = stakes[_id];
        uint128 part = _amount.toUint128();
        require(part > 0 && part < stake.amount, "no part");
        uint128 bonus = uint128(uint256(stake.bonus) * part / stake.amount);
        stake.amount -= part;
        stake.bonus -= bonus;
        newId = count++;
        stakes[newId] = Stake(msg.sender, stake.until, part, bonus);
        emit Split(_id, newId, part);
    }

    /**
     * @dev Hands a stake over to another account.
     */
    function assign(uint256 _id, address _to) external onlyOwnerOf(_id) {
        require(_to != address(0), "no account");
        stakes[_id].owner = _to;
        emit Assigned(_id, _to);
    }

    /**
     * @dev Pays a stake with its bonus, after its term.
     */
    function release(uint256 _id, address _to) external onlyOwnerOf(_id) {
        Stake memory stake = stakes[_id];
        require(now >= stake.until, "locked");
        uint256 amount = uint256(stake.amount).add(stake.bonus);
        delete stakes[_id];
        _to.transfer(amount);
        emit Released(_id, _to, amount);
    }

    /**
     * @dev Pays a stake before its end, less one percent and without its bonus.
     */
    function cancel(uint256 _id) external onlyOwnerOf(_id) {
        Stake memory stake = stakes[_id];
        require(now < stake.until, "not locked");
        uint256 fee = stake.amount / 100;
        reserve = reserve.add(fee).add(stake.bonus);
        delete stakes[_id];
        msg.sender.transfer(stake.amount - fee);
        emit Cancelled(_id, stake.amount - fee);
    }
}
