pragma solidity 0.4.26;

// One trip. It takes place if enough seats are booked.
contract GroupTour {
    address public organizer;
    uint public seatPrice;
    uint public minimum;
    uint public booked;
    uint public closing;
    bool public calledOff;
    bool public collected;
    mapping (address => uint) public paid;

    event Booked(address indexed traveler, uint count);
    event CalledOff();
    event Collected(uint amount);
    event Refunded(address indexed traveler, address indexed to, uint amount);

    modifier onlyOrganizer() {
        require(msg.sender == organizer); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(uint _seatPrice, uint _minimum, uint _bookingDays) public {
        require(_seatPrice > 0);
        require(_minimum > 0);
        require(_bookingDays > 0);
        require(_bookingDays <= 365);
        organizer = msg.sender;
        seatPrice = _seatPrice;
        minimum = _minimum;
        closing = now + _bookingDays * 1 days; //~ BENIGN ARITHMETIC
    }

    function book(uint _count) public payable {
        require(!calledOff);
        require(now < closing); //~ BENIGN TIMESTAMP
        require(_count > 0);
        require(_count <= 20); //~ BENIGN INPUT_VAL
        require(msg.value == _count * seatPrice); //~ BENIGN ARITHMETIC
        booked += _count;
        paid[msg.sender] += msg.value; //~ BENIGN STATE_MOD
        emit Booked(msg.sender, _count); //~ UNRELATED EVENT_EMIT
    }

    function callOff() public onlyOrganizer {
        require(!collected); //~ BENIGN CTRL_FLOW
        calledOff = true;
        emit CalledOff();
    }

    // Too few seats, or the organizer did nothing for a month.
    function off() public view returns (bool) {
        if (collected) return false;
        if (calledOff) return true;
        if (now >= closing + 30 days) return true;
        return now >= closing && booked < minimum; //~ BENIGN TIMESTAMP
    }

    function collect() public onlyOrganizer {
        require(!collected);
        require(now >= closing); //~ BENIGN TIMESTAMP
        require(!off()); //~ BENIGN CTRL_FLOW
        collected = true; //~ BENIGN STATE_MOD
        uint amount = address(this).balance;
        emit Collected(amount);
        organizer.transfer(amount); //~ BENIGN FUND_XFER
    }

    // The organizer's clerk pays everybody back in turn, and others may help.
    function refund(address _traveler) public { //~ BENIGN ACCESS_CTRL
        uint amount = _take(_traveler);
        emit Refunded(_traveler, _traveler, amount);
        _traveler.transfer(amount); //~ BENIGN EXT_CALL
    }

    function refundTo(address _to) public {
        require(_to != address(0)); //~ BENIGN INPUT_VAL
        uint amount = _take(msg.sender);
        emit Refunded(msg.sender, _to, amount);
        _to.transfer(amount); //~ BENIGN FUND_XFER
    }

    function _take(address _traveler) internal returns (uint amount) {
        require(off());
        amount = paid[_traveler];
        require(amount > 0); //~ BENIGN INPUT_VAL
        paid[_traveler] = 0; //~ BENIGN STATE_MOD
    }
}
