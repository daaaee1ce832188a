// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import {IERC1155} from "@openzeppelin/contracts@4.9.6/token/ERC1155/IERC1155.sol";
import {ERC1155Holder} from "@openzeppelin/contracts@4.9.6/token/ERC1155/utils/ERC1155Holder.sol";
import {Ownable2Step} from "@openzeppelin/contracts@4.9.6/access/Ownable2Step.sol";

/// @notice Lends cash against warehouse warrants, which are ERC-1155 items with one identifier per metal.
/// @dev The cash token is a plain ERC-20 that charges nothing for a transfer.
contract WarrantLoans is ERC1155Holder, Ownable2Step {
    using SafeERC20 for IERC20;

    error NothingGiven();
    error NotBorrower(address borrower);
    error OverLimit(uint256 debt, uint256 limit);
    error NotBefore(uint256 time);
    error Due(uint256 time);

    struct Loan {
        address borrower;
        uint256 metal;
        uint256 count;
        uint256 debt;
        uint256 due;
    }

    uint256 public constant TERM = 60 days;
    uint256 public constant FEE_BPS = 200;

    IERC1155 public immutable warrants;
    IERC20 public immutable cash;
    uint256 public lastLoan;
    mapping(uint256 => uint256) public rates;
    mapping(uint256 => Loan) public loans;

    event RateSet(uint256 indexed metal, uint256 rate);
    event Pledged(uint256 indexed id, address indexed borrower, uint256 metal, uint256 count);
    event Drawn(uint256 indexed id, uint256 amount, uint256 fee);
    event Repaid(uint256 indexed id, uint256 amount);
    event Closed(uint256 indexed id, address indexed recipient);

    constructor(IERC1155 items, IERC20 token) {
        if (address(items) == address(0) || address(token) == address(0)) revert NothingGiven(); //~ BENIGN INPUT_VAL
        warrants = items;
        cash = token;
    }

    /// @notice Sets what is lent on one warrant of a metal.
    function setRate(uint256 metal, uint256 rate) external onlyOwner { //~ BENIGN ACCESS_CTRL
        rates[metal] = rate;
        emit RateSet(metal, rate);
    }

    /// @notice Takes idle cash out of the desk.
    function withdraw(uint256 amount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        cash.safeTransfer(msg.sender, amount);
    }

    /// @notice Pledges warrants for a loan of 60 days and draws a first amount.
    function pledge(uint256 metal, uint256 count, uint256 amount) external returns (uint256 id) {
        if (count == 0) revert NothingGiven(); //~ BENIGN INPUT_VAL
        id = ++lastLoan;
        loans[id] = Loan(msg.sender, metal, count, 0, block.timestamp + TERM); //~ BENIGN STATE_MOD
        emit Pledged(id, msg.sender, metal, count); //~ UNRELATED EVENT_EMIT
        warrants.safeTransferFrom(msg.sender, address(this), metal, count, ""); //~ DECOY EXT_CALL it comes in, and calls this contract alone
        draw(id, amount);
    }

    /// @notice Draws more on a loan, up to the limit that its warrants give today.
    function draw(uint256 id, uint256 amount) public {
        Loan storage loan = loans[id];
        if (msg.sender != loan.borrower) revert NotBorrower(loan.borrower); //~ BENIGN ACCESS_CTRL
        if (block.timestamp > loan.due) revert Due(loan.due); //~ BENIGN TIMESTAMP
        uint256 fee = (amount * FEE_BPS + 9_999) / 10_000; //~ BENIGN ARITHMETIC
        uint256 limit = loan.count * rates[loan.metal]; //~ PREREQ STORAGE_READ it goes by the record
        if (loan.debt + amount + fee > limit) revert OverLimit(loan.debt + amount + fee, limit); //~ BENIGN INPUT_VAL
        loan.debt += amount + fee; //~ BENIGN STATE_MOD
        emit Drawn(id, amount, fee); //~ UNRELATED EVENT_EMIT
        cash.safeTransfer(msg.sender, amount); //~ PREREQ FUND_XFER
    }

    /// @notice Pays a part of a debt. Anyone may.
    function repay(uint256 id, uint256 amount) external {
        if (amount == 0) revert NothingGiven(); //~ BENIGN INPUT_VAL
        loans[id].debt -= amount; //~ DECOY ARITHMETIC the compiler looks after the subtraction
        emit Repaid(id, amount);
        cash.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @notice Pays what is left of the debt and returns the warrants.
    function redeem(uint256 id) external {
        Loan memory loan = loans[id];
        if (msg.sender != loan.borrower) revert NotBorrower(loan.borrower); //~ BENIGN ACCESS_CTRL
        cash.safeTransferFrom(msg.sender, address(this), loan.debt); //~ BENIGN FUND_XFER
        emit Closed(id, msg.sender);
        warrants.safeTransferFrom(address(this), msg.sender, loan.metal, loan.count, ""); //~ ROOT_CAUSE EXT_CALL the record is complete while the borrower runs
        delete loans[id]; //~ ROOT_CAUSE STATE_MOD
    }

    /// @notice Takes the warrants of a loan that is overdue.
    function claim(uint256 id, address recipient) external onlyOwner { //~ BENIGN ACCESS_CTRL
        Loan memory loan = loans[id];
        if (loan.count == 0) revert NothingGiven(); //~ BENIGN INPUT_VAL
        if (block.timestamp <= loan.due) revert NotBefore(loan.due); //~ BENIGN TIMESTAMP
        delete loans[id]; //~ BENIGN STATE_MOD
        emit Closed(id, recipient);
        warrants.safeTransferFrom(address(this), recipient, loan.metal, loan.count, "");
    }
}
