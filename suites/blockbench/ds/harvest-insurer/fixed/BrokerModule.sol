pragma solidity 0.4.26;

import "./context/AccountModule.sol";
import "./context/GrantModule.sol";

// brokers bring clients, and have a cut of what these pay in
contract BrokerStorage is GrantStorage { //~ BENIGN STORAGE_READ
    mapping(address => uint) internal volumes; //~ BENIGN STORAGE_READ
    address internal first; //~ BENIGN STORAGE_READ
    mapping(address => address) internal brokers;
    mapping(address => uint) internal cuts;
    mapping(address => uint) internal due;
    mapping(address => bool) internal listed;
    mapping(address => uint) internal agreed;
}

contract BrokerModule is BrokerStorage {
    uint public constant BASE = 10000;
    uint public constant MAX_CUT = 500;
    uint public constant SILVER = 100 ether;
    uint public constant GOLD = 1000 ether;

    event BrokerListed(address indexed broker, uint cut);
    event BrokerRetired(address indexed broker);
    event CutChanged(address indexed broker, uint cut);
    event Appointed(address indexed client, address indexed broker);
    event Dismissed(address indexed client, address indexed broker);
    event Brought(address indexed broker, address indexed client, uint amount, uint cut);
    event Collected(address indexed broker, uint amount);
    event First(address indexed broker, uint volume);

    function BrokerModule() public {
        paused = true; //~ BENIGN INIT
    }

    function enlist(uint _cut) public running { //~ BENIGN CTRL_FLOW
        require(!listed[msg.sender]); //~ BENIGN CTRL_FLOW
        require(_cut <= MAX_CUT); //~ BENIGN INPUT_VAL
        listed[msg.sender] = true; //~ BENIGN ACCESS_CTRL
        cuts[msg.sender] = _cut;
        BrokerListed(msg.sender, _cut); //~ UNRELATED EVENT_EMIT
    }

    function setCut(uint _cut) public {
        require(listed[msg.sender]); //~ BENIGN ACCESS_CTRL
        require(_cut <= MAX_CUT); //~ BENIGN INPUT_VAL
        cuts[msg.sender] = _cut; //~ BENIGN STATE_MOD
        CutChanged(msg.sender, _cut);
    }

    // what is due stays due
    function retire() public {
        require(listed[msg.sender]); //~ BENIGN ACCESS_CTRL
        listed[msg.sender] = false; //~ BENIGN STATE_MOD
        BrokerRetired(msg.sender);
    }

    // with the highest cut that the client agrees to
    function appoint(address _broker, uint _maxCut) public running {
        require(listed[_broker]); //~ BENIGN INPUT_VAL
        require(cuts[_broker] <= _maxCut); //~ BENIGN INPUT_VAL
        require(brokers[msg.sender] == 0); //~ BENIGN CTRL_FLOW
        brokers[msg.sender] = _broker;
        agreed[msg.sender] = _maxCut; //~ BENIGN STATE_MOD
        Appointed(msg.sender, _broker); //~ UNRELATED EVENT_EMIT
    }

    function dismiss() public {
        address broker = brokers[msg.sender];
        require(broker != 0); //~ BENIGN CTRL_FLOW
        brokers[msg.sender] = 0; //~ BENIGN STATE_MOD
        Dismissed(msg.sender, broker);
    }

    // pays in like payIn, by way of the broker
    function payInBrokered() public payable running { //~ BENIGN CTRL_FLOW
        address broker = brokers[msg.sender];
        require(msg.value > 0); //~ BENIGN INPUT_VAL
        require(listed[broker]); //~ BENIGN CTRL_FLOW
        require(cuts[broker] <= agreed[msg.sender]); //~ BENIGN INPUT_VAL
        uint cut = msg.value * cuts[broker] / BASE; //~ BENIGN ARITHMETIC
        due[broker] += cut; //~ BENIGN STATE_MOD
        putIn(msg.sender, msg.value - cut); //~ BENIGN STATE_MOD
        volumes[broker] += msg.value; //~ BENIGN STATE_MOD
        Brought(broker, msg.sender, msg.value, cut); //~ UNRELATED EVENT_EMIT
        if (volumes[broker] > volumes[first]) {
            first = broker; //~ BENIGN STATE_MOD
            First(broker, volumes[broker]);
        }
    }

    // into the account of the broker
    function collectCut() public {
        uint amount = due[msg.sender];
        require(amount > 0); //~ BENIGN INPUT_VAL
        due[msg.sender] = 0; //~ BENIGN STATE_MOD
        putIn(msg.sender, amount); //~ BENIGN STATE_MOD
        Collected(msg.sender, amount);
    }

    function brokerOf(address _client) public constant returns (address broker, uint maxCut) {
        return (brokers[_client], agreed[_client]);
    }

    function brokerInfo(address _broker) public constant returns (bool isListed, uint cut, uint cutDue) {
        return (listed[_broker], cuts[_broker], due[_broker]);
    }

    function volumeOf(address _broker) public constant returns (uint) {
        return volumes[_broker];
    }

    function firstBroker() public constant returns (address) {
        return first;
    }

    // 0, 1 for silver, 2 for gold
    function rankOf(address _broker) public constant returns (uint) {
        uint volume = volumes[_broker];
        if (volume >= GOLD) return 2;
        return volume >= SILVER ? 1 : 0;
    }
}
