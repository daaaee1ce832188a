// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Prepaid rides on the town funicular.
///
/// Rides are bought ahead, single or for the season, and are kept under the passenger's address. The conductor stamps them on
/// boarding. Passengers give each other rides; single rides can be handed back at the counter for four fifths of the fare.
contract FunicularRides {
    /// One word for each passenger.
    struct Purse {
        uint64 singles;
        uint64 seasonRides;
        uint64 seasonUntil;
        uint64 stamped;
    }

    uint256 public constant SEASON = 120 days;
    uint64 public constant RIDES_OF_A_SEASON = 60;
    uint64 public constant MOST_SINGLES = 500;

    uint256 public immutable fare;
    uint256 public immutable seasonFare;
    address public immutable company;
    address public conductor;

    mapping(address => Purse) internal purses;
    /// Singles that were sold and neither stamped nor handed back.
    uint256 public singlesOut;

    event ConductorSet(address conductor);
    event Bought(address indexed passenger, uint64 singles);
    event SeasonBought(address indexed passenger, uint64 until);
    event Given(address indexed from, address indexed to, uint64 singles);
    event Stamped(address indexed passenger, bool onSeason);
    event HandedBack(address indexed passenger, uint64 singles, uint256 amount);

    error NotTheConductor();
    error NotTheCompany();
    error FareIs(uint256 amount);
    error TooMany(uint64 singles);
    error NoPassenger(address to);
    error NoRides();
    error SeasonRunning(uint64 until);
    error CounterShort();

    constructor(uint256 fare_, uint256 seasonFare_) {
        (fare, seasonFare, company, conductor) = (fare_, seasonFare_, msg.sender, msg.sender);
    }

    function setConductor(address conductor_) external {
        if (msg.sender != company) revert NotTheCompany();
        conductor = conductor_;
        emit ConductorSet(conductor_);
    }

    function purseOf(address passenger) external view returns (Purse memory) {
        return purses[passenger];
    }

    /// Buys single rides.
    function buy(uint64 singles) external payable {
        if (singles == 0) revert NoRides();
        if (msg.value != fare * singles) revert FareIs(fare * singles); //~ BENIGN INPUT_VAL to the wei
        Purse memory p = purses[msg.sender];
        p.singles += singles;
        if (p.singles > MOST_SINGLES) revert TooMany(p.singles); //~ BENIGN INPUT_VAL nobody stocks up for years
        purses[msg.sender] = p;
        singlesOut += singles;
        emit Bought(msg.sender, singles);
    }

    /// Buys a season: a number of rides for as long as it lasts, in the passenger's own name.
    function buySeason() external payable {
        if (msg.value != seasonFare) revert FareIs(seasonFare);
        Purse memory p = purses[msg.sender];
        if (block.timestamp < p.seasonUntil) revert SeasonRunning(p.seasonUntil); //~ UNRELATED TIMESTAMP a season of months
        p.seasonRides = RIDES_OF_A_SEASON;
        p.seasonUntil = uint64(block.timestamp + SEASON);
        purses[msg.sender] = p;
        emit SeasonBought(msg.sender, p.seasonUntil);
    }

    /// Gives single rides to another passenger.
    function give(address to, uint64 singles) external {
        if (to == address(0)) revert NoPassenger(to); //~ ROOT_CAUSE INPUT_VAL a passenger may name its own address
        Purse memory mine = purses[msg.sender]; //~ PREREQ STORAGE_READ two copies, which may be copies of one purse
        Purse memory theirs = purses[to];
        if (singles == 0 || mine.singles < singles) revert NoRides(); //~ BENIGN INPUT_VAL nobody gives more than they have
        mine.singles -= singles;
        theirs.singles += singles;
        if (theirs.singles > MOST_SINGLES) revert TooMany(theirs.singles); //~ INSUFF_GUARD INPUT_VAL bounds a purse, not what is in all of them
        purses[msg.sender] = mine;
        purses[to] = theirs; //~ PREREQ STATE_MOD written last, over what was taken off in the line above
        emit Given(msg.sender, to, singles);
    }

    /// Stamps one ride of a passenger: one of the season first, then a single.
    function stamp(address passenger) external {
        if (msg.sender != conductor) revert NotTheConductor();
        Purse storage p = purses[passenger];
        bool onSeason = p.seasonRides > 0 && block.timestamp < p.seasonUntil;
        if (onSeason) {
            --p.seasonRides;
        } else {
            if (p.singles == 0) revert NoRides();
            --p.singles;
            --singlesOut;
        }
        ++p.stamped;
        emit Stamped(passenger, onSeason);
    }

    /// Hands single rides back at the counter.
    function handBack(uint64 singles) external {
        Purse storage p = purses[msg.sender];
        if (singles == 0 || p.singles < singles) revert NoRides();
        p.singles -= singles;
        singlesOut -= singles; //~ BENIGN ARITHMETIC checked against all that were sold
        uint256 amount = (fare * singles * 4) / 5;
        emit HandedBack(msg.sender, singles, amount);
        _pay(msg.sender, amount);
    }

    /// Takes the money of stamped rides, and leaves the full fare of all singles that are out.
    function cashUp(uint256 amount) external {
        if (msg.sender != company) revert NotTheCompany();
        if (address(this).balance < amount + fare * singlesOut) revert CounterShort(); //~ BENIGN INPUT_VAL whatever is out stays covered
        _pay(company, amount);
    }

    function _pay(address to, uint256 amount) private {
        (bool ok,) = to.call{value: amount}("");
        if (!ok) revert CounterShort();
    }
}
