// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/Math.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";

/// A deposit for a fixed term earns a bonus of one per cent for every thirty days, up to twenty per cent. The bonus of every
/// deposit is set aside from the reserve when the deposit is made.
contract TermDeposits {
    using SafeMath for uint256;
    using SafeERC20 for IERC20;

    struct TermDeposit {
        address saver;
        uint256 principal;
        uint256 bonus;
        uint256 due;
    }

    uint256 public constant MINIMUM_DAYS = 30;
    uint256 public constant MAXIMUM_BONUS_PERCENT = 20;

    IERC20 public immutable coin;
    uint256 public reserve;
    TermDeposit[] public termDeposits;

    event ReserveFilled(address indexed sponsor, uint256 amount);
    event DepositMade(uint256 indexed number, address indexed saver, uint256 principal, uint256 bonus, uint256 due);
    event DepositPaid(uint256 indexed number, uint256 amount);
    event TermEnded(uint256 indexed number, uint256 amount);

    constructor(IERC20 depositCoin) {
        require(address(depositCoin) != address(0), "A coin is needed."); //~ BENIGN INIT
        coin = depositCoin;
    }

    /// Anybody may add to the reserve from which bonuses are paid. What is added belongs to the savers.
    function fillReserve(uint256 amount) external {
        reserve = reserve.add(receiveCoins(amount)); //~ DECOY ACCESS_CTRL a gift, which nobody takes back
        emit ReserveFilled(msg.sender, amount);
    }

    /// Makes a deposit for a number of days.
    function deposit(uint256 amount, uint256 numberOfDays) external returns (uint256 number) {
        require(numberOfDays >= MINIMUM_DAYS, "The term is too short."); //~ BENIGN INPUT_VAL
        uint256 principal = receiveCoins(amount); //~ BENIGN FUND_XFER
        uint256 percent = Math.min(numberOfDays / 30, MAXIMUM_BONUS_PERCENT); //~ PREREQ ARITHMETIC
        uint256 bonus = principal.mul(percent).div(100); //~ BENIGN ARITHMETIC
        reserve = reserve.sub(bonus, "The reserve is too small."); //~ BENIGN STATE_MOD
        uint256 due = block.timestamp + numberOfDays * 1 days; //~ ROOT_CAUSE ARITHMETIC
        number = termDeposits.length;
        termDeposits.push(TermDeposit(msg.sender, principal, bonus, due)); //~ BENIGN STATE_MOD
        emit DepositMade(number, msg.sender, principal, bonus, due); //~ UNRELATED EVENT_EMIT
    }

    /// Pays a deposit that is due, with its bonus.
    function collect(uint256 number) external {
        TermDeposit memory entry = termDeposits[number];
        require(entry.saver == msg.sender, "The deposit is not yours."); //~ BENIGN ACCESS_CTRL
        require(block.timestamp >= entry.due, "The deposit is not due."); //~ PREREQ TIMESTAMP
        delete termDeposits[number]; //~ BENIGN STATE_MOD
        coin.safeTransfer(msg.sender, entry.principal.add(entry.bonus)); //~ PREREQ FUND_XFER
        emit DepositPaid(number, entry.principal.add(entry.bonus)); //~ UNRELATED EVENT_EMIT
    }

    /// Pays a deposit back before it is due, without its bonus, which returns to the reserve.
    function breakTerm(uint256 number) external {
        TermDeposit memory entry = termDeposits[number];
        require(entry.saver == msg.sender, "The deposit is not yours."); //~ BENIGN ACCESS_CTRL
        delete termDeposits[number]; //~ BENIGN STATE_MOD
        reserve = reserve.add(entry.bonus); //~ BENIGN STATE_MOD
        coin.safeTransfer(msg.sender, entry.principal); //~ BENIGN FUND_XFER
        emit TermEnded(number, entry.principal); //~ UNRELATED EVENT_EMIT
    }

    /// Takes coins from the caller and returns how many have arrived.
    function receiveCoins(uint256 amount) private returns (uint256 arrived) {
        uint256 balanceBefore = coin.balanceOf(address(this));
        coin.safeTransferFrom(msg.sender, address(this), amount);
        arrived = coin.balanceOf(address(this)).sub(balanceBefore);
        require(arrived > 0, "Nothing has arrived."); //~ BENIGN INPUT_VAL
    }
}
