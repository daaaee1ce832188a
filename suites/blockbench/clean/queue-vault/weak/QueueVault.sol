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
        return locked.mul(PERIOD - _elapsed).div(PERIOD);
    }

    function pool() public view returns (uint256) {
        return total.sub(lockedProfit());
    }

    function _gain(uint256 _profit) internal {
        locked = lockedProfit().add(_profit);
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
        require(msg.value >= MIN, "!min");
        emit Deposit(_for, msg.value, _enter(_for, msg.value));
    }

    function request(uint256 _shares) external override nonReentrant {
        require(_shares > 0, "!shares");
        uint256 _amount = _shares.mul(pool()).div(totalSupply());
        _burn(msg.sender, _shares);
        total = total.sub(_amount);
        credit[msg.sender] = credit[msg.sender].add(_amount);
        due[msg.sender] = block.timestamp.add(DELAY);
        emit Request(msg.sender, _amount, _shares);
    }

    // back into the pool, at the price of now
    function cancel() external override {
        uint256 _amount = credit[msg.sender];
        require(_amount >= MIN, "!min");
        credit[msg.sender] = 0;
        emit Cancel(msg.sender, _amount, _enter(msg.sender, _amount));
    }

    function claim(address payable _to) external override nonReentrant {
        uint256 _amount = credit[msg.sender];
        require(_amount > 0, "!credit");
        require(block.timestamp >= due[msg.sender], "!due");
        _to.sendValue(_amount);
        credit[msg.sender] = 0;
        emit Claim(msg.sender, _to, _amount);
    }

    function report() external payable override {
        require(msg.sender == strategist, "!strategist");
        require(totalSupply() >= MIN, "!supply");
        _gain(msg.value);
        emit Report(msg.value);
    }

    function setStrategist(address _strategist) external {
        require(msg.sender == governance, "!governance");
        strategist = _strategist;
    }

    function setGovernance(address _governance) external {
        require(msg.sender == governance, "!governance");
        governance = _governance;
    }

    function _enter(address _for, uint256 _amount) internal returns (uint256 _shares) {
        _shares = totalSupply() == 0 ? _amount : _amount.mul(totalSupply()).div(pool());
        total = total.add(_amount);
        _mint(_for, _shares);
    }
}
