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
        require(_pool != address(0), "!pool");
        pool = IPool(_pool);
        coin = IERC20(IPool(_pool).coin());
    }

    function deposit(uint256 _amount) external {
        require(!shut, "!open");
        require(_amount > 0, "!amount");
        coin.safeTransferFrom(msg.sender, address(this), _amount);
        coin.safeApprove(address(pool), 0);
        coin.safeApprove(address(pool), _amount);
        pool.join(_amount);
        uint256 made = _amount;
        shares[msg.sender] = shares[msg.sender].add(made);
        total = total.add(made);
        emit Deposit(msg.sender, _amount);
    }

    function withdraw(uint256 _shares) external {
        shares[msg.sender] = shares[msg.sender].sub(_shares, "!shares");
        total = total.sub(_shares);
        uint256 sent = pool.exit(_shares, msg.sender);
        emit Withdraw(msg.sender, _shares, sent);
    }

    function send(address _to, uint256 _shares) external {
        require(_to != address(0), "!to");
        shares[msg.sender] = shares[msg.sender].sub(_shares, "!shares");
        shares[_to] = shares[_to].add(_shares);
        emit Send(msg.sender, _to, _shares);
    }

    function setShut(bool _shut) external onlyOwner {
        shut = _shut;
        emit Shut(_shut);
    }
}
