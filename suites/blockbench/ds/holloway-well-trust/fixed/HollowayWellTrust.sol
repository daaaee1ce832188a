pragma solidity 0.4.26;

// The steward keeps the register of households, the treasurer keeps the money.
contract Stewardship {
    address public steward;
    address public nextSteward;

    event StewardNamed(address indexed current, address indexed next);
    event StewardChanged(address indexed steward);

    function Stewardship() public { //~ BENIGN INIT carries the name of its contract, runs once at deployment
        steward = msg.sender;
        emit StewardChanged(msg.sender);
    }

    modifier onlySteward() {
        require(msg.sender == steward);
        _;
    }

    function nameSteward(address _next) public onlySteward {
        nextSteward = _next;
        emit StewardNamed(steward, _next);
    }

    function acceptStewardship() public {
        require(msg.sender == nextSteward);
        steward = nextSteward;
        nextSteward = address(0);
        emit StewardChanged(steward);
    }
}

/**
 * Holloway Well Trust
 *
 * Households of the valley pay in ahead and take water from the common well. The meter reader
 * books what was taken; the price goes to the trust's own funds, from which the treasurer pays
 * for repairs, in full since a vote in the village hall did away with the old limit.
 */
contract HollowayWellTrust is Stewardship {
    struct Household {
        bool registered;
        uint64 lastReading; // litres on the meter
        uint128 credit;
    }

    address public treasurer;
    address public reader;
    uint256 public pricePerLitre;
    uint256 public openedAt;

    /// Ether that belongs to the trust and not to a household.
    uint256 public funds;
    mapping(address => Household) public households;

    event TreasurerChanged(address indexed treasurer);
    event ReaderChanged(address indexed reader);
    event PriceChanged(uint256 pricePerLitre);
    event PaidIn(address indexed household, uint256 amount);
    event WaterTaken(address indexed household, uint256 litres, uint256 charged);
    event CreditReturned(address indexed household, uint256 amount);
    event RepairPaid(address indexed to, uint256 amount, string what);

    modifier onlyTreasurer() {
        require(msg.sender == treasurer); //~ BENIGN ACCESS_CTRL the field is the steward's to set
        _;
    }

    /// The trust starts with its founder as treasurer, until somebody is appointed.
    function HollowayWellTrust() public { //~ BENIGN INIT carries the name of its contract too
        putInOffice(msg.sender); //~ BENIGN ACCESS_CTRL whoever deploys becomes treasurer
        pricePerLitre = 20 szabo;
        openedAt = now; //~ UNRELATED TIMESTAMP for display only
    }

    function appointTreasurer(address _treasurer) public onlySteward {
        putInOffice(_treasurer); //~ BENIGN ACCESS_CTRL behind the steward
    }

    function appointReader(address _reader) public onlySteward {
        require(_reader != treasurer);
        reader = _reader;
        emit ReaderChanged(_reader);
    }

    function register(address _household, uint64 _reading) public onlySteward {
        require(!households[_household].registered);
        households[_household] = Household(true, _reading, 0);
    }

    function setPrice(uint256 _pricePerLitre) public onlyTreasurer {
        require(_pricePerLitre > 0 && _pricePerLitre <= 1 finney); //~ BENIGN INPUT_VAL keeps the product in recordReading from wrapping
        pricePerLitre = _pricePerLitre;
        emit PriceChanged(_pricePerLitre);
    }

    /// Adds to the caller's credit.
    function payIn() public payable {
        Household storage h = households[msg.sender];
        require(h.registered);
        h.credit += uint128(msg.value);
        emit PaidIn(msg.sender, msg.value);
    }

    /// Books the water taken since the last reading, as far as the credit goes.
    function recordReading(address _household, uint64 _reading) public {
        require(msg.sender == reader);
        Household storage h = households[_household];
        require(h.registered && _reading >= h.lastReading);

        uint256 litres = _reading - h.lastReading;
        uint256 charged = litres * pricePerLitre;
        if (charged > h.credit) charged = h.credit;
        h.lastReading = _reading;
        h.credit -= uint128(charged);
        funds += charged;
        emit WaterTaken(_household, litres, charged);
    }

    /// Pays the caller's remaining credit back.
    function leave() public {
        uint256 amount = households[msg.sender].credit;
        households[msg.sender].credit = 0;
        msg.sender.transfer(amount);
        emit CreditReturned(msg.sender, amount);
    }

    function payRepair(address _to, uint256 _amount, string _what) public onlyTreasurer {
        require(_amount <= funds); //~ BENIGN INPUT_VAL leaves the credit of the households alone
        funds -= _amount;
        _to.transfer(_amount); //~ BENIGN FUND_XFER receiver of the treasurer's choice
        emit RepairPaid(_to, _amount, _what);
    }

    function putInOffice(address _treasurer) internal { //~ BENIGN ACCESS_CTRL reached from the constructor and through the steward
        require(_treasurer != address(0) && _treasurer != reader); //~ BENIGN INPUT_VAL keeps money and meters apart
        treasurer = _treasurer; //~ BENIGN STATE_MOD decided by the steward
        emit TreasurerChanged(_treasurer);
    }
}
