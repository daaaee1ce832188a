// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// tabs for charging electric cars, paid in one old dollar token
// (that one returns nothing, so no IERC20 here)
contract ChargeTabs {
    struct Session {
        address station;
        uint96 since;
        uint256 reserved;
    }

    uint256 public constant PATIENCE = 1 days;

    address public immutable usd;
    address public boss;
    mapping(address => uint256) public tabOf;
    mapping(address => uint256) public priceOf; // per kWh, zero for who is no station
    mapping(address => Session) public sessionOf; // by driver

    error NotBoss();
    error NotStation(address who);
    error NotMoved(bytes answer);
    error TooLittle(uint256 have, uint256 need);

    constructor(address usd_) {
        require(usd_.code.length > 0, "no token there"); //~ BENIGN INIT
        usd = usd_;
        boss = msg.sender;
    }

    modifier onlyBoss() {
        if (msg.sender != boss) revert NotBoss(); //~ BENIGN ACCESS_CTRL
        _;
    }

    function setBoss(address boss_) external onlyBoss {
        require(boss_ != address(0), "boss is zero"); //~ BENIGN INPUT_VAL
        boss = boss_;
        emit BossSet(boss_); //~ UNRELATED EVENT_EMIT
    }

    function addStation(address station, uint256 price) external onlyBoss {
        require(station != address(0), "station is zero"); //~ BENIGN INPUT_VAL
        require(price > 0 && priceOf[station] == 0, "bad price or known already"); //~ BENIGN INPUT_VAL
        priceOf[station] = price;
        emit StationAdded(station, price);
    }

    // stations change their own price, running sessions too (capped by what is reserved)
    function setPrice(uint256 price) external {
        if (priceOf[msg.sender] == 0) revert NotStation(msg.sender); //~ BENIGN ACCESS_CTRL
        require(price > 0, "price is zero"); //~ BENIGN INPUT_VAL
        priceOf[msg.sender] = price;
        emit PriceSet(msg.sender, price);
    }

    function topUp(address driver, uint256 amount) external {
        require(driver != address(0) && amount > 0, "driver or amount is zero"); //~ BENIGN INPUT_VAL
        (bool ok, bytes memory answer) = usd.call(
            abi.encodeWithSignature("transferFrom(address,address,uint256)", msg.sender, address(this), amount) //~ BENIGN EXT_CALL
        );
        if (!ok) revert NotMoved(answer); //~ BENIGN EXT_CALL
        tabOf[driver] += amount; //~ BENIGN STATE_MOD
        emit ToppedUp(driver, amount); //~ UNRELATED EVENT_EMIT
    }

    // drivers and stations alike
    function cashOut(uint256 amount) external {
        _spend(msg.sender, amount); //~ BENIGN STATE_MOD
        (bool ok, bytes memory answer) = usd.call(abi.encodeWithSignature("transfer(address,uint256)", msg.sender, amount));
        if (!ok) revert NotMoved(answer); //~ BENIGN EXT_CALL
        emit CashedOut(msg.sender, amount);
    }

    // sets aside what this charge may cost at most
    function plugIn(address station, uint256 limit) external {
        if (priceOf[station] == 0) revert NotStation(station); //~ BENIGN INPUT_VAL
        require(limit > 0, "limit is zero"); //~ BENIGN INPUT_VAL
        require(sessionOf[msg.sender].station == address(0), "unplug first"); //~ BENIGN CTRL_FLOW
        _spend(msg.sender, limit);
        sessionOf[msg.sender] = Session(station, uint96(block.timestamp), limit); //~ BENIGN ARITHMETIC
        emit PluggedIn(msg.sender, station, limit);
    }

    function bill(address driver, uint256 kWh) external returns (uint256 cost) {
        Session memory s = sessionOf[driver];
        if (s.station != msg.sender) revert NotStation(msg.sender); //~ BENIGN ACCESS_CTRL
        cost = kWh * priceOf[msg.sender]; //~ BENIGN ARITHMETIC
        if (cost > s.reserved) revert TooLittle(s.reserved, cost); //~ BENIGN INPUT_VAL
        delete sessionOf[driver];
        tabOf[msg.sender] += cost;
        tabOf[driver] += s.reserved - cost; //~ BENIGN STATE_MOD
        emit Billed(driver, msg.sender, kWh, cost);
    }

    // when the station forgot
    function unplug() external {
        Session memory s = sessionOf[msg.sender];
        require(s.station != address(0), "not plugged in"); //~ BENIGN CTRL_FLOW
        require(block.timestamp > s.since + PATIENCE, "give it a day"); //~ BENIGN TIMESTAMP
        delete sessionOf[msg.sender];
        tabOf[msg.sender] += s.reserved;
        emit Unplugged(msg.sender);
    }

    function _spend(address who, uint256 amount) private {
        uint256 have = tabOf[who];
        if (amount > have) revert TooLittle(have, amount); //~ BENIGN INPUT_VAL
        tabOf[who] = have - amount;
    }

    event BossSet(address boss);
    event StationAdded(address indexed station, uint256 price);
    event PriceSet(address indexed station, uint256 price);
    event ToppedUp(address indexed driver, uint256 amount);
    event CashedOut(address indexed who, uint256 amount);
    event PluggedIn(address indexed driver, address indexed station, uint256 limit);
    event Billed(address indexed driver, address indexed station, uint256 kWh, uint256 cost);
    event Unplugged(address indexed driver);
}
