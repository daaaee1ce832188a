// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

interface ICoin {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/**
 * Cards for the refectory of a school.
 *
 * What is on a card is counted in units. A unit is worth one of the coin's smallest units in the beginning, and more
 * each time the school's council subsidises the meals: a subsidy is shared by all cards in proportion to what is on
 * them, and a pupil's card can be loaded up to a limit. The coin (six decimals) is named once and takes no fee.
 *
 * About the arithmetic, which this compiler does not check: amounts are below 2^96 by _fits(), units are amounts of an
 * index that is never below ONE, and the index stays below 2^96 by subsidise(). A product of two is below 2^192.
 */
contract RefectoryCards {
    uint256 public constant ONE = 1e12;
    uint256 public constant CARD_LIMIT = 250e6;
    uint256 private constant LIMIT = 2**96;

    ICoin public immutable coin;
    address public immutable council;

    /// Value of a unit, times ONE.
    uint256 public index = ONE;
    uint256 public totalUnits;

    mapping(address => uint256) public unitsOf;
    mapping(address => bool) public isPupil;
    mapping(address => bool) public isStall;
    mapping(address => uint256) public takingsOf;
    uint256 public totalTakings;

    /// Whom a pupil has asked to keep an eye on the card, and what may be spent with it in a day. Zero: no limit.
    mapping(address => address) public guardianOf;
    mapping(address => uint256) public dailyLimit;
    mapping(address => mapping(uint256 => uint256)) public spentOn;

    event Loaded(address indexed card, address indexed by, uint256 amount, uint256 units);
    event Paid(address indexed card, address indexed to, uint256 amount);
    event CashedOut(address indexed card, uint256 amount);
    event Subsidised(uint256 amount, uint256 index);
    event GuardianAsked(address indexed card, address indexed guardian);
    event Enrolled(address indexed card, bool pupil, bool stall);
    event LimitSet(address indexed card, uint256 amount);

    constructor(ICoin coin_) {
        coin = coin_;
        council = msg.sender;
    }

    // ---------------------------------------------------------------- cards

    function load(address card, uint256 amount) external {
        require(isPupil[card], "refectory: not a pupil");
        _fits(amount);
        uint256 units = (amount * ONE) / index;
        require(units > 0, "refectory: too little");
        totalUnits += units;
        unitsOf[card] += units;
        require(valueOf(card) <= CARD_LIMIT, "refectory: card is full");
        emit Loaded(card, msg.sender, amount, units);
        require(coin.transferFrom(msg.sender, address(this), amount), "refectory: coin");
        _fits(totalUnits);
    }

    /// Pays a stall, whose takings are coins and no units, or another pupil.
    function pay(address to, uint256 amount) external {
        _spend(amount);
        uint256 cost = _take(amount);
        emit Paid(msg.sender, to, amount);
        if (isStall[to]) {
            totalUnits -= cost;
            takingsOf[to] += amount;
            totalTakings += amount;
            return;
        }
        require(isPupil[to], "refectory: no card");
        uint256 units = (amount * ONE) / index;
        totalUnits -= cost - units;
        unitsOf[to] += units;
        require(valueOf(to) <= CARD_LIMIT, "refectory: card is full");
    }

    function collect() external returns (uint256 amount) {
        amount = takingsOf[msg.sender];
        takingsOf[msg.sender] = 0;
        totalTakings -= amount;
        emit CashedOut(msg.sender, amount);
        require(coin.transfer(msg.sender, amount), "refectory: coin");
    }

    function cashOut(uint256 amount) external {
        _spend(amount);
        totalUnits -= _take(amount);
        emit CashedOut(msg.sender, amount);
        require(coin.transfer(msg.sender, amount), "refectory: coin");
    }

    /// All that a card is worth, to its holder. What is less than a unit stays with the others.
    function close() external returns (uint256 amount) {
        amount = valueOf(msg.sender);
        _spend(amount);
        totalUnits -= unitsOf[msg.sender];
        unitsOf[msg.sender] = 0;
        emit CashedOut(msg.sender, amount);
        require(coin.transfer(msg.sender, amount), "refectory: coin");
    }

    function valueOf(address card) public view returns (uint256) {
        return (unitsOf[card] * index) / ONE;
    }

    /// What all cards are worth together.
    function owed() public view returns (uint256) {
        return (totalUnits * index) / ONE;
    }

    // ---------------------------------------------------------------- guardians

    /// A pupil asks a guardian, once. Only the guardian can resign.
    function askGuardian(address guardian) external {
        require(guardianOf[msg.sender] == address(0), "refectory: has a guardian");
        guardianOf[msg.sender] = guardian;
        emit GuardianAsked(msg.sender, guardian);
    }

    function setLimit(address card, uint256 amount) external {
        require(guardianOf[card] == msg.sender, "refectory: guardian only");
        dailyLimit[card] = amount;
        emit LimitSet(card, amount);
    }

    function resign(address card) external {
        require(guardianOf[card] == msg.sender, "refectory: guardian only");
        delete guardianOf[card];
        delete dailyLimit[card];
        emit GuardianAsked(card, address(0));
    }

    // ---------------------------------------------------------------- council

    function enrol(address card, bool pupil, bool stall) external {
        require(msg.sender == council, "refectory: council only");
        isPupil[card] = pupil;
        isStall[card] = stall;
        emit Enrolled(card, pupil, stall);
    }

    /// Adds to every card in proportion, at most as much again as is on all of them.
    function subsidise(uint256 amount) external {
        require(msg.sender == council, "refectory: council only");
        _fits(amount);
        require(amount <= owed(), "refectory: too much at once");
        index += (amount * ONE) / totalUnits;
        _fits(index);
        emit Subsidised(amount, index);
        require(coin.transferFrom(msg.sender, address(this), amount), "refectory: coin");
    }

    // ---------------------------------------------------------------- inside

    /// Takes the price of `amount` off the caller's card.
    function _take(uint256 amount) private returns (uint256 cost) {
        _fits(amount);
        cost = (amount * ONE) / index;
        require(cost <= unitsOf[msg.sender], "refectory: not on the card");
        unitsOf[msg.sender] -= cost;
    }

    function _spend(uint256 amount) private {
        uint256 today = block.timestamp / 1 days;
        uint256 spent = spentOn[msg.sender][today] + amount;
        require(spent >= amount, "refectory: sum of the day");
        require(dailyLimit[msg.sender] == 0 || spent <= dailyLimit[msg.sender], "refectory: limit of the day");
        spentOn[msg.sender][today] = spent;
    }

    function _fits(uint256 n) private pure {
        require(n < LIMIT, "refectory: amount");
    }
}
