// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.24;

interface IBothyCoin {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// A syndicate that keeps a bothy in the hills. Members put coins into its chest and hold shares of it; walkers pay for
/// their nights into the chest; the warden has it repaired. Who wants to join leaves coins at the door and is let in by
/// anybody after three days, at what a share is worth then, and stays for thirty days at least.
/// Coin: eighteen decimals, transfers what it says.
contract BothySyndicate {
    uint256 public constant DOOR_TERM = 3 days;
    uint256 public constant STAY = 30 days;
    uint256 public constant REPAIR_PERIOD = 30 days;
    uint256 public constant REPAIR_PART = 20; // a twentieth of the chest in a period

    /// Shares that are nobody's, with a single coin unit of the same sort beside them.
    uint256 private constant FOUNDING_SHARES = 1e9;
    uint256 private constant FOUNDING_COINS = 1;

    struct Arrival {
        address who;
        uint256 coins;
        uint256 since;
    }

    IBothyCoin public immutable coin;
    address public immutable warden;

    /// Coins that belong to the shares; neither those at the door nor those that somebody has merely sent.
    uint256 public chest;
    uint256 public shares;
    mapping(address => uint256) public sharesOf;
    mapping(address => uint256) public lastIn;

    uint256 public atTheDoor;
    Arrival[] public arrivals;

    uint256 public repairsSince;
    uint256 public repairsLeft;

    event Arrived(uint256 indexed id, address indexed who, uint256 coins);
    event LetIn(uint256 indexed id, address indexed who, uint256 shares);
    event TurnedBack(uint256 indexed id, address indexed who, uint256 coins);
    event Left(address indexed who, uint256 shares, uint256 coins);
    event NightsPaid(address indexed walker, uint256 coins);
    event Repaired(string what, uint256 coins);

    error NoCoins();
    error NotAtTheDoor(uint256 id);
    error TooEarly(uint256 from);
    error TooFew(uint256 coins);
    error WardenOnly();
    error BeyondRepair(uint256 left);
    error CoinRefused();

    constructor(IBothyCoin coin_, address warden_) {
        coin = coin_;
        warden = warden_;
    }

    // --- worth

    function toShares(uint256 coins) public view returns (uint256) {
        return coins * (shares + FOUNDING_SHARES) / (chest + FOUNDING_COINS); //~ BENIGN ARITHMETIC rounds down, and a share stays a billion times smaller than what it takes to raise it
    }

    function toCoins(uint256 amount) public view returns (uint256) {
        return amount * (chest + FOUNDING_COINS) / (shares + FOUNDING_SHARES); //~ BENIGN ARITHMETIC rounds down, the founding shares keep the rest
    }

    // --- the door

    function arrive(uint256 coins) external returns (uint256 id) {
        if (coins == 0) revert NoCoins();
        id = arrivals.length;
        arrivals.push(Arrival(msg.sender, coins, block.timestamp));
        atTheDoor += coins;
        emit Arrived(id, msg.sender, coins);
        _takeIn(coins);
    }

    function turnBack(uint256 id) external {
        Arrival memory a = arrivals[id];
        if (a.who != msg.sender) revert NotAtTheDoor(id); //~ BENIGN ACCESS_CTRL zero after the arrival was let in
        delete arrivals[id];
        atTheDoor -= a.coins;
        emit TurnedBack(id, msg.sender, a.coins);
        _handOut(msg.sender, a.coins);
    }

    /// Lets an arrival in. In no order, and by whoever likes.
    function letIn(uint256 id) external returns (uint256 got) { //~ PREREQ CTRL_FLOW anybody picks the moment
        Arrival memory a = arrivals[id];
        if (a.who == address(0)) revert NotAtTheDoor(id);
        if (block.timestamp < a.since + DOOR_TERM) revert TooEarly(a.since + DOOR_TERM); //~ UNRELATED TIMESTAMP
        got = toShares(a.coins);
        delete arrivals[id];
        atTheDoor -= a.coins;
        chest += a.coins; //~ BENIGN STATE_MOD after the shares were reckoned, so nobody pays for their own coins
        shares += got;
        sharesOf[a.who] += got;
        lastIn[a.who] = block.timestamp; //~ BENIGN TIMESTAMP set for nobody who has not come to the door
        emit LetIn(id, a.who, got);
    }

    // --- members

    function leave(uint256 amount, uint256 least) external returns (uint256 coins) {
        if (block.timestamp < lastIn[msg.sender] + STAY) revert TooEarly(lastIn[msg.sender] + STAY);
        sharesOf[msg.sender] -= amount; //~ BENIGN ARITHMETIC checked
        coins = toCoins(amount);
        if (coins < least) revert TooFew(coins);
        shares -= amount;
        chest -= coins;
        emit Left(msg.sender, amount, coins);
        _handOut(msg.sender, coins);
    }

    // --- walkers and the warden

    /// Of any amount, and by anyone: what is paid for nights raises every share.
    function payNights(uint256 coins) external {
        chest += coins; //~ PREREQ STATE_MOD the worth of a share can be raised from outside
        emit NightsPaid(msg.sender, coins);
        _takeIn(coins);
    }

    /// No more than a twentieth of what was in the chest at the first repair of thirty days.
    function repair(string calldata what, uint256 coins) external {
        if (msg.sender != warden) revert WardenOnly();
        if (block.timestamp >= repairsSince + REPAIR_PERIOD) {
            repairsSince = block.timestamp;
            repairsLeft = chest / REPAIR_PART;
        }
        if (coins > repairsLeft || coins > chest) revert BeyondRepair(repairsLeft); //~ BENIGN INPUT_VAL never out of what is at the door
        repairsLeft -= coins;
        chest -= coins;
        emit Repaired(what, coins);
        _handOut(warden, coins);
    }

    function arrivalCount() external view returns (uint256) {
        return arrivals.length;
    }

    function _takeIn(uint256 coins) private {
        if (!coin.transferFrom(msg.sender, address(this), coins)) revert CoinRefused(); //~ BENIGN EXT_CALL the coin named once and for all
    }

    function _handOut(address to, uint256 coins) private {
        if (!coin.transfer(to, coins)) revert CoinRefused();
    }
}
