// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";

import {Listing} from "../src/admin/Listing.sol";
import {CollateralVault} from "../src/core/CollateralVault.sol";
import {Ledger} from "../src/core/Ledger.sol";
import {LoanDesk} from "../src/core/LoanDesk.sol";
import {LoanNotes} from "../src/core/LoanNotes.sol";
import {OfferBook} from "../src/core/OfferBook.sol";
import {IListing} from "../src/interfaces/IListing.sol";
import {Bundles} from "../src/periphery/Bundles.sol";
import {DropClaimer} from "../src/periphery/DropClaimer.sol";
import {LoanLens} from "../src/periphery/LoanLens.sol";
import {NoteMarket} from "../src/periphery/NoteMarket.sol";
import {StandingOrders} from "../src/periphery/StandingOrders.sol";
import {Appraiser} from "../src/pool/Appraiser.sol";
import {AuctionHouse} from "../src/pool/AuctionHouse.sol";
import {LoanPool} from "../src/pool/LoanPool.sol";

/// Deploys everything, and offers the listing to its owner in the end.
abstract contract Deployment {
    struct Plan {
        IERC20 currency;
        address owner;
        address treasury;
        address appraiser;
        uint256 fee;
    }

    Listing internal listing;
    Ledger internal ledger;
    LoanNotes internal notes;
    OfferBook internal book;
    CollateralVault internal vault;
    LoanDesk internal desk;
    Appraiser internal appraiser;
    AuctionHouse internal house;
    LoanPool internal pool;
    Bundles internal bundles;
    NoteMarket internal market;
    DropClaimer internal claimer;
    StandingOrders internal orders;
    LoanLens internal lens;

    function _deploy(Plan memory plan) internal {
        listing = new Listing(plan.treasury);
        _deployCore();
        _deployPool(plan);
        bundles = new Bundles(address(notes));
        market = new NoteMarket(notes, desk);
        claimer = new DropClaimer(address(vault), listing);
        orders = new StandingOrders(desk);
        lens = new LoanLens(desk, book, pool, house);
        listing.setCurrency(address(plan.currency), true);
        listing.setCollection(address(bundles), IListing.Kind({listed: true, usable: true, compound: true}));
        listing.setFee(plan.fee, plan.treasury);
    }

    function _deployCore() private {
        ledger = new Ledger();
        notes = new LoanNotes();
        book = new OfferBook();
        vault = new CollateralVault(listing);
        desk = new LoanDesk(
            LoanDesk.Parts({listing: listing, vault: vault, notes: notes, book: book, ledger: ledger})
        );
        ledger.bind(address(desk));
        notes.bind(address(desk));
        book.bind(address(desk));
        vault.bind(address(desk));
    }

    function _deployPool(Plan memory plan) private {
        appraiser = new Appraiser(listing, plan.appraiser);
        house = new AuctionHouse(plan.currency, ledger, listing);
        pool = new LoanPool(plan.currency, desk, address(house), appraiser, listing);
        house.bind(address(desk));
        house.bindPool(pool);
        ledger.bindHouse(address(house));
        desk.bindPool(pool, address(house));
    }

    /// Lists a collection, for offers and for the pool.
    function _list(address collection, uint256 ceiling, uint256 advance) internal {
        listing.setCollection(collection, IListing.Kind({listed: true, usable: true, compound: false}));
        appraiser.setCeiling(collection, ceiling);
        pool.setAdvance(collection, advance);
    }

    function _handOver(Plan memory plan) internal {
        listing.transferOwnership(plan.owner);
    }
}
