// SPDX-License-Identifier: MIT
pragma solidity 0.4.26;

// Partners fund a project together. Once the goal is met, its earnings are split by their shares.
contract PayoutSplitter {
    address public organizer;
    uint public goal;
    uint public totalShares;
    uint public totalReceived;
    bool public collected;

    mapping(address => uint) public shares;
    mapping(address => uint) public released;

    event Joined(address indexed partner, uint amount);
    event Left(address indexed partner, uint amount);
    event Received(address indexed from, uint amount);
    event Released(address indexed partner, address indexed to, uint amount);
    event SharesMoved(address indexed from, address indexed to, uint amount);
    event Collected(address indexed organizer, uint amount);

    modifier whenFunded() {
        require(totalShares == goal);
        _;
    }

    constructor(uint _goal) public {
        require(_goal > 0 && _goal <= 1000000 ether); //~ BENIGN INPUT_VAL keeps the products below far from 256 bits
        organizer = msg.sender;
        goal = _goal;
    }

    // earnings come in as plain ether
    function() public payable whenFunded {
        totalReceived += msg.value; //~ PREREQ STATE_MOD contributions never count as earnings
        emit Received(msg.sender, msg.value);
    }

    function join() public payable {
        require(msg.value > 0 && msg.value <= goal - totalShares); //~ BENIGN ARITHMETIC the total never exceeds the goal
        shares[msg.sender] += msg.value;
        totalShares += msg.value;
        emit Joined(msg.sender, msg.value);
    }

    // only while the goal is not met
    function leave() public {
        require(totalShares < goal); //~ BENIGN CTRL_FLOW what the organizer may collect stays
        uint amount = shares[msg.sender];
        require(amount > 0);
        shares[msg.sender] = 0;
        totalShares -= amount;
        require(msg.sender.call.value(amount)()); //~ BENIGN EXT_CALL the shares are gone by now
        emit Left(msg.sender, amount);
    }

    function pending(address _partner) public view returns (uint) {
        return totalReceived * shares[_partner] / goal - released[_partner]; //~ BENIGN ARITHMETIC released is a floor of an earlier, smaller share
    }

    function release(address _to) public {
        require(_to != address(0));
        uint amount = pending(msg.sender);
        require(amount > 0);
        released[msg.sender] += amount; //~ BENIGN STATE_MOD booked before the ether leaves
        require(_to.call.value(amount)()); //~ BENIGN EXT_CALL the partner's own choice of account
        emit Released(msg.sender, _to, amount);
    }

    // shares take along what was already released on them
    function moveShares(address _to) public {
        require(_to != address(0));
        uint amount = shares[msg.sender];
        uint paid = released[msg.sender];
        require(amount > 0);
        shares[msg.sender] = 0;
        released[msg.sender] = 0;
        shares[_to] += amount;
        released[_to] += paid; //~ BENIGN STATE_MOD both are sums, so a holder of shares may receive more
        emit SharesMoved(msg.sender, _to, amount); //~ UNRELATED EVENT_EMIT
    }

    function collect() public whenFunded {
        require(msg.sender == organizer); //~ BENIGN ACCESS_CTRL set once by the constructor
        require(!collected);
        collected = true;
        msg.sender.transfer(goal); //~ BENIGN FUND_XFER the contributions, once
        emit Collected(msg.sender, goal);
    }
}
