// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";

import {Loan, State} from "../Types.sol";
import {ILoanDesk} from "../interfaces/ICore.sol";

/// Repays loans of people who are asleep. A borrower leaves an order and an allowance; near the due date anybody carries
/// it out for a tip, and takes no more than the order says. An order ends with its loan, also when that is refinanced.
contract StandingOrders {
    using SafeERC20 for IERC20;

    struct Order {
        address payer;
        uint64 lead; // seconds before the due date, which is the present one where the loan was amended
        uint256 mostDebt;
        uint256 tip;
    }

    /// Orders can be carried out at most this long before the loan is due.
    uint256 public constant MOST_LEAD = 7 days;

    ILoanDesk public immutable desk;

    mapping(uint256 => Order) private orders;

    constructor(ILoanDesk desk_) {
        desk = desk_;
    }

    /// Orders the repayment of a loan of the caller, in place of a former order.
    /// @param lead seconds before the due date from which on it is repaid
    /// @param mostDebt that the caller is ready to pay
    /// @param tip for whoever carries it out
    function order(uint256 loanId, uint256 lead, uint256 mostDebt, uint256 tip) external {
        Loan memory loan = desk.loanOf(loanId);
        require(loan.state == State.Running && loan.borrower == msg.sender, "not your loan");
        require(lead <= MOST_LEAD, "lead too long");
        orders[loanId] = Order(msg.sender, uint64(lead), mostDebt, tip);
        emit Ordered(loanId, msg.sender, mostDebt, tip);
    }

    function withdrawOrder(uint256 loanId) external {
        require(orders[loanId].payer == msg.sender, "not your order");
        delete orders[loanId];
        emit OrderWithdrawn(loanId);
    }

    /// Carries an order out. The caller gets the tip.
    function execute(uint256 loanId) external returns (uint256 paid) {
        Order memory o = orders[loanId];
        require(o.payer != address(0), "no order");
        Loan memory loan = desk.loanOf(loanId);
        require(block.timestamp + o.lead >= loan.dueAt, "too early");
        paid = desk.debtOf(loanId);
        require(paid <= o.mostDebt, "too much debt");
        delete orders[loanId];
        IERC20 currency = IERC20(loan.currency);
        currency.safeTransferFrom(o.payer, address(this), paid);
        currency.safeApprove(address(desk), 0);
        currency.safeApprove(address(desk), paid);
        desk.repay(loanId);
        if (o.tip > 0) currency.safeTransferFrom(o.payer, msg.sender, o.tip);
        emit Executed(loanId, msg.sender, paid, o.tip);
    }

    function orderOf(uint256 loanId) external view returns (Order memory) {
        return orders[loanId];
    }

    event Ordered(uint256 indexed loanId, address indexed payer, uint256 mostDebt, uint256 tip);
    event OrderWithdrawn(uint256 indexed loanId);
    event Executed(uint256 indexed loanId, address indexed caller, uint256 paid, uint256 tip);
}
