// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/math/Math.sol";
import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@3.4.2/utils/Address.sol";
import "@openzeppelin/contracts@3.4.2/utils/ReentrancyGuard.sol";

interface IStakeVault {
    function deposit() external payable;

    function withdraw(uint256 _amount) external;

    function claim(address payable _to) external;

    function restake() external;

    function notify() external payable;
}

// ether rewards, streamed over a week. waits while there are no shares
abstract contract RewardStream {
    using SafeMath for uint256;

    uint256 public constant PERIOD = 7 days;
    uint256 internal constant ONE = 1e18;

    uint256 public rate;
    uint256 public left;
    uint256 public last;
    uint256 public index;
    mapping(address => uint256) public seen;
    mapping(address => uint256) public owed;

    function earned(address _user) external view returns (uint256) {
        return owed[_user].add(_since(_user, _indexNow()));
    }

    function _total() internal view virtual returns (uint256);

    function _shares(address _user) internal view virtual returns (uint256);

    function _elapsed() internal view returns (uint256) {
        return Math.min(block.timestamp.sub(last), left); //~ BENIGN TIMESTAMP
    }

    function _indexNow() internal view returns (uint256) {
        uint256 _supply = _total();
        if (_supply == 0) return index;
        return index.add(rate.mul(_elapsed()).mul(ONE).div(_supply)); //~ BENIGN ARITHMETIC rounds down
    }

    function _since(address _user, uint256 _index) internal view returns (uint256) {
        return _shares(_user).mul(_index.sub(seen[_user])).div(ONE); //~ BENIGN ARITHMETIC rounds down
    }

    function _update() internal {
        if (_total() > 0) {
            index = _indexNow();
            left = left.sub(_elapsed()); //~ BENIGN STATE_MOD
        }
        last = block.timestamp;
    }

    function _settle(address _user) internal {
        if (_user == address(0)) return;
        owed[_user] = owed[_user].add(_since(_user, index)); //~ BENIGN STATE_MOD
        seen[_user] = index; //~ BENIGN STATE_MOD
    }

    function _extend(uint256 _amount) internal {
        _update();
        rate = rate.mul(left).add(_amount).div(PERIOD); //~ BENIGN ARITHMETIC what is left is spread again
        require(rate > 0, "!rate"); //~ BENIGN INPUT_VAL
        left = PERIOD;
    }
}

// one share for each wei that is staked
contract StakeVault is IStakeVault, RewardStream, ERC20, ReentrancyGuard {
    using SafeMath for uint256;
    using Address for address payable;

    address public governance;
    address public strategist;

    event Deposit(address indexed user, uint256 amount);
    event Withdraw(address indexed user, uint256 amount);
    event Claim(address indexed user, address indexed to, uint256 amount);
    event Restake(address indexed user, uint256 amount);
    event Notify(uint256 amount);

    constructor(address _strategist) public ERC20("Staked Ether", "stkETH") {
        governance = msg.sender; //~ BENIGN INIT
        strategist = _strategist;
        last = block.timestamp;
    }

    function deposit() external payable override nonReentrant {
        require(msg.value > 0, "!value"); //~ BENIGN INPUT_VAL
        _mint(msg.sender, msg.value); //~ BENIGN STATE_MOD
        emit Deposit(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    function withdraw(uint256 _amount) external override nonReentrant { //~ BENIGN REENTRY_GUARD
        require(_amount > 0, "!amount"); //~ BENIGN INPUT_VAL
        _burn(msg.sender, _amount); //~ BENIGN STATE_MOD
        msg.sender.sendValue(_amount); //~ BENIGN FUND_XFER the shares are burned already
        emit Withdraw(msg.sender, _amount);
    }

    function claim(address payable _to) external override nonReentrant { //~ BENIGN REENTRY_GUARD
        _update();
        _settle(msg.sender);
        uint256 _amount = owed[msg.sender];
        require(_amount > 0, "!owed"); //~ BENIGN INPUT_VAL
        owed[msg.sender] = 0;
        _to.sendValue(_amount); //~ BENIGN EXT_CALL
        emit Claim(msg.sender, _to, _amount);
    }

    // sends no ether
    function restake() external override {
        _update();
        _settle(msg.sender);
        uint256 _amount = owed[msg.sender]; //~ BENIGN STORAGE_READ
        require(_amount > 0, "!owed"); //~ BENIGN INPUT_VAL
        owed[msg.sender] = 0;
        _mint(msg.sender, _amount); //~ BENIGN STATE_MOD
        emit Restake(msg.sender, _amount);
    }

    function notify() external payable override {
        require(msg.sender == strategist, "!strategist"); //~ BENIGN ACCESS_CTRL
        _extend(msg.value);
        emit Notify(msg.value);
    }

    function setStrategist(address _strategist) external {
        require(msg.sender == governance, "!governance"); //~ BENIGN ACCESS_CTRL
        strategist = _strategist;
    }

    function setGovernance(address _governance) external {
        require(msg.sender == governance, "!governance"); //~ BENIGN ACCESS_CTRL
        governance = _governance;
    }

    function _total() internal view override returns (uint256) {
        return totalSupply();
    }

    function _shares(address _user) internal view override returns (uint256) {
        return balanceOf(_user);
    }

    function _beforeTokenTransfer(address _from, address _to, uint256) internal override {
        _update(); //~ BENIGN CTRL_FLOW
        _settle(_from);
        _settle(_to);
    }
}
