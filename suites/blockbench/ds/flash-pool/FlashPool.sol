// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";

/// @notice What a borrower has to offer.
interface IBorrower {
    /// @notice Is called with the borrowed ether, which has to be back, with the fee, when it ends.
    function onLoan(uint256 amount, uint256 fee) external payable;
}

/// @notice A pool of ether that lends within one transaction. Fees are shared among the depositors by their deposits.
contract FlashPool is ReentrancyGuard {
    using Address for address payable;

    error NothingGiven();
    error TooMuch(uint256 available);
    error NotRepaid(uint256 missing);

    uint256 public constant FEE_BPS = 9;
    uint256 private constant UNIT = 1e18;

    uint256 public total;
    uint256 public perDeposit;
    mapping(address => uint256) public deposits;
    mapping(address => uint256) public paidPerDeposit;
    mapping(address => uint256) public fees;

    event Deposited(address indexed account, uint256 amount);
    event Withdrawn(address indexed account, uint256 amount);
    event FeesPaid(address indexed account, uint256 amount);
    event Lent(address indexed borrower, uint256 amount, uint256 fee);

    /// @notice Takes ether in repayment of a loan.
    receive() external payable {}

    /// @notice Deposits ether.
    function deposit() external payable { //~ ROOT_CAUSE REENTRY_GUARD open during a loan
        require(msg.value > 0, NothingGiven()); //~ BENIGN INPUT_VAL
        _settle(msg.sender);
        deposits[msg.sender] += msg.value; //~ PREREQ STATE_MOD
        total += msg.value; //~ BENIGN STATE_MOD
        emit Deposited(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Withdraws a part of one's deposit.
    function withdraw(uint256 amount) external nonReentrant { //~ BENIGN REENTRY_GUARD
        require(amount <= deposits[msg.sender], TooMuch(deposits[msg.sender])); //~ BENIGN INPUT_VAL
        _settle(msg.sender);
        deposits[msg.sender] -= amount; //~ BENIGN STATE_MOD
        total -= amount; //~ BENIGN STATE_MOD
        emit Withdrawn(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        payable(msg.sender).sendValue(amount); //~ PREREQ FUND_XFER
    }

    /// @notice Pays out one's share of the fees.
    function takeFees() external nonReentrant { //~ BENIGN REENTRY_GUARD
        _settle(msg.sender);
        uint256 amount = fees[msg.sender];
        require(amount > 0, NothingGiven()); //~ BENIGN INPUT_VAL
        fees[msg.sender] = 0; //~ BENIGN STATE_MOD
        emit FeesPaid(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        payable(msg.sender).sendValue(amount); //~ BENIGN FUND_XFER
    }

    /// @notice Lends ether to the caller for the time of one call.
    function lend(uint256 amount) external nonReentrant { //~ DECOY REENTRY_GUARD the loan calls back on purpose
        require(amount > 0 && amount <= total, TooMuch(total)); //~ BENIGN INPUT_VAL
        uint256 fee = (amount * FEE_BPS + 9_999) / 10_000; //~ BENIGN ARITHMETIC
        uint256 before = address(this).balance;
        IBorrower(msg.sender).onLoan{value: amount}(amount, fee); //~ PREREQ EXT_CALL
        uint256 owed = before + fee;
        require(address(this).balance >= owed, NotRepaid(owed - address(this).balance)); //~ PREREQ INPUT_VAL
        perDeposit += (fee * UNIT) / total; //~ BENIGN ARITHMETIC
        emit Lent(msg.sender, amount, fee); //~ UNRELATED EVENT_EMIT
    }

    function _settle(address account) private {
        fees[account] += (deposits[account] * (perDeposit - paidPerDeposit[account])) / UNIT; //~ BENIGN ARITHMETIC
        paidPerDeposit[account] = perDeposit; //~ BENIGN STATE_MOD
    }
}
