// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts@5.4.0/utils/math/SafeCast.sol";
import {ISpotMarket} from "./context/ISpotMarket.sol";
import {LoanTerms} from "./context/LoanTerms.sol";
import {MedianOracle} from "./context/MedianOracle.sol";

/// @title  Term loans
/// @notice Lends cash on collateral for sixty days at a time, for a fee that is added to the debt. The collateral of a
///         loan that is overdue belongs to the lender, and nothing else is owed then. Both tokens have eighteen
///         decimals and transfer what they say.
/// @dev    The oracle says what collateral is worth. The spot market may be thin and is asked only so that no loan
///         exceeds what the collateral would fetch there.
contract TermLoans is LoanTerms, Pausable {
    using SafeERC20 for IERC20;
    using SafeCast for uint256;

    struct Loan {
        address borrower;
        uint64 dueAt;
        uint8 extensions;
        uint128 collateral;
        uint128 due;
    }

    uint256 public constant UNIT = 1e18;
    uint256 public constant TERM = 60 days;
    uint256 public constant MAXIMUM_EXTENSIONS = 3;

    IERC20 public immutable collateralToken;
    IERC20 public immutable cashToken;
    MedianOracle public immutable oracle;
    ISpotMarket public immutable market;

    uint256 public loanCount;
    uint256 public totalCollateral;
    uint256 public totalDue;

    mapping(uint256 id => Loan) private _loans;

    event Borrowed(uint256 indexed id, address indexed borrower, uint256 collateral, uint256 lent, uint256 due);
    event Repaid(uint256 indexed id, uint256 amount, uint256 left);
    event Extended(uint256 indexed id, uint256 dueAt, uint256 fee);
    event Transferred(uint256 indexed id, address indexed from, address indexed to);
    event Claimed(uint256 indexed id, uint256 collateral, uint256 due);
    event Withdrawn(address indexed token, uint256 amount);

    error TokensNotValid(address collateralToken, address cashToken);
    error SourcesNotValid(address oracle, address market);
    error LoanTooSmall(uint256 lent, uint256 minimum);
    error LoanTooLarge(uint256 lent, uint256 maximum);
    error CostsTooMuch(uint256 cost, uint256 maximum);
    error CapExceeded(uint256 total, uint256 cap);
    error NotTheBorrower(uint256 id, address caller);
    error Overdue(uint256 id, uint256 dueAt);
    error NotOverdue(uint256 id, uint256 dueAt);
    error NoExtensionLeft(uint256 id);
    error NotAvailable(uint256 available, uint256 amount);

    constructor(
        IERC20 collateralToken_,
        IERC20 cashToken_,
        MedianOracle oracle_,
        ISpotMarket market_,
        address treasury_,
        uint256 largestLoan_,
        uint256 loanCap_
    ) LoanTerms(treasury_, largestLoan_, loanCap_, msg.sender) {
        if (collateralToken_ == cashToken_) revert TokensNotValid(address(collateralToken_), address(cashToken_));
        if (address(oracle_) == address(0) || address(market_) == address(0)) {
            revert SourcesNotValid(address(oracle_), address(market_));
        }
        collateralToken = collateralToken_;
        cashToken = cashToken_;
        oracle = oracle_;
        market = market_;
    }

    // Borrowers

    /// @param minimum What the borrower insists on, should the spot market be low just now.
    /// @param maximumDue What the borrower is willing to owe for it.
    function borrow(
        uint128 amount,
        uint256 minimum,
        uint256 maximumDue
    ) external whenNotPaused returns (uint256 id) {
        uint256 lent = quote(amount);
        if (lent == 0 || lent < minimum) revert LoanTooSmall(lent, minimum);
        if (lent > largestLoan) revert LoanTooLarge(lent, largestLoan);
        uint256 due = lent + feeOn(lent);
        if (due > maximumDue) revert CostsTooMuch(due, maximumDue);
        if (totalDue + due > loanCap) revert CapExceeded(totalDue + due, loanCap);

        id = loanCount++;
        _loans[id] = Loan(msg.sender, (block.timestamp + TERM).toUint64(), 0, amount, due.toUint128());
        totalCollateral += amount;
        totalDue += due;
        emit Borrowed(id, msg.sender, amount, lent, due);
        collateralToken.safeTransferFrom(msg.sender, address(this), amount);
        cashToken.safeTransfer(msg.sender, lent);
    }

    /// @notice Repays a part of a loan, or all of it, which returns the collateral.
    function repay(uint256 id, uint256 amount) external returns (uint256 paid) {
        Loan storage loan = _running(id);
        paid = Math.min(amount, loan.due);
        uint256 left = loan.due - paid;
        uint256 released = left == 0 ? loan.collateral : 0;
        totalDue -= paid;
        totalCollateral -= released;
        if (left == 0) delete _loans[id];
        else loan.due = left.toUint128();
        emit Repaid(id, paid, left);
        cashToken.safeTransferFrom(msg.sender, address(this), paid);
        if (released > 0) collateralToken.safeTransfer(msg.sender, released);
    }

    /// @notice Adds another term for another fee, which is paid at once.
    function extend(uint256 id, uint256 maximumFee) external returns (uint256 fee) {
        Loan storage loan = _running(id);
        if (loan.extensions == MAXIMUM_EXTENSIONS) revert NoExtensionLeft(id);
        fee = feeOn(loan.due);
        if (fee > maximumFee) revert CostsTooMuch(fee, maximumFee);
        loan.extensions += 1;
        loan.dueAt += uint64(TERM);
        emit Extended(id, loan.dueAt, fee);
        cashToken.safeTransferFrom(msg.sender, address(this), fee);
    }

    /// @notice Hands a loan over, with its debt and the right to its collateral.
    function transferLoan(uint256 id, address to) external {
        Loan storage loan = _running(id);
        if (to == address(0)) revert AddressNotValid(to);
        loan.borrower = to;
        emit Transferred(id, msg.sender, to);
    }

    // Lender

    /// @notice Closes an overdue loan in favour of the treasury.
    function claim(uint256 id) external onlyOwner {
        Loan memory loan = _loans[id];
        if (loan.borrower == address(0) || block.timestamp <= loan.dueAt) revert NotOverdue(id, loan.dueAt);
        delete _loans[id];
        totalDue -= loan.due;
        totalCollateral -= loan.collateral;
        emit Claimed(id, loan.collateral, loan.due);
        collateralToken.safeTransfer(treasury, loan.collateral);
    }

    /// @dev Cash is the lender's own. Collateral of loans is not and stays.
    function withdraw(IERC20 token, uint256 amount) external onlyOwner {
        uint256 available = token.balanceOf(address(this));
        if (token == collateralToken) available -= totalCollateral;
        if (amount > available) revert NotAvailable(available, amount);
        emit Withdrawn(address(token), amount);
        token.safeTransfer(treasury, amount);
    }

    /// @notice Stops new loans. Whatever is due can always be repaid and extended.
    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    // Views

    /// @notice What is lent on an amount of collateral.
    function quote(uint256 amount) public view returns (uint256) {
        uint256 price = oracle.price();
        uint256 spot = spotPrice();
        if (spot > price) price = spot;
        return Math.mulDiv(Math.mulDiv(amount, price, UNIT), advanceRate, BASIS);
    }

    /// @notice What the last trade has left as a price of one unit of collateral.
    function spotPrice() public view returns (uint256) {
        (uint256 collateral, uint256 cash) = market.reserves();
        return collateral == 0 ? 0 : Math.mulDiv(cash, UNIT, collateral);
    }

    function loanAt(uint256 id) external view returns (Loan memory) {
        return _loans[id];
    }

    function isOverdue(uint256 id) external view returns (bool) {
        return _loans[id].borrower != address(0) && block.timestamp > _loans[id].dueAt;
    }

    /// @dev A loan that is not overdue, for its borrower.
    function _running(uint256 id) internal view returns (Loan storage loan) {
        loan = _loans[id];
        if (loan.borrower != msg.sender) revert NotTheBorrower(id, msg.sender);
        if (block.timestamp > loan.dueAt) revert Overdue(id, loan.dueAt);
    }
}
