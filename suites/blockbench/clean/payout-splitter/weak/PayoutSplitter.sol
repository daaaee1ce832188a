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
        require(_goal > 0 && _goal <= 1000000 ether);
        organizer = msg.sender;
        goal = _goal;
    }

    // earnings come in as plain ether
    function() public payable whenFunded {
        totalReceived += msg.value;
        emit Received(msg.sender, msg.value);
    }

    function join() public payable {
        require(msg.value > 0 && msg.value <= goal - totalShares);
        shares[msg.sender] += msg.value;
        totalShares += msg.value;
        emit Joined(msg.sender, msg.value);
    }

    // only while the goal is not met
    function leave() public {
        require(totalShares < goal);
        uint amount = shares[msg.sender];
        require(amount > 0);
        shares[msg.sender] = 0;
        totalShares -= amount;
        require(msg.sender.call.value(amount)());
        emit Left(msg.sender, amount);
    }

    function pending(address _partner) public view returns (uint) {
        return totalReceived * shares[_partner] / goal - released[_partner];
    }

    function release(address _to) public {
        require(_to != address(0));
        uint amount = pending(msg.sender);
        require(amount > 0);
        require(_to.call.value(amount)());
        released[msg.sender] += amount;
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
        released[_to] += paid;
        emit SharesMoved(msg.sender, _to, amount);
    }

    function collect() public whenFunded {
        require(msg.sender == organizer);
        require(!collected);
        collected = true;
        msg.sender.transfer(goal);
        emit Collected(msg.sender, goal);
    }
}
