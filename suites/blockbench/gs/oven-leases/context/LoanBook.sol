// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.24;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/// @title LoanBook
/// @notice Offers, open loans, and the interest that runs on them.
/// @dev Moves no tokens. A borrower pays the interest of the whole term when it draws; it then runs second by second.
abstract contract LoanBook {
    enum Stage {
        Offered,
        Cancelled,
        Open,
        Repaid
    }

    struct Loan {
        address borrower;
        Stage stage;
        uint64 term;
        uint128 principal;
        uint128 ratePerSecond;
        uint64 offeredAt;
        uint64 accruedUntil;
        uint64 end;
    }

    /// @notice How long an offer stands.
    uint256 public constant OFFER_PERIOD = 7 days;
    uint256 public constant MAXIMUM_TERM = 730 days;
    /// @dev Bounds the loop of an accrual.
    uint256 public constant MAXIMUM_OPEN = 16;

    /// @notice Principal that is out with borrowers.
    uint256 public lent;
    mapping(address borrower => uint256) public limitOf;
    mapping(address borrower => uint256) public debtOf;

    Loan[] private _loans;
    uint256[] private _openLoans;

    event BorrowerSet(address indexed borrower, uint256 limit);
    event LoanOffered(uint256 indexed loanId, address indexed borrower, uint256 principal, uint256 ratePerSecond, uint256 term);
    event LoanCancelled(uint256 indexed loanId);
    event LoanOpened(uint256 indexed loanId, uint256 interest, uint256 end);
    event LoanRepaid(uint256 indexed loanId, uint256 refund);

    error NotBorrower(address caller);
    error WrongStage(uint256 loanId, Stage stage);
    error OfferExpired(uint256 loanId);
    error BadTerms(uint256 principal, uint256 term);
    error LimitExceeded(uint256 debt, uint256 limit);
    error TooManyLoans(uint256 open);

    function loan(uint256 loanId) external view returns (Loan memory) {
        return _loans[loanId];
    }

    function openLoans() external view returns (uint256[] memory) {
        return _openLoans;
    }

    function loanCount() external view returns (uint256) {
        return _loans.length;
    }

    /// @notice Interest that has run since it was last distributed.
    function accrued() public view returns (uint256 amount) {
        for (uint256 i = 0; i < _openLoans.length; ++i) {
            Loan storage item = _loans[_openLoans[i]];
            amount += (Math.min(block.timestamp, item.end) - item.accruedUntil) * item.ratePerSecond;
        }
    }

    /// @dev Called before the set of open loans changes.
    function _beforeLoansChange() internal virtual;

    function _accrue() internal returns (uint256 amount) {
        amount = accrued();
        for (uint256 i = 0; i < _openLoans.length; ++i) {
            Loan storage item = _loans[_openLoans[i]];
            item.accruedUntil = uint64(Math.min(block.timestamp, item.end));
        }
    }

    function _setBorrower(address borrower, uint256 limit) internal {
        limitOf[borrower] = limit;
        emit BorrowerSet(borrower, limit);
    }

    function _offer(address borrower, uint128 principal, uint128 ratePerSecond, uint64 term) internal returns (uint256 loanId) {
        if (principal == 0 || term == 0 || term > MAXIMUM_TERM) revert BadTerms(principal, term);
        loanId = _loans.length;
        _loans.push(Loan(borrower, Stage.Offered, term, principal, ratePerSecond, uint64(block.timestamp), 0, 0));
        emit LoanOffered(loanId, borrower, principal, ratePerSecond, term);
    }

    function _cancel(uint256 loanId) internal {
        Loan storage item = _loans[loanId];
        if (item.stage != Stage.Offered) revert WrongStage(loanId, item.stage);
        item.stage = Stage.Cancelled;
        emit LoanCancelled(loanId);
    }

    function _open(uint256 loanId) internal returns (uint256 principal, uint256 interest) {
        Loan storage item = _loans[loanId];
        if (msg.sender != item.borrower) revert NotBorrower(msg.sender);
        if (item.stage != Stage.Offered) revert WrongStage(loanId, item.stage);
        if (block.timestamp > item.offeredAt + OFFER_PERIOD) revert OfferExpired(loanId);
        if (_openLoans.length >= MAXIMUM_OPEN) revert TooManyLoans(_openLoans.length);
        principal = item.principal;
        uint256 debt = debtOf[msg.sender] + principal;
        if (debt > limitOf[msg.sender]) revert LimitExceeded(debt, limitOf[msg.sender]);
        _beforeLoansChange();
        interest = uint256(item.ratePerSecond) * item.term;
        item.stage = Stage.Open;
        item.accruedUntil = uint64(block.timestamp);
        item.end = uint64(block.timestamp) + item.term;
        debtOf[msg.sender] = debt;
        lent += principal;
        _openLoans.push(loanId);
        emit LoanOpened(loanId, interest, item.end);
    }

    function _close(uint256 loanId) internal returns (uint256 principal, uint256 refund) {
        Loan storage item = _loans[loanId];
        if (msg.sender != item.borrower) revert NotBorrower(msg.sender);
        if (item.stage != Stage.Open) revert WrongStage(loanId, item.stage);
        _beforeLoansChange();
        principal = item.principal;
        refund = uint256(item.end - item.accruedUntil) * item.ratePerSecond;
        item.stage = Stage.Repaid;
        debtOf[msg.sender] -= principal;
        lent -= principal;
        uint256 last = _openLoans.length - 1;
        for (uint256 i = 0; i < last; ++i) {
            if (_openLoans[i] == loanId) _openLoans[i] = _openLoans[last];
        }
        _openLoans.pop();
        emit LoanRepaid(loanId, refund);
    }
}
