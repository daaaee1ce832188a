pragma solidity 0.4.26;

// Sales of used plant. The money of whoever leads a lot stays here until the house has seen the machine change hands.
contract PlantSales {
    struct Lot {
        address seller;
        uint reserve;
        uint closing;
        address leader;
        uint offer;
        bool done;
    }

    address public house;
    Lot[] public lots;
    mapping (address => uint) public owed;

    event Listed(uint indexed id, address indexed seller, uint reserve, uint closing);
    event Bid(uint indexed id, address indexed bidder, uint offer);
    event Withdrawn(uint indexed id, address indexed bidder);
    event Released(uint indexed id, address indexed to, uint amount);
    event Paid(address indexed to, uint amount);

    modifier onlyHouse() {
        require(msg.sender == house); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor() public {
        house = msg.sender;
    }

    function list(uint _reserve, uint _days) public returns (uint id) {
        require(_reserve > 0);
        require(_days >= 2);
        require(_days <= 60); //~ BENIGN INPUT_VAL
        uint closing = now + _days * 1 days; //~ BENIGN ARITHMETIC
        id = lots.push(Lot(msg.sender, _reserve, closing, address(0), 0, false)) - 1; //~ BENIGN ARITHMETIC
        emit Listed(id, msg.sender, _reserve, closing);
    }

    function count() public view returns (uint) {
        return lots.length;
    }

    // Five in a hundred more than the last offer, at least.
    function bid(uint _id) public payable {
        Lot storage lot = lots[_id];
        require(now < lot.closing); //~ BENIGN TIMESTAMP
        require(msg.value >= lot.reserve); //~ BENIGN INPUT_VAL
        require(msg.value >= lot.offer + (lot.offer + 19) / 20); //~ BENIGN ARITHMETIC
        address last = lot.leader;
        uint back = lot.offer;
        lot.leader = msg.sender; //~ BENIGN STATE_MOD
        lot.offer = msg.value;
        _pay(last, back); //~ BENIGN EXT_CALL
        emit Bid(_id, msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    // Until one day before the close the leader may step back.
    function withdraw(uint _id) public {
        Lot storage lot = lots[_id];
        require(msg.sender == lot.leader); //~ BENIGN ACCESS_CTRL
        require(now + 1 days < lot.closing); //~ BENIGN TIMESTAMP
        uint amount = lot.offer;
        lot.leader = address(0);
        lot.offer = 0; //~ BENIGN STATE_MOD
        emit Withdrawn(_id, msg.sender); //~ UNRELATED EVENT_EMIT
        _pay(msg.sender, amount); //~ BENIGN FUND_XFER
    }

    // The machine was handed over, or it was not.
    function release(uint _id, bool _handedOver) public onlyHouse {
        Lot storage lot = lots[_id];
        require(now >= lot.closing); //~ BENIGN TIMESTAMP
        require(!lot.done); //~ BENIGN CTRL_FLOW
        lot.done = true;
        address to = _handedOver ? lot.seller : lot.leader;
        owed[to] += lot.offer; //~ BENIGN STATE_MOD
        emit Released(_id, to, lot.offer);
    }

    function collect() public {
        uint amount = owed[msg.sender];
        require(amount > 0); //~ BENIGN INPUT_VAL
        owed[msg.sender] = 0; //~ BENIGN STATE_MOD
        emit Paid(msg.sender, amount);
        msg.sender.transfer(amount); //~ BENIGN FUND_XFER
    }

    // What a wallet does not take waits for it.
    function _pay(address _to, uint _amount) private {
        if (_amount == 0) return;
        if (!_to.call.value(_amount).gas(150000)()) { //~ BENIGN EXT_CALL
            owed[_to] += _amount; //~ BENIGN STATE_MOD
        }
    }
}
