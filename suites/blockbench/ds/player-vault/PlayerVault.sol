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
        pool.join(_amount); //~ ROOT_CAUSE EXT_CALL answers how many shares there are
        uint256 made = _amount; //~ ROOT_CAUSE ARITHMETIC coins, where shares are meant
        shares[msg.sender] = shares[msg.sender].add(made); //~ PREREQ STATE_MOD
        total = total.add(made); //~ PREREQ STATE_MOD
        emit Deposit(msg.sender, _amount); //~ UNRELATED EVENT_EMIT
    }

    function withdraw(uint256 _shares) external {
        shares[msg.sender] = shares[msg.sender].sub(_shares, "!shares"); //~ BENIGN STATE_MOD
        total = total.sub(_shares); //~ BENIGN ARITHMETIC
        uint256 sent = pool.exit(_shares, msg.sender); //~ PREREQ FUND_XFER at the pool's price, out of everybody's shares
        emit Withdraw(msg.sender, _shares, sent); //~ UNRELATED EVENT_EMIT
    }

    function send(address _to, uint256 _shares) external {
        require(_to != address(0), "!to"); //~ BENIGN INPUT_VAL //~ INSUFF_GUARD#2 INPUT_VAL lets the caller itself pass
        uint256 left = shares[msg.sender].sub(_shares, "!shares");
        uint256 theirs = shares[_to].add(_shares); //~ SECONDARY_VULN#2 STORAGE_READ before anything is written, and both may be one account
        shares[msg.sender] = left;
        shares[_to] = theirs; //~ SECONDARY_VULN#2 STATE_MOD overwrites the line above for an account that sends to itself
        emit Send(msg.sender, _to, _shares); //~ UNRELATED EVENT_EMIT
    }

    function setShut(bool _shut) external onlyOwner { //~ BENIGN ACCESS_CTRL
        shut = _shut;
        emit Shut(_shut); //~ UNRELATED EVENT_EMIT
    }
}
