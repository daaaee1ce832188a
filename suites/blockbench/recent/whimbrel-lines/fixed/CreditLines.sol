// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {ICreditLines} from "./context/ICreditLines.sol";

/**
 * @title CreditLines
 * @notice Lenders finance lines of credit without collateral. A borrower asks for a line, an evaluation agent looks at the
 * borrower off chain and approves it, and from then on the borrower draws and pays back as often as needed.
 */
contract CreditLines is AccessControl, ICreditLines {
    using SafeERC20 for IERC20;

    /// @notice The role that approves lines.
    bytes32 public constant EVALUATOR_ROLE = keccak256("EVALUATOR_ROLE");

    /// @notice The role that provides and withdraws liquidity.
    bytes32 public constant LENDER_ROLE = keccak256("LENDER_ROLE");

    /// @notice The longest billing period, in days.
    uint32 public constant MAX_PERIOD_DAYS = 90;

    /// @notice The highest rate of a period, in basis points.
    uint256 public constant MAX_RATE_BPS = 1_000;

    /// @notice The token that is lent.
    IERC20 public immutable token;

    /// @notice The most that a borrower can ask for.
    uint256 public maxCreditLine;

    /// @notice The interest of a period, in basis points of the principal.
    uint256 public rateBps;

    mapping(address borrower => Line) private _lines;

    /**
     * @notice Sets the token, the administrator and the first terms.
     * @param token_ The token.
     * @param admin The account that grants roles and sets terms.
     * @param maxCreditLine_ The most that a borrower can ask for.
     * @param rateBps_ The interest of a period.
     */
    constructor(IERC20 token_, address admin, uint256 maxCreditLine_, uint256 rateBps_) {
        token = token_;
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _setTerms(maxCreditLine_, rateBps_);
    }

    /**
     * @notice Sets the terms.
     * @param maxCreditLine_ The most that a borrower can ask for.
     * @param rateBps_ The interest of a period.
     */
    function setTerms(uint256 maxCreditLine_, uint256 rateBps_) external onlyRole(DEFAULT_ADMIN_ROLE) { //~ BENIGN ACCESS_CTRL
        _setTerms(maxCreditLine_, rateBps_);
    }

    /**
     * @notice Provides liquidity.
     * @param amount The amount.
     */
    function provide(uint256 amount) external onlyRole(LENDER_ROLE) {
        token.safeTransferFrom(msg.sender, address(this), amount);
    }

    /**
     * @notice Withdraws liquidity that is not lent out.
     * @param amount The amount.
     */
    function withdraw(uint256 amount) external onlyRole(LENDER_ROLE) { //~ BENIGN ACCESS_CTRL
        token.safeTransfer(msg.sender, amount);
    }

    /**
     * @notice Asks for a line. A line that was closed or not yet approved can be asked for anew.
     * @param limit The most that the caller wants to owe.
     * @param periodDays The length of a billing period.
     */
    function requestCredit(uint256 limit, uint32 periodDays) external {
        require(limit != 0 && limit <= maxCreditLine, "CreditLines: limit"); //~ BENIGN INPUT_VAL
        require(periodDays != 0 && periodDays <= MAX_PERIOD_DAYS, "CreditLines: period"); //~ BENIGN INPUT_VAL
        require(_lines[msg.sender].status < Status.Approved, "CreditLines: line in use"); //~ BENIGN CTRL_FLOW
        _lines[msg.sender] = Line(Status.Requested, periodDays, 0, 0, limit, 0, 0); //~ BENIGN STATE_MOD
        emit CreditRequested(msg.sender, limit, periodDays); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Approves a line, with a limit of the agent's choice.
     * @param borrower The borrower.
     * @param limit The limit.
     */
    function approveCredit(address borrower, uint256 limit) external onlyRole(EVALUATOR_ROLE) { //~ BENIGN ACCESS_CTRL
        Line storage line = _lines[borrower];
        require(line.status == Status.Requested, "CreditLines: nothing requested"); //~ BENIGN CTRL_FLOW
        line.status = Status.Approved;
        line.limit = limit;
        emit CreditApproved(borrower, limit);
    }

    /**
     * @notice Draws on the line of the caller. The first drawdown begins the first billing period.
     * @param amount The amount.
     */
    function drawdown(uint256 amount) external {
        Line storage line = _lines[msg.sender];
        if (line.status == Status.Approved) {
            line.status = Status.GoodStanding;
            line.dueAt = uint64(block.timestamp + line.periodDays * 1 days);
        }
        _issueBills(msg.sender);
        require(line.status == Status.GoodStanding, "CreditLines: not in good standing"); //~ BENIGN CTRL_FLOW
        line.principal += amount;
        require(line.principal <= line.limit, "CreditLines: above the limit"); //~ BENIGN INPUT_VAL
        emit DrawdownMade(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        token.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Pays for a borrower, first what is due and then principal.
     * @param borrower The borrower.
     * @param amount The most to pay.
     * @return paid What was paid.
     */
    function makePayment(address borrower, uint256 amount) external returns (uint256 paid) {
        _issueBills(borrower);
        Line storage line = _lines[borrower];
        uint256 interest = Math.min(amount, line.due);
        uint256 principal = Math.min(amount - interest, line.principal); //~ BENIGN ARITHMETIC never more than is owed
        line.due -= interest;
        line.principal -= principal;
        paid = interest + principal;
        emit PaymentMade(borrower, msg.sender, paid); //~ UNRELATED EVENT_EMIT
        token.safeTransferFrom(msg.sender, address(this), paid);
    }

    /**
     * @notice Brings the bills of a borrower up to date.
     * @param borrower The borrower.
     */
    function refreshAccount(address borrower) external {
        _issueBills(borrower); //~ BENIGN ACCESS_CTRL for everybody, the clock alone decides what changes
    }

    /// @notice Closes the line of the caller, on which nothing is owed.
    function closeCredit() external {
        _issueBills(msg.sender);
        Line storage line = _lines[msg.sender];
        require(line.principal == 0, "CreditLines: not paid"); //~ BENIGN INPUT_VAL
        line.status = Status.Closed;
        emit CreditClosed(msg.sender);
    }

    /**
     * @notice The line of a borrower, as it was last brought up to date.
     * @param borrower The borrower.
     * @return The line.
     */
    function lineOf(address borrower) external view returns (Line memory) {
        return _lines[borrower];
    }

    /**
     * @dev Issues the bill of a period that has ended. One that is not paid by the next delays the line.
     * @param borrower The borrower.
     */
    function _issueBills(address borrower) internal {
        Line storage line = _lines[borrower];
        if (line.status < Status.Approved || block.timestamp < line.dueAt) return; //~ BENIGN CTRL_FLOW only approved lines are billed
        if (line.due != 0) {
            line.missed += 1;
            line.status = Status.Delayed; //~ BENIGN STATE_MOD
        } else {
            line.missed = 0;
            line.status = Status.GoodStanding; //~ BENIGN STATE_MOD
        }
        line.due += (line.principal * rateBps) / 10_000;
        line.dueAt = uint64(block.timestamp + line.periodDays * 1 days); //~ BENIGN TIMESTAMP a late refresh only lengthens one period
        emit BillIssued(borrower, line.due, line.dueAt, line.status); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Sets the terms.
     * @param maxCreditLine_ The most that a borrower can ask for.
     * @param rateBps_ The interest of a period.
     */
    function _setTerms(uint256 maxCreditLine_, uint256 rateBps_) internal {
        require(rateBps_ <= MAX_RATE_BPS, "CreditLines: rate"); //~ BENIGN INPUT_VAL
        maxCreditLine = maxCreditLine_;
        rateBps = rateBps_;
        emit TermsSet(maxCreditLine_, rateBps_);
    }
}
