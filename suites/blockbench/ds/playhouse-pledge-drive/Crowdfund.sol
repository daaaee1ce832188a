// SPDX-License-Identifier: MIT
pragma solidity 0.4.26;

// Raises ether for one project. When the target is met by the deadline the owner
// is paid, else investors are refunded, one by one or in the order of the list.
contract Crowdfund {
    enum State { Open, Funded, Refunding }

    uint public constant minContribution = 50 finney;
    uint public constant refundTerm = 365 days;

    address public owner;
    address public reserve;
    uint public target;
    uint public deadline;

    State public state;
    uint public raised;
    uint public finalizedAt;

    address[] public investors;
    mapping(address => uint) public contributions;
    uint public nextInvestor;

    event Contribution(address indexed investor, uint amount);
    event Finalized(State state, uint raised);
    event Refund(address indexed investor, uint amount);
    event BatchRefunded(address indexed caller, uint nextInvestor);
    event Closed(uint amount);

    modifier inState(State _state) {
        require(state == _state);
        _;
    }

    modifier onlyOwner() {
        require(msg.sender == owner); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(address _reserve, uint _target, uint _days) public {
        require(_reserve != address(0));
        require(_target > 0 && _days > 0 && _days <= 120); //~ BENIGN INPUT_VAL
        owner = msg.sender;
        reserve = _reserve;
        target = _target;
        deadline = now + _days * 1 days;
    }

    function() public payable {
        contribute();
    }

    function contribute() public payable inState(State.Open) {
        require(now < deadline); //~ BENIGN TIMESTAMP
        require(msg.value >= minContribution); //~ BENIGN INPUT_VAL keeps the list from being filled for nothing
        if (contributions[msg.sender] == 0) {
            investors.push(msg.sender);
        }
        contributions[msg.sender] += msg.value; //~ BENIGN ARITHMETIC sums of real ether cannot wrap
        raised += msg.value;
        emit Contribution(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    function finalize() public inState(State.Open) {
        require(now >= deadline); //~ BENIGN TIMESTAMP
        state = raised >= target ? State.Funded : State.Refunding;
        finalizedAt = now;
        emit Finalized(state, raised); //~ UNRELATED EVENT_EMIT
    }

    function payout() public inState(State.Funded) onlyOwner {
        owner.transfer(address(this).balance); //~ BENIGN FUND_XFER transfer reverts when the payment is refused
    }

    function refund() public inState(State.Refunding) {
        uint amount = contributions[msg.sender];
        require(amount > 0); //~ BENIGN INPUT_VAL
        contributions[msg.sender] = 0; //~ BENIGN STATE_MOD cleared ahead of the payment
        require(msg.sender.call.value(amount)()); //~ DECOY EXT_CALL all gas for wallets that need it, behind the books, and the result is tested
        emit Refund(msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    function refundBatch(uint _count) public inState(State.Refunding) { //~ PREREQ ACCESS_CTRL anyone moves the list on, for any investor
        uint left = investors.length - nextInvestor;
        uint stop = nextInvestor + (_count < left ? _count : left); //~ BENIGN ARITHMETIC the count is capped before the sum

        while (nextInvestor < stop) {
            address investor = investors[nextInvestor];
            nextInvestor++;

            uint amount = contributions[investor];
            if (amount == 0) {
                continue;
            }
            require(address(this).balance >= amount); //~ INSUFF_GUARD INPUT_VAL rules out one reason for a failed payment, not a receiver that refuses
            contributions[investor] = 0; //~ PREREQ STATE_MOD the investor counts as paid from here on
            investor.send(amount); //~ ROOT_CAUSE FUND_XFER false on refusal or more than 2300 gas, and nobody looks
        }
        emit BatchRefunded(msg.sender, nextInvestor); //~ UNRELATED EVENT_EMIT
    }

    // what nobody has asked for in a year goes to the reserve
    function close() public inState(State.Refunding) {
        require(now >= finalizedAt + refundTerm); //~ UNRELATED TIMESTAMP a year long term
        uint rest = address(this).balance;
        reserve.transfer(rest);
        emit Closed(rest); //~ UNRELATED EVENT_EMIT
    }

    function investorCount() public view returns (uint) {
        return investors.length;
    }
}
