// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {PoolRoles} from "./PoolRoles.sol";

/**
 * @title LoanBook
 * @notice Loans with a fixed interest against collateral, offered by a manager to one borrower each.
 */
abstract contract LoanBook is PoolRoles {
    using SafeERC20 for IERC20;

    /// @notice The states of a loan.
    enum Status {
        NONE,
        OFFERED,
        ACTIVE,
        CLOSED
    }

    /// @notice The terms of a loan and its state.
    struct Loan {
        address borrower;
        uint256 principal;
        uint256 interest;
        uint256 collateral;
        uint256 term;
        uint256 due;
        Status status;
    }

    /// @notice The longest term of a loan.
    uint256 public constant MAX_TERM = 730 days;

    /// @notice The token that borrowers leave as collateral.
    IERC20 public collateralToken;

    /// @notice What is lent to all borrowers.
    uint256 public totalLent;

    /// @notice What may be lent to a borrower at a time.
    mapping(address borrower => uint256) public limitOf;

    /// @notice What is lent to a borrower.
    mapping(address borrower => uint256) public lentTo;

    /// @notice How many loans were offered.
    uint256 public loanCount;

    /// @notice The loans by their numbers, which begin with one.
    mapping(uint256 loanId => Loan) public loans;

    /// @notice An administrator set the limit of a borrower.
    event LimitSet(address indexed borrower, uint256 limit);

    /// @notice A manager offered a loan.
    event LoanOffered(uint256 indexed loanId, address indexed borrower, uint256 principal, uint256 interest);

    /// @notice The status of a loan changed.
    event LoanChanged(uint256 indexed loanId, Status status);

    /**
     * @notice Sets what may be lent to a borrower at a time.
     * @param borrower The borrower.
     * @param limit How much.
     */
    function setLimit(address borrower, uint256 limit) external onlyRole(DEFAULT_ADMIN_ROLE) {
        limitOf[borrower] = limit;
        emit LimitSet(borrower, limit);
    }

    /**
     * @notice Offers a loan.
     * @param borrower Who may accept it.
     * @param principal What the borrower gets.
     * @param interest What the borrower pays beside the principal.
     * @param collateral What the borrower leaves.
     * @param term After how many seconds others may pay for the borrower.
     * @return loanId The number of the loan.
     */
    function offer(address borrower, uint256 principal, uint256 interest, uint256 collateral, uint256 term)
        external
        onlyRole(MANAGER_ROLE)
        returns (uint256 loanId)
    {
        require(principal > 0 && collateral > 0, "LoanBook: nothing offered");
        require(term > 0 && term <= MAX_TERM, "LoanBook: bad term");
        loanId = ++loanCount;
        loans[loanId] = Loan(borrower, principal, interest, collateral, term, 0, Status.OFFERED);
        emit LoanOffered(loanId, borrower, principal, interest);
    }

    /**
     * @notice Takes an offer back.
     * @param loanId The number of the loan.
     */
    function revoke(uint256 loanId) external onlyRole(MANAGER_ROLE) {
        require(loans[loanId].status == Status.OFFERED, "LoanBook: not offered");
        _setStatus(loanId, Status.CLOSED);
    }

    /**
     * @notice Accepts an offer, for the collateral.
     * @param loanId The number of the loan.
     */
    function accept(uint256 loanId) external whenNotPaused {
        Loan storage loan = loans[loanId];
        require(loan.borrower == msg.sender, "LoanBook: not the borrower");
        require(loan.status == Status.OFFERED, "LoanBook: not offered");
        require(lentTo[msg.sender] + loan.principal <= limitOf[msg.sender], "LoanBook: above the limit");
        lentTo[msg.sender] += loan.principal;
        totalLent += loan.principal;
        loan.due = block.timestamp + loan.term;
        _setStatus(loanId, Status.ACTIVE);
        collateralToken.safeTransferFrom(msg.sender, address(this), loan.collateral);
        _payOut(msg.sender, loan.principal);
    }

    /**
     * @notice Pays a loan back and returns the collateral. Only the borrower can do this until the loan is due, and
     * everybody afterwards.
     * @param loanId The number of the loan.
     */
    function repay(uint256 loanId) external {
        Loan storage loan = loans[loanId];
        require(loan.status == Status.ACTIVE, "LoanBook: not active");
        require(loan.borrower == msg.sender || block.timestamp > loan.due, "LoanBook: not due");
        _setStatus(loanId, Status.CLOSED);
        lentTo[loan.borrower] -= loan.principal;
        totalLent -= loan.principal;
        _payIn(msg.sender, loan.principal, loan.interest);
        collateralToken.safeTransfer(msg.sender, loan.collateral);
    }

    /**
     * @notice What a borrower has to pay for a loan.
     * @param loanId The number of the loan.
     * @return Principal and interest, or nothing if the loan is not active.
     */
    function debtOf(uint256 loanId) external view returns (uint256) {
        Loan memory loan = loans[loanId];
        return loan.status == Status.ACTIVE ? loan.principal + loan.interest : 0;
    }

    /**
     * @dev Pays a borrower out of the pool.
     * @param borrower Who is paid.
     * @param principal How much.
     */
    function _payOut(address borrower, uint256 principal) internal virtual;

    /**
     * @dev Collects a payment for the pool.
     * @param payer Who pays.
     * @param principal What was lent.
     * @param interest What comes on top.
     */
    function _payIn(address payer, uint256 principal, uint256 interest) internal virtual;

    /**
     * @dev Stores and tells the status of a loan.
     * @param loanId The number of the loan.
     * @param status The new status.
     */
    function _setStatus(uint256 loanId, Status status) private {
        loans[loanId].status = status;
        emit LoanChanged(loanId, status);
    }
}
