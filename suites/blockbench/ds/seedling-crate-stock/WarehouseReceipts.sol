// SPDX-License-Identifier: MIT
pragma solidity 0.4.26;

library SafeMath {
    function add(uint a, uint b) internal pure returns (uint) {
        uint c = a + b;
        assert(c >= a);
        return c;
    }

    function sub(uint a, uint b) internal pure returns (uint) {
        assert(a >= b);
        return a - b;
    }

    function mul(uint a, uint b) internal pure returns (uint) {
        uint c = a * b;
        assert(a == 0 || c / a == b);
        return c;
    }
}

// One token is one tonne in the warehouse. Redeemed tokens are gone.
contract WarehouseReceipts {
    using SafeMath for uint;

    string public name = "Warehouse receipt";
    string public symbol = "WHR";
    uint8 public decimals = 0;

    address public owner;
    uint public redeemFee; // wei for each token
    uint public constant MAX_LIST = 64;

    uint public totalSupply;
    mapping (address => uint) public balanceOf;
    mapping (address => mapping (address => uint)) public allowance;
    mapping (address => bool) public isBlocked;

    event Issue(uint value);
    event Transfer(address indexed from, address indexed to, uint value);
    event Approval(address indexed owner, address indexed spender, uint value);
    event Redeem(address indexed from, uint value, uint fee);
    event Block(address indexed who, bool on);

    modifier onlyOwner { require(msg.sender == owner); _; } //~ BENIGN ACCESS_CTRL
    modifier notBlocked { require(!isBlocked[msg.sender]); _; } //~ BENIGN ACCESS_CTRL

    constructor(uint _value, uint _fee) public {
        owner = msg.sender;
        redeemFee = _fee;
        issue(_value);
    }

    function () external {
        revert();
    }

    // owner

    function issue(uint _value) public onlyOwner {
        totalSupply = totalSupply.add(_value); //~ BENIGN ARITHMETIC checked sum
        balanceOf[owner] += _value; //~ DECOY ARITHMETIC not above the supply, which was just checked
        emit Issue(_value); //~ UNRELATED EVENT_EMIT
    }

    function setRedeemFee(uint _fee) public onlyOwner {
        redeemFee = _fee;
    }

    function setBlocked(address _who, bool _on) public onlyOwner {
        isBlocked[_who] = _on;
        emit Block(_who, _on);
    }

    function withdrawFees() public onlyOwner {
        owner.transfer(address(this).balance); //~ BENIGN FUND_XFER fees only
    }

    // holders

    function transfer(address _to, uint _value) public notBlocked returns (bool) {
        move(msg.sender, _to, _value);
        return true;
    }

    // same value to every address of a list
    function transferMany(address[] _to, uint _value) public notBlocked returns (bool) {
        require(_to.length > 0 && _to.length <= MAX_LIST); //~ BENIGN INPUT_VAL
        uint all = _to.length * _value; //~ ROOT_CAUSE ARITHMETIC wraps, so that huge parts make a small sum
        require(_value > 0 && balanceOf[msg.sender] >= all); //~ INSUFF_GUARD INPUT_VAL compares with a sum that may have wrapped
        balanceOf[msg.sender] = balanceOf[msg.sender].sub(all); //~ INSUFF_GUARD ARITHMETIC checked, but after the sum is lost
        for (uint i = 0; i < _to.length; i++) { //~ BENIGN CTRL_FLOW short list
            balanceOf[_to[i]] = balanceOf[_to[i]].add(_value); //~ PREREQ STATE_MOD every receiver gets the full part
            emit Transfer(msg.sender, _to[i], _value);
        }
        return true;
    }

    function approve(address _spender, uint _value) public returns (bool) {
        allowance[msg.sender][_spender] = _value;
        emit Approval(msg.sender, _spender, _value); //~ UNRELATED EVENT_EMIT
        return true;
    }

    function transferFrom(address _from, address _to, uint _value) public notBlocked returns (bool) {
        require(!isBlocked[_from]); //~ BENIGN ACCESS_CTRL
        allowance[_from][msg.sender] = allowance[_from][msg.sender].sub(_value); //~ BENIGN ARITHMETIC
        move(_from, _to, _value);
        return true;
    }

    function redeem(uint _value) public payable notBlocked {
        require(msg.value == redeemFee.mul(_value)); //~ BENIGN ARITHMETIC checked product
        balanceOf[msg.sender] = balanceOf[msg.sender].sub(_value);
        totalSupply = totalSupply.sub(_value); //~ BENIGN ARITHMETIC no more leaves than is there
        emit Redeem(msg.sender, _value, msg.value);
    }

    function move(address _from, address _to, uint _value) internal {
        require(_to != address(0)); //~ BENIGN INPUT_VAL
        balanceOf[_from] = balanceOf[_from].sub(_value); //~ BENIGN ARITHMETIC
        balanceOf[_to] = balanceOf[_to].add(_value);
        emit Transfer(_from, _to, _value); //~ UNRELATED EVENT_EMIT
    }
}
