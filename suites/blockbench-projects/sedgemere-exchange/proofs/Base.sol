// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {Deployment} from "../script/Deployment.sol";
import {Governed} from "../src/governance/Governed.sol";
import {Council} from "../src/governance/Council.sol";
import {Collector} from "../src/fees/Collector.sol";
import {Farm} from "../src/staking/Farm.sol";
import {IFarm} from "../src/interfaces/IFarm.sol";
import {INotes} from "../src/interfaces/INotes.sol";
import {IPool} from "../src/interfaces/IPool.sol";
import {IPoolFactory} from "../src/interfaces/IPoolFactory.sol";
import {IFlashCaller, IMintCaller, ISwapCaller} from "../src/interfaces/IPoolCallers.sol";
import {IFeed, IReference} from "../src/interfaces/IReference.sol";
import {IRouter} from "../src/interfaces/IRouter.sol";
import {Lens} from "../src/periphery/Lens.sol";
import {Pool} from "../src/core/Pool.sol";
import {PositionNotes} from "../src/periphery/PositionNotes.sol";
import {Router} from "../src/periphery/Router.sol";
import {Grid} from "../src/libraries/Grid.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
}

abstract contract Minted is ERC20 {
    address private immutable _maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == _maker, "maker only");
        _mint(to, amount);
    }
}

contract Usd is ERC20("USD", "USD"), Minted {}

contract Grain is ERC20("Grain", "GRAIN"), Minted {}

contract Peat is ERC20("Peat", "PEAT"), Minted {}

/// A feed that says what it was told.
contract Feed is IFeed {
    address private immutable _maker = msg.sender;
    uint256 private _answer;
    uint256 private _updatedAt;

    function tell(uint256 answer, uint256 updatedAt) external {
        require(msg.sender == _maker, "maker only");
        (_answer, _updatedAt) = (answer, updatedAt);
    }

    function latest() external view returns (uint256, uint256) {
        return (_answer, _updatedAt);
    }
}

/// Borrows from a pool and pays back with something on top.
contract Borrower is IFlashCaller {
    function borrow(IPool pool, uint256 amount0, uint256 amount1) external {
        pool.flash(address(this), amount0, amount1, abi.encode(amount0, amount1));
    }

    function onFlash(uint256 fee0, uint256 fee1, bytes calldata data) external {
        (uint256 amount0, uint256 amount1) = abi.decode(data, (uint256, uint256));
        IERC20(IPool(msg.sender).token0()).transfer(msg.sender, amount0 + fee0);
        IERC20(IPool(msg.sender).token1()).transfer(msg.sender, amount1 + fee1);
    }
}

