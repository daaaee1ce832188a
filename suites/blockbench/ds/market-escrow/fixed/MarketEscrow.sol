pragma solidity 0.4.26;

// balances of buyers and sellers of a market, held by the contract
contract MarketEscrow {
    uint public constant HOLD = 7 days;

    address public clerk;
    uint public orderCount;
    mapping(address => uint) public balances;
    mapping(uint => address) public buyerOf;
    mapping(uint => address) public sellerOf;
    mapping(uint => uint) public priceOf;
    mapping(uint => uint) public paidAt;

    event Deposit(address indexed who, uint amount);
    event Withdrawal(address indexed who, uint amount);
    event Order(uint indexed id, address indexed buyer, address indexed seller, uint price);
    event Finished(uint indexed id, address to);

    function MarketEscrow() public {
        clerk = msg.sender; //~ BENIGN INIT
    }

    function () public payable {
        balances[msg.sender] += msg.value; //~ BENIGN STATE_MOD
        Deposit(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    function order(address _seller, uint _price) public returns (uint id) {
        require(_seller != 0 && _price > 0); //~ BENIGN INPUT_VAL
        require(balances[msg.sender] >= _price); //~ BENIGN INPUT_VAL
        balances[msg.sender] -= _price; //~ BENIGN ARITHMETIC
        id = orderCount++;
        buyerOf[id] = msg.sender;
        sellerOf[id] = _seller;
        priceOf[id] = _price;
        paidAt[id] = now;
        Order(id, msg.sender, _seller, _price);
    }

    // the buyer has the goods, or a week is over
    function accept(uint _id) public {
        require(msg.sender == buyerOf[_id] || now >= paidAt[_id] + HOLD); //~ BENIGN ACCESS_CTRL
        finish(_id, sellerOf[_id]);
    }

    // the clerk sends the price back
    function refund(uint _id) public {
        require(msg.sender == clerk); //~ BENIGN ACCESS_CTRL
        finish(_id, buyerOf[_id]);
    }

    function finish(uint _id, address _to) internal {
        uint price = priceOf[_id];
        require(price > 0); //~ BENIGN INPUT_VAL
        priceOf[_id] = 0; //~ BENIGN STATE_MOD
        balances[_to] += price; //~ BENIGN STATE_MOD
        Finished(_id, _to);
    }

    function withdraw(uint _amount) public {
        require(_amount > 0 && balances[msg.sender] >= _amount); //~ BENIGN INPUT_VAL
        balances[msg.sender] -= _amount; //~ BENIGN STATE_MOD
        Withdrawal(msg.sender, _amount); //~ UNRELATED EVENT_EMIT
        require(msg.sender.call.value(_amount)()); //~ BENIGN EXT_CALL
    }

    function give(address _to, uint _amount) public {
        require(_to != 0 && balances[msg.sender] >= _amount); //~ BENIGN INPUT_VAL
        balances[msg.sender] -= _amount; //~ BENIGN STATE_MOD
        balances[_to] += _amount; //~ BENIGN ARITHMETIC
    }
}
