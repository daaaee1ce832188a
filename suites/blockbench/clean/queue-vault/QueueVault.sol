// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@3.4.2/utils/Address.sol";
import "@openzeppelin/contracts@3.4.2/utils/ReentrancyGuard.sol";

interface IQueueVault {
    function deposit(address _for) external payable;

    function request(uint256 _shares) external;

    function cancel() external;

    function claim(address payable _to) external;

    function report() external payable;
}

// profit counts bit by bit, over a week
contract LockedProfit {
    using SafeMath for uint256;

    uint256 public constant PERIOD = 7 days;

    uint256 public total;
    uint256 public last;
    uint256 internal locked;

    function lockedProfit() public view returns (uint256) {
        uint256 _elapsed = block.timestamp.sub(last);
        if (_elapsed >= PERIOD) return 0;
        return locked.mul(PERIOD - _elapsed).div(PERIOD); //~ BENIGN ARITHMETIC
    }

    function pool() public view returns (uint256) {
        return total.sub(lockedProfit()); //~ BENIGN STORAGE_READ counts what was brought, not the balance
    }

    function _gain(uint256 _profit) internal {
        locked = lockedProfit().add(_profit); //~ BENIGN STATE_MOD nothing of it is in the price yet
        last = block.timestamp;
        total = total.add(_profit);
    }
}

// an ether vault. who leaves waits in a queue for three days
contract QueueVault is IQueueVault, LockedProfit, ERC20, ReentrancyGuard {
    using SafeMath for uint256;
    using Address for address payable;

    uint256 public constant DELAY = 3 days;
    uint256 public constant MIN = 1e15;

    address public governance;
    address public strategist;
    mapping(address => uint256) public credit;
    mapping(address => uint256) public due;

    event Deposit(address indexed user, uint256 amount, uint256 shares);
    event Request(address indexed user, uint256 amount, uint256 shares);
    event Cancel(address indexed user, uint256 amount, uint256 shares);
    event Claim(address indexed user, address indexed to, uint256 amount);
    event Report(uint256 profit);

    constructor(address _strategist) public ERC20("Queue Vault Ether", "qvETH") {
        governance = msg.sender;
        strategist = _strategist;
    }

    function deposit(address _for) external payable override nonReentrant {
        require(msg.value >= MIN, "!min"); //~ BENIGN INPUT_VAL
        emit Deposit(_for, msg.value, _enter(_for, msg.value)); //~ UNRELATED EVENT_EMIT
    }

    function request(uint256 _shares) external override nonReentrant {
        require(_shares > 0, "!shares"); //~ BENIGN INPUT_VAL
        uint256 _amount = _shares.mul(pool()).div(totalSupply()); //~ BENIGN ARITHMETIC rounds down
        _burn(msg.sender, _shares); //~ BENIGN STATE_MOD
        total = total.sub(_amount);
        credit[msg.sender] = credit[msg.sender].add(_amount); //~ PREREQ STATE_MOD
        due[msg.sender] = block.timestamp.add(DELAY); //~ BENIGN TIMESTAMP for all that waits
        emit Request(msg.sender, _amount, _shares);
    }

    // back into the pool, at the price of now
    function cancel() external override {
        uint256 _amount = credit[msg.sender];
        require(_amount >= MIN, "!min"); //~ BENIGN INPUT_VAL
        credit[msg.sender] = 0; //~ BENIGN STATE_MOD
        emit Cancel(msg.sender, _amount, _enter(msg.sender, _amount));
    }

    function claim(address payable _to) external override nonReentrant { //~ BENIGN REENTRY_GUARD
        uint256 _amount = credit[msg.sender];
        require(_amount > 0, "!credit"); //~ BENIGN INPUT_VAL
        require(block.timestamp >= due[msg.sender], "!due"); //~ BENIGN TIMESTAMP
        credit[msg.sender] = 0; //~ BENIGN STATE_MOD before the payment
        _to.sendValue(_amount); //~ BENIGN FUND_XFER nothing is left to be taken twice
        emit Claim(msg.sender, _to, _amount);
    }

    function report() external payable override {
        require(msg.sender == strategist, "!strategist"); //~ BENIGN ACCESS_CTRL
        require(totalSupply() >= MIN, "!supply"); //~ BENIGN INPUT_VAL
        _gain(msg.value);
        emit Report(msg.value);
    }

    function setStrategist(address _strategist) external {
        require(msg.sender == governance, "!governance"); //~ BENIGN ACCESS_CTRL
        strategist = _strategist;
    }

    function setGovernance(address _governance) external {
        require(msg.sender == governance, "!governance"); //~ BENIGN ACCESS_CTRL
        governance = _governance;
    }

    function _enter(address _for, uint256 _amount) internal returns (uint256 _shares) {
        _shares = totalSupply() == 0 ? _amount : _amount.mul(totalSupply()).div(pool()); //~ BENIGN ARITHMETIC rounds down
        total = total.add(_amount); //~ BENIGN STATE_MOD
        _mint(_for, _shares);
    }
}
