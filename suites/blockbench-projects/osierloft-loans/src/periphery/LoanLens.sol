// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";

import {Item, Loan, Offer, State} from "../Types.sol";
import {AuctionHouse} from "../pool/AuctionHouse.sol";
import {LoanPool} from "../pool/LoanPool.sol";
import {LoanDesk} from "../core/LoanDesk.sol";
import {OfferBook} from "../core/OfferBook.sol";
import {IListing} from "../interfaces/IListing.sol";
import {LoanMath} from "../libraries/LoanMath.sol";

/// Reads for interfaces. Nothing depends on it.
contract LoanLens {
    struct Sheet {
        uint256 loanId;
        Loan loan;
        address holder;
        uint256 debt;
        uint256 lateBy; // seconds after the due date, zero before
        bool overdue;
        bytes32 content;
    }

    struct PoolSheet {
        uint256 totalAssets;
        uint256 cash;
        uint256 lent;
        uint256 impaired;
        uint256 rate;
        uint256 sharePrice; // of one share with all decimals
    }

    LoanDesk public immutable desk;
    OfferBook public immutable book;
    LoanPool public immutable pool;
    AuctionHouse public immutable house;
    IListing public immutable listing;

    constructor(LoanDesk desk_, OfferBook book_, LoanPool pool_, AuctionHouse house_) {
        desk = desk_;
        book = book_;
        pool = pool_;
        house = house_;
        listing = desk_.listing();
    }

    function sheetOf(uint256 loanId) public view returns (Sheet memory s) {
        s.loanId = loanId;
        s.loan = desk.loanOf(loanId);
        if (s.loan.state == State.None) return s;
        s.holder = desk.notes().ownerOf(loanId);
        s.debt = desk.debtOf(loanId);
        s.lateBy = block.timestamp > s.loan.dueAt ? block.timestamp - s.loan.dueAt : 0;
        s.overdue = desk.isOverdue(loanId);
        s.content = listing.contentOf(s.loan.collection, s.loan.tokenId);
    }

    /// All loans of a borrower, oldest first. Goes through every loan there ever was, so call it off chain.
    function loansOf(address borrower) external view returns (Sheet[] memory list) {
        uint256 last = desk.lastLoanId();
        uint256 count;
        for (uint256 id = 1; id <= last; id++) {
            if (desk.loanOf(id).borrower == borrower) count++;
        }
        list = new Sheet[](count);
        count = 0;
        for (uint256 id = 1; id <= last; id++) {
            if (desk.loanOf(id).borrower == borrower) list[count++] = sheetOf(id);
        }
    }

    /// How often an offer can still be used, from its numbers alone: neither signature nor token are looked at.
    function usesLeft(Offer calldata offer) external view returns (uint256) {
        if (block.timestamp > offer.deadline || offer.nonce < book.firstNonce(offer.lender)) return 0;
        if (book.cancelled(offer.lender, offer.nonce)) return 0;
        uint256 used = book.used(book.digestOf(offer));
        uint256 funds = IERC20(offer.currency).balanceOf(offer.lender) / offer.principal;
        uint256 left = used < offer.uses ? offer.uses - used : 0;
        return left < funds ? left : funds;
    }

    /// What a borrower gets from an offer, and owes for it when it is due.
    function quote(Offer calldata offer) external view returns (uint256 paidOut, uint256 dueDebt) {
        paidOut = offer.principal - LoanMath.part(offer.principal, listing.fee());
        dueDebt = offer.principal + LoanMath.interest(offer.principal, offer.rate, offer.duration);
    }

    function leastBid(uint256 loanId) external view returns (uint256) {
        AuctionHouse.Auction memory a = house.auctionOf(loanId);
        return a.bidder == address(0) ? a.debt : a.bid + LoanMath.partUp(a.bid, house.STEP());
    }

    function poolSheet() external view returns (PoolSheet memory s) {
        s.totalAssets = pool.totalAssets();
        s.cash = pool.cash();
        s.lent = pool.lent();
        s.impaired = pool.impaired();
        s.rate = pool.rate();
        s.sharePrice = pool.worthOf(10 ** pool.decimals());
    }

    function collateralOf(uint256 loanId) external view returns (Item memory) {
        return desk.vault().itemOf(loanId);
    }
}
