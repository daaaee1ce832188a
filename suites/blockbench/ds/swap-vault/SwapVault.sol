// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/SafeERC20.sol";

interface IExchange {
    // what an amount of coin is worth at the present rate
    function quote(uint256 amount) external view returns (uint256);

    // takes the coin from the caller, sends want and returns how much
    function swap(uint256 amount, address to) external returns (uint256);
}

// Keeps want for its owners, who may also pay in coin.
contract SwapVault is Ownable {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    IERC20 public immutable want;
    IERC20 public immutable coin;
    IExchange public exchange;

    uint256 public total;
    mapping(address => uint256) public balances;

    event Deposit(address indexed who, uint256 amount);
    event Buy(address indexed who, uint256 paid, uint256 amount);
    event Withdraw(address indexed who, uint256 amount);

    constructor(IERC20 _want, IERC20 _coin, IExchange _exchange) public {
        require(_want != _coin, "!coin"); //~ BENIGN INIT
        want = _want;
        coin = _coin;
        exchange = _exchange;
    }

    // coin is never kept, so nothing moves with the exchange
    function setExchange(IExchange _exchange) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(address(_exchange) != address(0), "!exchange"); //~ BENIGN INPUT_VAL
        exchange = _exchange;
    }

    function deposit(uint256 _amount) external {
        require(_amount > 0, "!amount"); //~ BENIGN INPUT_VAL
        want.safeTransferFrom(msg.sender, address(this), _amount); //~ BENIGN FUND_XFER
        _credit(msg.sender, _amount);
        emit Deposit(msg.sender, _amount); //~ UNRELATED EVENT_EMIT
    }

    function buy(uint256 _amount, uint256 _min) external {
        coin.safeTransferFrom(msg.sender, address(this), _amount); //~ BENIGN FUND_XFER
        coin.safeApprove(address(exchange), _amount); //~ DECOY EXT_CALL the exchange uses all of it, so the next approval starts from zero
        uint256 bought = exchange.quote(_amount); //~ ROOT_CAUSE EXT_CALL a price in the place of the proceeds
        exchange.swap(_amount, address(this)); //~ ROOT_CAUSE EXT_CALL what it answers goes nowhere
        require(bought >= _min, "!min"); //~ INSUFF_GUARD INPUT_VAL compares the price
        _credit(msg.sender, bought); //~ PREREQ STATE_MOD
        emit Buy(msg.sender, _amount, bought); //~ UNRELATED EVENT_EMIT
    }

    function withdraw(uint256 _amount) external {
        balances[msg.sender] = balances[msg.sender].sub(_amount, "!balance"); //~ BENIGN ARITHMETIC
        total = total.sub(_amount); //~ BENIGN ARITHMETIC
        want.safeTransfer(msg.sender, _amount); //~ PREREQ FUND_XFER out of what all have
        emit Withdraw(msg.sender, _amount); //~ UNRELATED EVENT_EMIT
    }

    function _credit(address _who, uint256 _amount) internal {
        balances[_who] = balances[_who].add(_amount); //~ BENIGN ARITHMETIC
        total = total.add(_amount);
    }
}
