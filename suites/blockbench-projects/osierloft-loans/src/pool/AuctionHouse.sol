// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";

import {DeskBound} from "../admin/DeskBound.sol";
import {Managed} from "../admin/Managed.sol";
import {ILedger, ILoanDesk} from "../interfaces/ICore.sol";
import {IListing} from "../interfaces/IListing.sol";
import {ILoanPool} from "../interfaces/IPool.sol";
import {LoanMath} from "../libraries/LoanMath.sol";

/// Sells the collateral of overdue loans of the pool.
///
/// Anybody may start an auction, nobody has to ask; the owner of the listing starts it again if nobody came. The first bid
/// is the debt or more, so a sale never costs the depositors anything. As long as an auction runs (or has no bid), the
/// borrower can have the token back for the debt and a fine, which goes to whoever would have got it otherwise.
contract AuctionHouse is DeskBound, Managed {
    using SafeERC20 for IERC20;

    uint64 public constant LENGTH = 2 days;
    uint64 public constant EXTENSION = 15 minutes; // left after each bid, at least
    uint256 public constant STEP = 500; // of 10,000 of the last bid
    uint256 public constant FINE = 400; // of 10,000 of the debt

    struct Auction {
        address bidder;
        uint64 endsAt;
        uint256 bid;
        uint256 debt;
    }

    IERC20 public immutable currency;
    ILedger public immutable ledger;
    ILoanPool public pool;

    mapping(uint256 => Auction) private auctions;

    constructor(IERC20 currency_, ILedger ledger_, IListing listing_) Managed(listing_) {
        currency = currency_;
        ledger = ledger_;
    }

    function bindPool(ILoanPool pool_) external onlyInstaller {
        require(address(pool) == address(0), "pool is set");
        pool = pool_;
    }

    /// Starts the auction of an overdue loan. The owner of the listing also starts it again if nobody came.
    function start(uint256 loanId) external {
        if (!pool.isOpen(loanId)) revert NotOfPool(loanId);
        Auction storage a = auctions[loanId];
        if (a.endsAt == 0) {
            a.debt = ILoanDesk(desk).foreclose(loanId);
            pool.onForeclosed(loanId);
        } else {
            if (a.bidder != address(0) || block.timestamp <= a.endsAt) revert AlreadyStarted(loanId);
            if (msg.sender != listing.owner()) revert NotManager(msg.sender);
        }
        a.endsAt = uint64(block.timestamp) + LENGTH;
        emit Started(loanId, a.debt, a.endsAt);
    }

    /// Bids for the collateral. Whoever was the highest bidder before finds the money in the ledger.
    function bid(uint256 loanId, uint256 amount) external {
        Auction memory a = auctions[loanId];
        if (block.timestamp > a.endsAt) revert NotOpen(loanId);
        uint256 least = a.bidder == address(0) ? a.debt : a.bid + LoanMath.partUp(a.bid, STEP);
        if (amount < least) revert BidTooLow(least);
        auctions[loanId].bidder = msg.sender;
        auctions[loanId].bid = amount;
        if (a.endsAt < block.timestamp + EXTENSION) auctions[loanId].endsAt = uint64(block.timestamp) + EXTENSION;
        currency.safeTransferFrom(msg.sender, address(this), amount);
        if (a.bidder != address(0)) _credit(a.bidder, a.bid);
        emit Bid(loanId, msg.sender, amount);
    }

    /// Ends an auction in favour of the borrower, who gets the token back. Anybody may pay.
    function redeem(uint256 loanId) external {
        Auction memory a = auctions[loanId]; //~ BENIGN STORAGE_READ a copy, which outlives the entry
        uint256 debt = a.debt;
        if (a.endsAt == 0 || (a.bidder != address(0) && block.timestamp > a.endsAt)) revert NotOpen(loanId);
        address borrower = ILoanDesk(desk).loanOf(loanId).borrower;
        uint256 fine = LoanMath.partUp(debt, FINE);
        delete auctions[loanId];
        currency.safeTransferFrom(msg.sender, address(pool), debt);
        pool.onRepaid(loanId, debt);
        currency.safeTransferFrom(msg.sender, address(this), fine);
        _credit(a.bidder == address(0) ? listing.treasury() : a.bidder, a.bid + fine);
        ILoanDesk(desk).handOut(loanId, borrower);
        emit Redeemed(loanId, msg.sender, debt, fine);
    }

    /// Ends an auction in favour of the highest bidder. The borrower is credited with what the pool is not owed.
    function settle(uint256 loanId) external {
        Auction memory a = auctions[loanId];
        if (a.bidder == address(0)) revert NoBid(loanId);
        if (block.timestamp <= a.endsAt) revert StillOpen(a.endsAt);
        address borrower = ILoanDesk(desk).loanOf(loanId).borrower;
        delete auctions[loanId];
        currency.safeTransfer(address(pool), a.debt);
        pool.onRepaid(loanId, a.debt);
        if (a.bid > a.debt) _credit(borrower, a.bid - a.debt);
        ILoanDesk(desk).handOut(loanId, a.bidder);
        emit Settled(loanId, a.bidder, a.bid);
    }

    /// Takes the collateral out after an auction without bids, to be sold in some other way. The loan ends; what the sale
    /// yields goes to LoanPool.give(), and the pool takes no deposits until then.
    function collect(uint256 loanId, address to) external onlyManager {
        Auction memory a = auctions[loanId];
        if (a.endsAt == 0 || block.timestamp <= a.endsAt) revert StillOpen(a.endsAt);
        if (a.bidder != address(0)) revert HasBid(a.bidder);
        delete auctions[loanId];
        ILoanDesk(desk).handOut(loanId, to);
        emit Collected(loanId, to);
    }

    function auctionOf(uint256 loanId) external view returns (Auction memory) {
        return auctions[loanId];
    }

    function _credit(address account, uint256 amount) private {
        currency.safeTransfer(address(ledger), amount);
        ledger.credit(account, address(currency), amount);
    }

    error NotOfPool(uint256 loanId);
    error AlreadyStarted(uint256 loanId);
    error NotOpen(uint256 loanId);
    error StillOpen(uint256 endsAt);
    error BidTooLow(uint256 least);
    error NoBid(uint256 loanId);
    error HasBid(address bidder);

    event Started(uint256 indexed loanId, uint256 debt, uint256 endsAt);
    event Bid(uint256 indexed loanId, address indexed bidder, uint256 amount);
    event Redeemed(uint256 indexed loanId, address indexed payer, uint256 debt, uint256 fine);
    event Settled(uint256 indexed loanId, address indexed winner, uint256 amount);
    event Collected(uint256 indexed loanId, address indexed to);
}
