pragma solidity 0.4.26;

contract Token {
    function transferFrom(address _from, address _to, uint _value) public returns (bool);
}

// People offer ether here at a price in tokens.
contract EtherOffers {
    struct Offer {
        address seller;
        uint amount;
        uint price;
    }

    address public owner;
    Token public token;
    uint public escrowed;
    Offer[] public offers;

    event Offered(uint indexed id, address indexed seller, uint price);
    event Changed(uint indexed id, uint amount);
    event Sold(uint indexed id, address indexed buyer, uint amount, uint cost);

    modifier onlySeller(uint _id) {
        require(offers[_id].seller == msg.sender); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(Token _token) public {
        require(_token != address(0)); //~ BENIGN INIT
        owner = msg.sender;
        token = _token;
    }

    // price is for one ether, in the smallest unit
    function offer(uint _price) public payable {
        require(_price > 0 && _price <= 10 ** 30); //~ BENIGN INPUT_VAL
        offers.push(Offer(msg.sender, msg.value, _price)); //~ PREREQ STATE_MOD anyone sells, also to oneself
        escrowed += msg.value; //~ BENIGN ARITHMETIC there is less ether than that
        emit Offered(offers.length - 1, msg.sender, _price); //~ UNRELATED EVENT_EMIT
    }

    function add(uint _id) public payable onlySeller(_id) {
        offers[_id].amount += msg.value; //~ DECOY ARITHMETIC there is less ether than that
        escrowed += msg.value;
        emit Changed(_id, offers[_id].amount); //~ UNRELATED EVENT_EMIT
    }

    function takeBack(uint _id, uint _amount) public onlySeller(_id) {
        require(_amount <= offers[_id].amount); //~ BENIGN INPUT_VAL
        offers[_id].amount -= _amount; //~ BENIGN ARITHMETIC
        escrowed -= _amount;
        msg.sender.transfer(_amount);
        emit Changed(_id, offers[_id].amount); //~ UNRELATED EVENT_EMIT
    }

    function buy(uint _id, uint _amount) public {
        Offer storage o = offers[_id];
        require(_amount <= escrowed); //~ ROOT_CAUSE ARITHMETIC what all offers hold together
        uint cost = _amount * o.price / 1 ether + 1; //~ DECOY ARITHMETIC both factors are bounded
        o.amount -= _amount; //~ PREREQ ARITHMETIC goes around zero
        escrowed -= _amount; //~ BENIGN ARITHMETIC
        require(token.transferFrom(msg.sender, o.seller, cost)); //~ BENIGN FUND_XFER
        msg.sender.transfer(_amount); //~ PREREQ FUND_XFER
        emit Sold(_id, msg.sender, _amount, cost); //~ UNRELATED EVENT_EMIT
    }

    // ether that came here without an offer
    function sweep() public {
        require(msg.sender == owner); //~ BENIGN ACCESS_CTRL
        owner.transfer(address(this).balance - escrowed);
    }

    function() public payable {}
}
