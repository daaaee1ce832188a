// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";

interface IPool {
    function coin() external view returns (address);
    // takes coins of the caller, answers the shares that it made
    function join(uint256 _amount) external returns (uint256);
    // burns shares of the caller, answers the coins that it sent
    function exit(uint256 _shares, address _to) external returns (uint256);
}

// Balances of players, kept as shares of a lending pool while nobody plays for them.
contract PlayerVault is Ownable {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    IPool public immutable pool;
    IERC20 public immutable coin;

    bool public shut;
    uint256 public total;
    mapping(address => uint256) public shares;

    event Deposit(address indexed player, uint256 amount);
    event Withdraw(address indexed player, uint256 shares, uint256 amount);
    event Send(address indexed from, address indexed to, uint256 shares);
    event Shut(bool shut);

    constructor(address _pool) {
        require(_pool != address(0), "!pool"); //~ BENIGN INPUT_VAL
        pool = IPool(_pool);
        coin = IERC20(IPool(_pool).coin()); //~ BENIGN INIT
    }

    function deposit(uint256 _amount) external {
        require(!shut, "!open"); //~ BENIGN CTRL_FLOW
        require(_amount > 0, "!amount"); //~ BENIGN INPUT_VAL
        coin.safeTransferFrom(msg.sender, address(this), _amount); //~ BENIGN FUND_XFER
        coin.safeApprove(address(pool), 0);
        coin.safeApprove(address(pool), _amount); //~ BENIGN EXT_CALL
        uint256 made = pool.join(_amount); //~ BENIGN EXT_CALL
        shares[msg.sender] = shares[msg.sender].add(made); //~ BENIGN STATE_MOD
        total = total.add(made); //~ BENIGN STATE_MOD
        emit Deposit(msg.sender, _amount); //~ UNRELATED EVENT_EMIT
    }

    function withdraw(uint256 _shares) external {
        shares[msg.sender] = shares[msg.sender].sub(_shares, "!shares"); //~ BENIGN STATE_MOD
        total = total.sub(_shares); //~ BENIGN ARITHMETIC
        uint256 sent = pool.exit(_shares, msg.sender); //~ BENIGN FUND_XFER
        emit Withdraw(msg.sender, _shares, sent); //~ UNRELATED EVENT_EMIT
    }

    function send(address _to, uint256 _shares) external {
        require(_to != address(0), "!to"); //~ BENIGN INPUT_VAL
        shares[msg.sender] = shares[msg.sender].sub(_shares, "!shares"); //~ BENIGN STATE_MOD
        shares[_to] = shares[_to].add(_shares); //~ BENIGN STATE_MOD
        emit Send(msg.sender, _to, _shares); //~ UNRELATED EVENT_EMIT
    }

    function setShut(bool _shut) external onlyOwner { //~ BENIGN ACCESS_CTRL
        shut = _shut;
        emit Shut(_shut); //~ UNRELATED EVENT_EMIT
    }
}