abstract contract Base is Deployment {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA1A1);
    address internal constant CEE = address(0xC3C3);
    address internal constant DEE = address(0xD3D3);
    address internal constant SAL = address(0x5A15);
    address internal constant MIA = address(0x3131);
    address internal constant NED = address(0x4E4E);
    address internal constant OLE = address(0x0173);
    uint256 internal constant BO_KEY = 0xB0;
    uint256 internal constant START = 1_790_208_000;
    uint256 internal constant ALL = type(uint256).max;
    uint128 internal constant MAX = type(uint128).max;

    address internal BO;
    Usd public usd;
    Grain public grain;
    Peat public peat;
    Feed internal feed;
    Borrower internal borrower;
    IPool internal main; // grain for usd, 0.3 percent, the pool of the reference
    IPool internal deep; // grain for usd, 0.05 percent
    IPool internal far; // peat for usd, 1 percent
    uint256 internal program; // of SAL, 10,000 peat for a month of liquidity in main

    function setUp() public {
        vm.warp(START);
        BO = vm.addr(BO_KEY);
        (usd, grain, peat) = (new Usd(), new Grain(), new Peat());
        while (address(grain) > address(usd)) grain = new Grain();
        while (address(peat) < address(usd)) peat = new Peat();
        feed = new Feed();
        borrower = new Borrower();
        address[] memory members = new address[](3);
        (members[0], members[1], members[2]) = (MIA, NED, OLE);
        deployExchange(address(usd), members, 2);
        main = IPool(deployPool(address(grain), address(usd), 3_000, uint160(1 << 96), 4));
        far = IPool(deployPool(address(peat), address(usd), 10_000, uint160(1 << 96), 10));
        deep = IPool(factory.make(address(usd), address(grain), 500, uint160(1 << 96)));
        deployFeed(address(peat), feed);
        offerAll();
        people();
        vm.warp(START + 1 days);
        govern(address(factory), abi.encodeCall(Governed.accept, ()));
        govern(address(ref), abi.encodeCall(Governed.accept, ()));
        govern(address(collector), abi.encodeCall(Governed.accept, ()));
        vm.prank(SAL);
        program = farm.create(address(peat), address(main), block.timestamp, block.timestamp + 30 days, 10_000e18);
        stake(DEE, 3);
        start();
    }

    /// Creates the account that acts in exploit(), with what it has.
    function start() internal virtual;

    function fund(address who, uint256 amount) internal {
        usd.mint(who, amount);
        grain.mint(who, amount);
        peat.mint(who, amount);
        vm.startPrank(who);
        IERC20[3] memory all = [IERC20(usd), IERC20(grain), IERC20(peat)];
        for (uint256 i = 0; i < 3; i++) {
            all[i].approve(address(notes), ALL);
            all[i].approve(address(router), ALL);
            all[i].approve(address(collector), ALL);
            all[i].approve(address(farm), ALL);
        }
        vm.stopPrank();
    }

    /// Two members approve, and it is executed two days later.
    function govern(address where, bytes memory call) internal {
        uint256 number = block.timestamp;
        vm.prank(MIA);
        council.approve(where, call, number);
        vm.prank(NED);
        council.approve(where, call, number);
        vm.warp(block.timestamp + 2 days);
        council.execute(where, call, number);
    }

    function request(IPool pool, int24 lower, int24 upper, uint256 amount, address to) internal view returns (INotes.Request memory) {
        return INotes.Request(address(pool), lower, upper, amount, amount, 0, 0, to, block.timestamp);
    }

    function provide(address who, IPool pool, int24 lower, int24 upper, uint256 amount) internal returns (uint256 id) {
        INotes.Request memory r = request(pool, lower, upper, amount, who);
        vm.prank(who);
        (id, , , ) = notes.mint(r);
    }

    function stake(address who, uint256 id) internal {
        vm.prank(who);
        notes.safeTransferFrom(who, address(farm), id, abi.encode(program));
    }

    function hop(address a, address b, uint24 fee) internal pure returns (IRouter.Hop[] memory hops) {
        hops = new IRouter.Hop[](1);
        hops[0] = IRouter.Hop(a, b, fee);
    }

    function two(address a, uint24 first, address b, uint24 second, address c) internal pure returns (IRouter.Hop[] memory hops) {
        hops = new IRouter.Hop[](2);
        (hops[0], hops[1]) = (IRouter.Hop(a, b, first), IRouter.Hop(b, c, second));
    }

    function sell(address who, address a, address b, uint24 fee, uint256 amount) internal returns (uint256) {
        vm.prank(who);
        return router.exactIn(hop(a, b, fee), amount, 1, who, block.timestamp);
    }

    function people() private {
        fund(ANA, 1_000_000e18);
        fund(BO, 100_000e18);
        fund(CEE, 3_000_000e18);
        fund(DEE, 200_000e18);
        fund(SAL, 100_000e18);
        grain.mint(address(collector), 5_000e18);
        provide(ANA, main, -2_000, 2_000, 100_000e18); // note 1
        provide(BO, main, -100, 100, 20_000e18); // note 2
        provide(DEE, main, -500, 500, 20_000e18); // note 3
        provide(CEE, deep, -1_000, 1_000, 1_000_000e18); // note 4
        provide(ANA, far, -2_000, 2_000, 50_000e18); // note 5
        for (uint256 i = 0; i < 10; i++) {
            uint256 got = sell(CEE, address(usd), address(grain), 3_000, 20_000e18);
            sell(CEE, address(grain), address(usd), 3_000, got + 60e18);
        }
    }

    // --- honest use ---

    function test_Regular() public {
        council_();
        protocol();
        provides();
        permits();
        swaps();
        lends();
        sales();
        farms();
        leaves();
        crosses();
    }

    function council_() private {
        bytes memory call = abi.encodeCall(council.replace, (OLE, SAL));
        vm.prank(OLE);
        bytes32 id = council.approve(address(council), call, 1);
        vm.prank(OLE);
        council.revoke(id);
        (uint256 approvals, , ) = council.proposals(id);
        require(approvals == 0, "revoked");
        govern(address(council), call);
        require(council.isMember(SAL) && !council.isMember(OLE), "replaced");
        govern(address(factory), abi.encodeCall(factory.addTier, (100, 1)));
        require(factory.spacingOf(100) == 1 && factory.spacingOf(10_000) == 50, "tiers");
        govern(address(factory), abi.encodeCall(factory.setCollector, (address(collector))));
    }

    function protocol() private {
        address[] memory pools = new address[](2);
        (pools[0], pools[1]) = (address(main), address(far));
        uint256 before = grain.balanceOf(address(collector));
        (uint256 part, uint256 other) = (Pool(address(main)).protocol0(), Pool(address(main)).protocol1());
        require(part > 145e18 && part < 155e18 && other > 145e18 && other < 155e18, "a quarter of the fees");
        collector.gather(pools);
        require(grain.balanceOf(address(collector)) == before + part && usd.balanceOf(address(collector)) == other, "gathered");
        govern(address(collector), abi.encodeCall(collector.spend, (address(usd), 10e18, SAL)));
        require(usd.balanceOf(SAL) == 100_010e18, "spent");
    }

    function provides() private {
        (uint256 usdBefore, uint256 grainBefore) = (usd.balanceOf(BO), grain.balanceOf(BO));
        Lens.NoteView memory v = lens.note(2);
        require(v.inRange && v.fees0 > 200e18 && v.fees1 > 200e18, "fees of many swaps");
        vm.startPrank(BO);
        notes.collect(2, BO, MAX, MAX);
        require(usd.balanceOf(BO) - usdBefore == v.fees1 && grain.balanceOf(BO) - grainBefore == v.fees0, "as the lens says");
        (uint128 more, , ) = notes.increase(2, 1_000e18, 1_000e18, 900e18, 0, block.timestamp);
        notes.decrease(2, more, 900e18, 0, block.timestamp);
        notes.collect(2, BO, MAX, MAX);
        require(usd.balanceOf(BO) >= usdBefore + v.fees1 - 2 && grain.balanceOf(BO) >= grainBefore + v.fees0 - 2, "in and out");
        notes.transferFrom(BO, CEE, 2);
        vm.stopPrank();
        vm.startPrank(CEE);
        notes.safeTransferFrom(CEE, BO, 2);
        (uint128 liquidity, uint256 need0, uint256 need1) = lens.preview(address(far), -100, 100, 5_000e18, 5_000e18);
        (uint256 id, uint128 got, uint256 paid0, uint256 paid1) = notes.mint(request(far, -100, 100, 5_000e18, CEE));
        require(got == liquidity && paid0 == need0 && paid1 == need1, "as it was previewed");
        notes.setApprovalForAll(ANA, true);
        notes.approve(ANA, id);
        vm.stopPrank();
        vm.startPrank(ANA);
        notes.decrease(id, got, 4_000e18, 4_000e18, block.timestamp);
        notes.collect(id, CEE, MAX, MAX);
        require(notes.noteOf(id).owed0 == 0 && lens.note(id).amount0 == 0, "empty");
        notes.burn(id);
        vm.stopPrank();
        require(lens.note(id).fees0 == 0 && notes.balanceOf(CEE) == 1, "burned");
    }

    function permits() private {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(BO_KEY, digest(CEE, 2, block.timestamp));
        notes.permit(CEE, 2, block.timestamp, abi.encodePacked(r, s, v));
        require(notes.getApproved(2) == CEE, "permitted");
        vm.prank(CEE);
        notes.collect(2, BO, MAX, MAX);
    }

    /// What the owner of a note signs.
    function digest(address spender, uint256 id, uint256 deadline) internal view returns (bytes32) {
        bytes32 what = keccak256(abi.encode(notes.PERMIT_TYPEHASH(), spender, id, notes.nonceOf(id), deadline));
        return keccak256(abi.encodePacked("\x19\x01", notes.domainSeparator(), what));
    }

    function swaps() private {
        (int256 a, int256 b) = lens.quote(address(main), true, 100e18);
        vm.prank(CEE);
        uint256 got = router.exactIn(hop(address(grain), address(usd), 3_000), 100e18, 99e18, ANA, block.timestamp);
        require(a == 100e18 && got == uint256(-b), "as quoted");
        (a, b) = lens.quote(address(main), false, -100e18);
        vm.startPrank(CEE);
        uint256 paid = router.exactOut(hop(address(usd), address(grain), 3_000), 100e18, 101e18, ANA, block.timestamp);
        require(a == -100e18 && paid == uint256(b) && paid > 100.2e18 && paid < 100.5e18, "as quoted");
        got = router.exactIn(two(address(peat), 10_000, address(usd), 500, address(grain)), 50e18, 49e18, CEE, block.timestamp);
        require(got > 49.3e18 && got < 49.6e18, "two hops");
        uint256 before = grain.balanceOf(CEE);
        paid = router.exactOut(two(address(grain), 500, address(usd), 10_000, address(peat)), 50e18, 51e18, CEE, block.timestamp);
        require(paid > 50.4e18 && before - grain.balanceOf(CEE) == paid, "two hops back");
        IRouter.Hop memory h = IRouter.Hop(address(grain), address(usd), 3_000);
        int24 step = main.slot().step;
        (paid, got) = router.upTo(h, 50_000e18, 1, Grid.priceAt(step - 10) + 1, CEE, block.timestamp);
        require(paid < 20_000e18 && got > paid - paid / 50 && main.slot().step == step - 10, "up to a price");
        router.upTo(IRouter.Hop(address(usd), address(grain), 3_000), 50_000e18, 1, Grid.priceAt(step) + 1, CEE, block.timestamp);
        require(main.slot().step == step, "and back");
        vm.stopPrank();
        vm.warp(block.timestamp + 1 hours);
        main.record();
        far.record();
        deep.record();
    }

    /// A loan while the protocol has no part, and one from a pool of which it never has any.
    function lends() private {
        govern(address(factory), abi.encodeCall(factory.setShare, (address(main), 0)));
        grain.mint(address(borrower), 100e18);
        usd.mint(address(borrower), 100e18);
        (uint256 before, ) = main.growthInside(-2_000, 2_000);
        borrower.borrow(main, 10_000e18, 0);
        borrower.borrow(main, 0, 1_000e18);
        (uint256 growth, ) = main.growthInside(-2_000, 2_000);
        require(growth > before && grain.balanceOf(address(borrower)) == 70e18, "a fee");
        borrower.borrow(deep, 20_000e18, 20_000e18);
        require(grain.balanceOf(address(borrower)) == 60e18 && usd.balanceOf(address(borrower)) == 87e18, "a smaller one");
        govern(address(factory), abi.encodeCall(factory.setShare, (address(main), 4)));
    }

    function sales() private {
        vm.warp(block.timestamp + 1 hours);
        int24 mean = ref.meanStep(address(main));
        require(mean == main.slot().step && lens.pool(address(main)).meanStep == mean, "at rest");
        uint256 worth = ref.worth(address(grain), 100e18);
        vm.prank(CEE);
        require(collector.buy(address(grain), 100e18, 102e18, CEE) == worth && worth > 98e18, "at the mean price");
        feed.tell(1e18, block.timestamp);
        peat.mint(address(collector), 1_000e18);
        vm.prank(CEE);
        uint256 paid = collector.buy(address(peat), 100e18, 102e18, CEE);
        require(paid > 98e18 && paid < 102e18, "with a feed");
        govern(address(ref), abi.encodeCall(ref.setFeed, (address(peat), IFeed(address(0)), 0, 0)));
        govern(address(ref), abi.encodeCall(ref.setPool, (address(grain), 500)));
        vm.prank(CEE);
        collector.buy(address(peat), 1e18, 2e18, CEE);
    }

    function farms() private {
        uint256 from = block.timestamp;
        bytes memory call =
            abi.encodeCall(collector.sponsor, (IFarm(farm), address(peat), address(main), from + 2 days, from + 12 days, 500e18));
        govern(address(collector), call);
        uint256 second = farm.programs() - 1;
        require(farm.programOf(second).sponsor == address(collector), "sponsored");
        vm.prank(ANA);
        notes.safeTransferFrom(ANA, address(farm), 1, abi.encode(second));
        vm.prank(SAL);
        farm.collectFees(1);
        uint256 idle = provide(BO, main, 1_000, 1_100, 1_000e18);
        stake(BO, idle);
        vm.prank(BO);
        require(farm.unstake(idle) == 0 && notes.ownerOf(idle) == BO, "as he likes");
        stake(BO, idle);
        vm.warp(farm.programOf(second).end);
        require(lens.stake(1).owner == ANA && lens.stake(1).over, "staked");
        vm.prank(ANA);
        uint256 reward = farm.unstake(1);
        require(reward > 50e18 && reward < 400e18 && farm.earned(ANA, address(peat)) == reward, "a part of the liquidity");
        farm.close(second);
        require(farm.programOf(second).left == 0, "the rest is back");
        vm.warp(farm.programOf(program).end);
        vm.prank(SAL);
        require(farm.unstake(idle) == 0 && notes.ownerOf(idle) == BO, "sent home");
        Lens.StakeView memory v = lens.stake(3);
        vm.prank(DEE);
        require(farm.unstake(3) == v.reward && v.reward > 500e18 && notes.ownerOf(3) == DEE, "with its reward");
        uint256 before = peat.balanceOf(DEE);
        vm.prank(DEE);
        farm.claim(address(peat), v.reward, DEE);
        require(peat.balanceOf(DEE) == before + v.reward, "claimed");
        farm.close(program);
    }

    /// Everybody gets everything.
    function leaves() private {
        for (uint256 id = 1; id <= 5; id++) {
            address owner = notes.ownerOf(id);
            uint128 liquidity = notes.noteOf(id).liquidity;
            vm.startPrank(owner);
            notes.decrease(id, id == 1 ? liquidity / 2 : liquidity, 0, 0, block.timestamp);
            notes.collect(id, owner, MAX, MAX);
            vm.stopPrank();
        }
        require(grain.balanceOf(address(deep)) < 10 && usd.balanceOf(address(deep)) < 10, "nothing is left");
    }

    /// The price leaves ranges and comes back.
    function crosses() private {
        address[] memory none = new address[](0);
        collector.gather(none);
        provide(BO, main, -100, 100, 10_000e18);
        main.record();
        uint128 inside = main.liquidity();
        sell(CEE, address(grain), address(usd), 3_000, 30_000e18);
        require(main.slot().step < -100 && main.liquidity() < inside, "below");
        sell(CEE, address(usd), address(grain), 3_000, 60_000e18);
        require(main.slot().step > 100 && main.liquidity() < inside, "above");
        sell(CEE, address(grain), address(usd), 3_000, 28_000e18);
        require(main.slot().step < 100 && main.liquidity() == inside, "and inside");
    }

    function target() public view virtual returns (address) {
        return address(main);
    }
}
