// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/// @title ICreditLines
/// @notice The states and events of credit lines.
interface ICreditLines {
    /// @notice The state of a line, in the order in which a line passes through them.
    enum Status {
        None,
        Closed,
        Requested,
        Approved,
        GoodStanding,
        Delayed
    }

    /**
     * @notice A line of credit.
     * @param status The state.
     * @param periodDays The length of a billing period.
     * @param missed How many bills in a row were not paid in time.
     * @param dueAt When the current bill is due, or zero before the first one.
     * @param limit The most that the borrower may owe in principal.
     * @param principal What the borrower owes in principal.
     * @param due What the bills up to now ask for and was not paid yet.
     */
    struct Line {
        Status status;
        uint32 periodDays;
        uint32 missed;
        uint64 dueAt;
        uint256 limit;
        uint256 principal;
        uint256 due;
    }

    /// @notice A borrower asked for a line.
    event CreditRequested(address indexed borrower, uint256 limit, uint32 periodDays);

    /// @notice The evaluation agent approved a line.
    event CreditApproved(address indexed borrower, uint256 limit);

    /// @notice A bill was issued.
    event BillIssued(address indexed borrower, uint256 due, uint64 dueAt, Status status);

    /// @notice A borrower drew on a line.
    event DrawdownMade(address indexed borrower, uint256 amount);

    /// @notice Somebody paid for a borrower.
    event PaymentMade(address indexed borrower, address indexed payer, uint256 amount);

    /// @notice A borrower closed a line.
    event CreditClosed(address indexed borrower);

    /// @notice The terms for new lines were set.
    event TermsSet(uint256 maxCreditLine, uint256 rateBps);
}
