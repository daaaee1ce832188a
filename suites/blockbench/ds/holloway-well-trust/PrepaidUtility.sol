pragma solidity 0.4.26;

contract Owned {
    address public owner;
    address public newOwner;

    event OwnerNamed(address indexed owner, address indexed newOwner);
    event OwnerChanged(address indexed owner);

    function Owned() public { //~ BENIGN INIT carries the name of its contract, runs once at deployment
        owner = msg.sender;
        OwnerChanged(msg.sender);
    }

    modifier onlyOwner {
        require(msg.sender == owner); //~ BENIGN ACCESS_CTRL
        _;
    }

    function transferOwnership(address _newOwner) public onlyOwner {
        newOwner = _newOwner;
        OwnerNamed(owner, _newOwner);
    }

    function acceptOwnership() public {
        require(msg.sender == newOwner); //~ BENIGN ACCESS_CTRL
        owner = newOwner;
        newOwner = 0;
        OwnerChanged(owner);
    }
}

// Customers pay in advance. The meter reader books what they used,
// the treasurer spends what was booked.
contract PrepaidUtility is Owned {
    struct Customer {
        bool registered;
        uint64 lastReading; // units on the meter
        uint128 credit;
    }

    address public treasurer;
    address public meterReader;
    uint public pricePerUnit;
    uint public openedAt;
    uint public revenue; // ether that belongs to no customer
    mapping (address => Customer) public customers;

    event TreasurerChanged(address indexed treasurer);
    event MeterReaderChanged(address indexed meterReader);
    event PriceChanged(uint pricePerUnit);
    event Deposit(address indexed customer, uint amount);
    event Usage(address indexed customer, uint units, uint charged);
    event Refund(address indexed customer, uint amount);
    event Expense(address indexed to, uint amount, string purpose);

    modifier onlyTreasurer {
        require(msg.sender == treasurer); //~ PREREQ ACCESS_CTRL only as good as the field it compares with
        _;
    }

    function PrepaidUtility() public { //~ BENIGN INIT carries the name of its contract too
        changeTreasurer(msg.sender); //~ BENIGN ACCESS_CTRL whoever deploys becomes treasurer
        pricePerUnit = 20 szabo;
        openedAt = now; //~ UNRELATED TIMESTAMP for display only
    }

    function() public payable {
        deposit();
    }

    function setTreasurer(address _treasurer) public onlyOwner {
        changeTreasurer(_treasurer); //~ BENIGN ACCESS_CTRL behind the owner
    }

    function setMeterReader(address _meterReader) public onlyOwner {
        require(_meterReader != treasurer); //~ BENIGN INPUT_VAL
        meterReader = _meterReader;
        MeterReaderChanged(_meterReader);
    }

    function register(address _customer, uint64 _reading) public onlyOwner {
        require(!customers[_customer].registered); //~ BENIGN INPUT_VAL
        customers[_customer] = Customer(true, _reading, 0);
    }

    function setPrice(uint _pricePerUnit) public onlyTreasurer {
        require(_pricePerUnit > 0 && _pricePerUnit <= 1 finney); //~ BENIGN INPUT_VAL keeps the product in recordReading from wrapping
        pricePerUnit = _pricePerUnit;
        PriceChanged(_pricePerUnit);
    }

    function deposit() public payable {
        Customer storage c = customers[msg.sender];
        require(c.registered); //~ BENIGN INPUT_VAL
        c.credit += uint128(msg.value);
        Deposit(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    function recordReading(address _customer, uint64 _reading) public {
        require(msg.sender == meterReader); //~ BENIGN ACCESS_CTRL
        Customer storage c = customers[_customer];
        require(c.registered && _reading >= c.lastReading); //~ BENIGN INPUT_VAL

        uint units = _reading - c.lastReading;
        uint charged = units * pricePerUnit;
        if (charged > c.credit) charged = c.credit; // as far as the credit goes
        c.lastReading = _reading;
        c.credit -= uint128(charged);
        revenue += charged;
        Usage(_customer, units, charged); //~ UNRELATED EVENT_EMIT
    }

    function refund() public {
        uint amount = customers[msg.sender].credit;
        customers[msg.sender].credit = 0; //~ BENIGN STATE_MOD
        msg.sender.transfer(amount);
        Refund(msg.sender, amount);
    }

    function payExpense(address _to, uint _amount, string _purpose) public onlyTreasurer {
        require(_amount <= revenue); //~ BENIGN INPUT_VAL leaves the credit of the customers alone
        revenue -= _amount;
        _to.transfer(_amount); //~ PREREQ FUND_XFER receiver of the treasurer's choice
        Expense(_to, _amount, _purpose);
    }

    function changeTreasurer(address _treasurer) { //~ ROOT_CAUSE ACCESS_CTRL no visibility given, which makes it public in this version
        require(_treasurer != 0 && _treasurer != meterReader); //~ INSUFF_GUARD INPUT_VAL looks at the new treasurer, not at who asks
        treasurer = _treasurer; //~ ROOT_CAUSE STATE_MOD whoever calls decides who is treasurer
        TreasurerChanged(_treasurer);
    }
}
