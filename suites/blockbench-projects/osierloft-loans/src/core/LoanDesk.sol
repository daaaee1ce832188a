// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";

import {Amendment, Item, Loan, Offer, State, Terms} from "../Types.sol";
import {ICollateralVault, ILedger, ILoanDesk, ILoanNotes, IOfferBook} from "../interfaces/ICore.sol";
import {IListing} from "../interfaces/IListing.sol";
import {ILoanPool} from "../interfaces/IPool.sol";
import {LoanMath} from "../libraries/LoanMath.sol";

/// Where loans begin and end.
///
/// A loan is one token against one amount for one period, with simple interest for the time that passed. Its lender is a
/// note, its collateral is in the vault, and what somebody is owed goes to the ledger. The desk itself holds nothing.
///
/// None of the calls below leaves the protocol for code of a user: currencies and collections are listed ones, notes and
/// collateral move with transferFrom, and signatures of contracts are asked for with a static call.
contract LoanDesk is ILoanDesk {
    using SafeERC20 for IERC20;

    /// Time after the due date in which a loan can still be repaid.
    uint256 public constant GRACE = 1 days;

    uint64 public constant MOST_DURATION = 730 days;
    uint256 public constant MOST_RATE = 50_000; // of 10,000, for a year

    IListing public immutable listing;
    ICollateralVault public immutable vault;
    ILoanNotes public immutable notes;
    IOfferBook public immutable book;
    ILedger public immutable ledger;

    ILoanPool public pool;
    address public house;
    uint256 public lastLoanId;

    mapping(uint256 => Loan) private loans;
    address private immutable installer = msg.sender;

    struct Parts {
        IListing listing;
        ICollateralVault vault;
        ILoanNotes notes;
        IOfferBook book;
        ILedger ledger;
    }

    modifier onlyHouse() {
        if (msg.sender != house) revert NotHouse(msg.sender);
        _;
    }

    constructor(Parts memory parts) {
        listing = parts.listing;
        vault = parts.vault;
        notes = parts.notes;
        book = parts.book;
        ledger = parts.ledger;
    }

    /// Once, at deployment.
    function bindPool(ILoanPool pool_, address house_) external {
        require(msg.sender == installer, "not the installer");
        require(house == address(0), "pool is set");
        pool = pool_;
        house = house_;
    }

    // ------------------------------------------------------------------ borrowing

    /// Takes an offer, with a token of the caller.
    /// @param proof that the offer is for this token, empty if it is for all or just for this one
    function accept(Offer calldata offer, bytes calldata signature, uint256 tokenId, bytes32[] calldata proof)
        external
        returns (uint256 loanId)
    {
        _take(offer, signature, tokenId, proof);
        loanId = _open(offer.lender, msg.sender, _termsOf(offer, tokenId, offer.principal));
        vault.keep(loanId, Item(offer.collection, tokenId), msg.sender);
        _pay(offer.currency, offer.lender, msg.sender, offer.principal);
    }

    /// @inheritdoc ILoanDesk
    function lend(address borrower, Terms calldata terms) external returns (uint256 loanId) {
        require(msg.sender == address(pool), "not the pool");
        loanId = _open(msg.sender, borrower, terms);
        vault.keep(loanId, Item(terms.collection, terms.tokenId), borrower);
        _pay(terms.currency, msg.sender, borrower, terms.principal);
    }

    /// @inheritdoc ILoanDesk
    function repay(uint256 loanId) external returns (uint256 paid) {
        Loan memory loan = _running(loanId);
        paid = _debt(loan);
        _reward(loanId, _close(loanId), loan.currency, msg.sender, paid);
        vault.release(loanId, loan.borrower);
        emit Repaid(loanId, msg.sender, paid);
    }

    /// Replaces a loan with one from another offer, which pays the first lender in full. The borrower may take any
    /// offer, and gets what is left of it. Anybody else may bring a better one, for just what is owed.
    /// @param amount what is lent; without meaning if the caller is not the borrower
    function refinance(
        uint256 loanId,
        Offer calldata offer,
        bytes calldata signature,
        bytes32[] calldata proof,
        uint256 amount
    ) external returns (uint256 newLoanId) {
        Loan memory loan = _running(loanId);
        uint256 debt = _debt(loan);
        if (offer.currency != loan.currency || offer.collection != loan.collection) revert OtherLoan(loanId);
        if (msg.sender != loan.borrower) {
            _requireBetter(loan, offer);
            amount = debt;
        }
        if (amount < debt || amount > offer.principal) revert BadAmount(amount, debt);
        _take(offer, signature, loan.tokenId, proof);
        newLoanId = _open(offer.lender, loan.borrower, _termsOf(offer, loan.tokenId, amount));
        vault.reassign(loanId, newLoanId);
        _reward(loanId, _close(loanId), loan.currency, offer.lender, debt);
        _pay(loan.currency, offer.lender, loan.borrower, amount - debt);
        emit Refinanced(loanId, newLoanId, debt);
    }

    /// Changes a running loan. One side signs the amendment and the other one, the borrower, brings it, so both agree.
    function amend(Amendment calldata amendment, bytes calldata signature) external {
        Loan memory loan = _running(amendment.loanId);
        if (msg.sender != loan.borrower) revert NotBorrower(msg.sender);
        if (amendment.version != loan.version) revert OtherVersion(loan.version);
        uint256 debt = _debt(loan);
        if (amendment.principal == 0 || amendment.principal > debt) revert BadAmount(amendment.principal, debt);
        _checkTerms(amendment.rate, amendment.dueAt - uint64(block.timestamp));
        book.checkAmendment(notes.ownerOf(amendment.loanId), amendment, signature); //~ BENIGN SIGNATURE whoever has the note now
        loan.principal = amendment.principal;
        loan.rate = amendment.rate;
        loan.startedAt = uint64(block.timestamp);
        loan.dueAt = amendment.dueAt;
        loan.version++;
        loans[amendment.loanId] = loan;
        emit Amended(amendment.loanId, loan.version);
    }

    // ------------------------------------------------------------------ overdue loans

    /// Gives the collateral of an overdue loan to the holder of its note. What the pool lent is auctioned instead.
    function seize(uint256 loanId) external {
        Loan memory loan = _running(loanId);
        if (!isOverdue(loanId)) revert NotOverdue(loan.dueAt);
        if (msg.sender != notes.ownerOf(loanId)) revert NotHolder(msg.sender);
        _close(loanId);
        vault.release(loanId, msg.sender);
        emit Seized(loanId, msg.sender);
    }

    /// @inheritdoc ILoanDesk
    function foreclose(uint256 loanId) external onlyHouse returns (uint256 debt) {
        Loan memory loan = _running(loanId);
        if (!isOverdue(loanId)) revert NotOverdue(loan.dueAt);
        debt = _debt(loan);
        loans[loanId].state = State.InAuction;
        loans[loanId].principal = debt;
        loans[loanId].rate = 0;
        emit Foreclosed(loanId, debt);
    }

    /// @inheritdoc ILoanDesk
    function handOut(uint256 loanId, address to) external onlyHouse {
        if (loans[loanId].state != State.InAuction) revert NotInAuction(loanId);
        _close(loanId);
        vault.release(loanId, to);
    }

    // ------------------------------------------------------------------ views

    /// @inheritdoc ILoanDesk
    function loanOf(uint256 loanId) external view returns (Loan memory) {
        return loans[loanId];
    }

    /// @inheritdoc ILoanDesk
    function debtOf(uint256 loanId) external view returns (uint256) {
        return _debt(loans[loanId]);
    }

    /// @inheritdoc ILoanDesk
    function isOverdue(uint256 loanId) public view returns (bool) {
        return block.timestamp > loans[loanId].dueAt + GRACE;
    }

    // ------------------------------------------------------------------ the rest

    function _running(uint256 loanId) private view returns (Loan memory loan) {
        loan = loans[loanId];
        if (loan.state != State.Running) revert NotRunning(loanId);
    }

    function _debt(Loan memory loan) private view returns (uint256) {
        return loan.principal + LoanMath.interest(loan.principal, loan.rate, block.timestamp - loan.startedAt);
    }

    // Uses an offer for a token. Bundles are told apart by what is in them at this moment.
    function _take(Offer calldata offer, bytes calldata signature, uint256 tokenId, bytes32[] calldata proof) private {
        if (listing.contentOf(offer.collection, tokenId) != offer.content) revert OtherContent(tokenId);
        book.consume(offer, signature, tokenId, proof);
    }

    function _termsOf(Offer calldata offer, uint256 tokenId, uint256 principal) private pure returns (Terms memory) {
        return Terms(offer.currency, offer.collection, tokenId, principal, offer.rate, offer.duration);
    }

    function _checkTerms(uint256 rate, uint64 duration) private pure {
        if (rate > MOST_RATE || duration == 0 || duration > MOST_DURATION) revert BadTerms(rate, duration);
    }

    // For offers that somebody else brings. The borrower is not asked, so they have to be better.
    function _requireBetter(Loan memory loan, Offer calldata offer) private view {
        uint256 dueAt = block.timestamp + offer.duration;
        if (offer.rate >= loan.rate || dueAt < loan.dueAt) revert NotBetter(offer.rate, dueAt); //~ BENIGN INPUT_VAL rate and time, each by itself
    }

    function _open(address lender, address borrower, Terms memory terms) private returns (uint256 loanId) {
        if (!listing.takes(terms.currency, terms.collection)) revert NotListed(terms.currency, terms.collection);
        if (terms.principal == 0) revert BadAmount(0, 0);
        _checkTerms(terms.rate, terms.duration);
        loanId = ++lastLoanId;
        Loan storage loan = loans[loanId];
        loan.borrower = borrower;
        loan.state = State.Running;
        loan.lender = lender;
        loan.currency = terms.currency;
        loan.collection = terms.collection;
        loan.tokenId = terms.tokenId;
        loan.principal = terms.principal;
        loan.rate = terms.rate;
        loan.startedAt = uint64(block.timestamp);
        loan.dueAt = loan.startedAt + terms.duration;
        notes.mint(lender, loanId);
        emit Opened(loanId, lender, borrower, terms.principal, loan.dueAt);
    }

    function _close(uint256 loanId) private returns (address holder) {
        delete loans[loanId];
        holder = notes.burn(loanId);
    }

    // New money from a lender to a borrower, less the fee.
    function _pay(address currency, address lender, address borrower, uint256 amount) private {
        if (amount == 0) return;
        uint256 fee = LoanMath.part(amount, listing.fee());
        IERC20(currency).safeTransferFrom(lender, borrower, amount - fee);
        if (fee == 0) return;
        IERC20(currency).safeTransferFrom(lender, address(ledger), fee);
        ledger.credit(listing.treasury(), currency, fee);
    }

    // Pays the holder of a note. The pool gets its money at once and keeps books of it; all others are credited.
    function _reward(uint256 loanId, address holder, address currency, address payer, uint256 amount) private {
        if (holder == address(pool)) {
            IERC20(currency).safeTransferFrom(payer, holder, amount);
            pool.onRepaid(loanId, amount);
        } else {
            IERC20(currency).safeTransferFrom(payer, address(ledger), amount);
            ledger.credit(holder, currency, amount);
        }
    }

    error NotHouse(address caller);
    error NotBorrower(address caller);
    error NotHolder(address caller);
    error NotListed(address currency, address collection);
    error NotRunning(uint256 loanId);
    error NotInAuction(uint256 loanId);
    error NotOverdue(uint256 dueAt);
    error NotBetter(uint256 rate, uint256 dueAt);
    error OtherLoan(uint256 loanId);
    error OtherVersion(uint256 version);
    error OtherContent(uint256 tokenId);
    error BadAmount(uint256 amount, uint256 debt);
    error BadTerms(uint256 rate, uint256 duration);

    event Opened(uint256 indexed loanId, address indexed lender, address indexed borrower, uint256 principal, uint256 dueAt);
    event Repaid(uint256 indexed loanId, address indexed payer, uint256 paid);
    event Refinanced(uint256 indexed loanId, uint256 indexed newLoanId, uint256 debt);
    event Amended(uint256 indexed loanId, uint256 version);
    event Seized(uint256 indexed loanId, address indexed holder);
    event Foreclosed(uint256 indexed loanId, uint256 debt);
}
