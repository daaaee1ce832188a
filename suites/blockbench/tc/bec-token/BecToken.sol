pragma solidity 0.4.26;

/**
 * @title SafeMath
 * @dev Math operations with safety checks that revert on error
 */
library SafeMath {
  function mul(uint256 a, uint256 b) internal pure returns (uint256 c) {
    if (a == 0) {
      return 0;
    }
    c = a * b;
    require(c / a == b);
  }

  function sub(uint256 a, uint256 b) internal pure returns (uint256) {
    require(b <= a);
    return a - b;
  }

  function add(uint256 a, uint256 b) internal pure returns (uint256 c) {
    c = a + b;
    require(c >= a);
  }
}

/**
 * @title Ownable
 * @dev The owner can pause the token.
 */
contract Ownable {
  address public owner;

  event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);

  constructor() public {
    owner = msg.sender;
  }

  modifier onlyOwner() {
    require(msg.sender == owner);
    _;
  }

  function transferOwnership(address newOwner) onlyOwner public {
    require(newOwner != address(0));
    emit OwnershipTransferred(owner, newOwner);
    owner = newOwner;
  }
}

/**
 * @title Pausable
 * @dev Base contract which allows children to implement an emergency stop mechanism.
 */
contract Pausable is Ownable {
  event Pause();
  event Unpause();

  bool public paused = false;

  modifier whenNotPaused() {
    require(!paused);
    _;
  }

  function pause() onlyOwner public {
    paused = true;
    emit Pause();
  }

  function unpause() onlyOwner public {
    paused = false;
    emit Unpause();
  }
}

/**
 * @title Basic token
 * @dev Balances and transfers
 */
contract BasicToken is Pausable {
  using SafeMath for uint256;

  uint256 public totalSupply;
  mapping(address => uint256) balances;

  event Transfer(address indexed from, address indexed to, uint256 value);

  /**
   * @dev transfer token for a specified address
   */
  function transfer(address _to, uint256 _value) whenNotPaused public returns (bool) {
    require(_to != address(0));
    balances[msg.sender] = balances[msg.sender].sub(_value); //~ BENIGN ARITHMETIC
    balances[_to] = balances[_to].add(_value);
    emit Transfer(msg.sender, _to, _value);
    return true;
  }

  /**
   * @dev Gets the balance of the specified address.
   */
  function balanceOf(address _owner) public view returns (uint256) {
    return balances[_owner];
  }
}

/**
 * @title Standard token
 * @dev Adds allowances
 */
contract StandardToken is BasicToken {
  mapping(address => mapping(address => uint256)) public allowance;

  event Approval(address indexed owner, address indexed spender, uint256 value);

  /**
   * @dev Transfer tokens from one address to another
   */
  function transferFrom(address _from, address _to, uint256 _value) whenNotPaused public returns (bool) {
    require(_to != address(0));
    allowance[_from][msg.sender] = allowance[_from][msg.sender].sub(_value); //~ BENIGN ACCESS_CTRL
    balances[_from] = balances[_from].sub(_value);
    balances[_to] = balances[_to].add(_value);
    emit Transfer(_from, _to, _value);
    return true;
  }

  /**
   * @dev Approve the passed address to spend the specified amount of tokens on behalf of msg.sender.
   */
  function approve(address _spender, uint256 _value) whenNotPaused public returns (bool) {
    allowance[msg.sender][_spender] = _value;
    emit Approval(msg.sender, _spender, _value);
    return true;
  }
}

/**
 * @title BecToken
 * @dev The token of BeautyChain, which can pay many receivers at once
 */
contract BecToken is StandardToken {
  string public name = "BeautyChain";
  string public symbol = "BEC";
  uint8 public decimals = 18;

  constructor(uint256 _supply) public {
    totalSupply = _supply;
    balances[msg.sender] = _supply;
  }

  /**
   * @dev Sends the same amount to each of up to 20 receivers
   */
  function batchTransfer(address[] _receivers, uint256 _value) whenNotPaused public returns (bool) {
    uint cnt = _receivers.length;
    uint256 amount = uint256(cnt) * _value; //~ ROOT_CAUSE ARITHMETIC leaves the range of a word for a large value
    require(cnt > 0 && cnt <= 20); //~ INSUFF_GUARD INPUT_VAL
    require(_value > 0 && balances[msg.sender] >= amount); //~ INSUFF_GUARD INPUT_VAL the amount may be zero by now
    balances[msg.sender] -= amount; //~ PREREQ STATE_MOD
    for (uint i = 0; i < cnt; i++) {
      balances[_receivers[i]] = balances[_receivers[i]].add(_value); //~ PREREQ STATE_MOD each gets the value in full
      emit Transfer(msg.sender, _receivers[i], _value); //~ UNRELATED EVENT_EMIT
    }
    return true;
  }
}
