pragma solidity 0.4.26;

// notes that the desk issues, with 18 decimals
contract EtherNote {
    string public name = "Ether Note";
    string public symbol = "ENT";
    uint8 public decimals = 18;
    uint public totalSupply;
    address public issuer;
    mapping(address => uint) public balanceOf;
    mapping(address => mapping(address => uint)) public allowance;

    event Transfer(address indexed from, address indexed to, uint value);
    event Approval(address indexed owner, address indexed spender, uint value);

    modifier onlyIssuer() {
        require(msg.sender == issuer); //~ BENIGN ACCESS_CTRL
        _;
    }

    function EtherNote() public {
        issuer = msg.sender; //~ BENIGN INIT
    }

    function transfer(address _to, uint _value) public returns (bool) {
        return move(msg.sender, _to, _value);
    }

    function transferFrom(address _from, address _to, uint _value) public returns (bool) {
        if (allowance[_from][msg.sender] < _value) return false; //~ BENIGN ACCESS_CTRL
        if (!move(_from, _to, _value)) return false; //~ BENIGN CTRL_FLOW
        allowance[_from][msg.sender] -= _value;
        return true;
    }

    function approve(address _spender, uint _value) public returns (bool) {
        allowance[msg.sender][_spender] = _value;
        Approval(msg.sender, _spender, _value); //~ UNRELATED EVENT_EMIT
        return true;
    }

    function issue(address _to, uint _value) public onlyIssuer {
        totalSupply += _value; //~ BENIGN ARITHMETIC a thousand notes for an ether
        balanceOf[_to] += _value;
        Transfer(0, _to, _value);
    }

    function retire(address _from, uint _value) public onlyIssuer returns (bool) {
        if (balanceOf[_from] < _value) return false; //~ PREREQ CTRL_FLOW answers, and does not revert
        balanceOf[_from] -= _value;
        totalSupply -= _value; //~ BENIGN STATE_MOD
        Transfer(_from, 0, _value);
        return true;
    }

    function move(address _from, address _to, uint _value) internal returns (bool) {
        if (_to == 0 || balanceOf[_from] < _value) return false; //~ BENIGN INPUT_VAL
        balanceOf[_from] -= _value;
        balanceOf[_to] += _value; //~ DECOY ARITHMETIC the supply bounds it, and an own transfer changes nothing
        Transfer(_from, _to, _value);
        return true;
    }
}

// sells notes for ether and takes them back, at a fixed rate
contract NoteDesk {
    uint public constant RATE = 1000;
    uint public constant WAIT = 30 days;

    EtherNote public note;
    address public owner;
    uint public earned;
    mapping(address => uint) public claims;
    mapping(address => uint) public dueAt;

    event Bought(address indexed who, uint value, uint notes);
    event Sold(address indexed who, uint notes, uint value);
    event Locked(address indexed who, uint notes, uint value);
    event Collected(address indexed who, uint value);

    modifier onlyOwner() {
        require(msg.sender == owner); //~ BENIGN ACCESS_CTRL
        _;
    }

    function NoteDesk() public {
        owner = msg.sender; //~ BENIGN INIT
        note = new EtherNote();
    }

    function () public payable {
        buy();
    }

    function buy() public payable {
        require(msg.value > 0); //~ BENIGN INPUT_VAL
        note.issue(msg.sender, msg.value * RATE);
        Bought(msg.sender, msg.value, msg.value * RATE);
    }

    // at once, for one percent
    function sell(uint _amount) public {
        uint value = _amount / RATE; //~ BENIGN ARITHMETIC rounds in favor of the desk
        require(value > 0); //~ BENIGN INPUT_VAL
        uint fee = value / 100;
        note.retire(msg.sender, _amount); //~ ROOT_CAUSE EXT_CALL the answer is dropped
        earned += fee;
        msg.sender.transfer(value - fee); //~ PREREQ FUND_XFER
        Sold(msg.sender, _amount, value - fee); //~ UNRELATED EVENT_EMIT
    }

    // after thirty days, without a fee
    function lock(uint _amount) public {
        uint value = _amount / RATE;
        require(value > 0); //~ BENIGN INPUT_VAL
        take(_amount); //~ BENIGN EXT_CALL
        claims[msg.sender] += value; //~ BENIGN STATE_MOD
        dueAt[msg.sender] = now + WAIT;
        Locked(msg.sender, _amount, value);
    }

    function collect() public {
        uint value = claims[msg.sender];
        require(value > 0 && now >= dueAt[msg.sender]); //~ BENIGN TIMESTAMP
        claims[msg.sender] = 0; //~ BENIGN STATE_MOD
        msg.sender.transfer(value);
        Collected(msg.sender, value);
    }

    function takeEarned(address _to) public onlyOwner {
        uint value = earned;
        earned = 0; //~ BENIGN STATE_MOD
        _to.transfer(value);
    }

    function setOwner(address _owner) public onlyOwner {
        require(_owner != 0); //~ BENIGN INPUT_VAL
        owner = _owner;
    }

    function take(uint _amount) internal {
        require(note.retire(msg.sender, _amount)); //~ BENIGN EXT_CALL
    }
}
