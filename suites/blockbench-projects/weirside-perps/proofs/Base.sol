// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {Deployment} from "../script/Deployment.sol";
import {Controlled} from "../src/access/Controlled.sol";
import {IFeeDesk, IReferrals} from "../src/interfaces/IFees.sol";
import {IMarkets} from "../src/interfaces/IMarkets.sol";
import {IOrderBook, IOrderListener} from "../src/interfaces/IOrderBook.sol";
import {ILiquidator, IPerps} from "../src/interfaces/IPerps.sol";
import {ILiquidityPool} from "../src/interfaces/IPool.sol";
import {IPriceHub, ISource} from "../src/interfaces/IPriceHub.sol";
import {PriceHub} from "../src/oracle/PriceHub.sol";
import {BracketRouter} from "../src/periphery/BracketRouter.sol";
import {OrderKeeper} from "../src/periphery/OrderKeeper.sol";
import {PerpsLens} from "../src/periphery/PerpsLens.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
}

contract Usd is ERC20("USD", "USD") {
    address private immutable _maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == _maker, "maker only");
        _mint(to, amount);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

/// Publishes once a minute what it was told to say at that time.
contract Source is ISource {
    address private immutable _maker = msg.sender;
    uint256[] private times;
    uint256[] private answers;
    uint256 public lag;

    constructor(uint256 answer) {
        plan(0, answer);
    }

    function plan(uint256 time, uint256 answer) public {
        require(msg.sender == _maker, "maker only");
        times.push(time);
        answers.push(answer);
    }

    function setLag(uint256 lag_) external {
        require(msg.sender == _maker, "maker only");
        lag = lag_;
    }

    function decimals() external pure returns (uint8) {
        return 8;
    }

    function latest() external view returns (uint256 answer, uint256 updatedAt) {
        updatedAt = block.timestamp - (block.timestamp % 60) - lag;
        for (uint256 i = 0; i < times.length; i++) {
            if (times[i] <= updatedAt) answer = answers[i];
        }
    }
}

abstract contract Base is Deployment {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA1A1);
    address internal constant CEE = address(0xC3C3);
    address internal constant DEE = address(0xD3D3);
    address internal constant EVE = address(0xE4E4);
    address internal constant FAY = address(0xF5F5);
    address internal constant GOVERNANCE = address(0x6070);
    bytes32 internal constant ETH = "ETH";
    bytes32 internal constant ORE = "ORE";
    bytes32 internal constant TIN = "TIN";
    uint256 internal constant BO_KEY = 0xB0;
    uint256 internal constant START = 1_790_208_000;
    uint256 internal constant ALL = type(uint256).max;

    address internal BO;
    Usd public usd;
    Source[6] internal sources;
    OrderKeeper internal keeper;
    uint256 internal waiting; // an order of BO that is not due

    function setUp() public {
        vm.warp(START);
        BO = vm.addr(BO_KEY);
        usd = new Usd();
        usd.mint(address(this), FIRST_DOLLARS);
        deployExchange(usd);
        market(ETH, 0, 2_000e8, 2_000e8);
        market(ORE, 2, 100e8, 102e8);
        market(TIN, 4, 100e8, 100e8);
        hub.setOperator(CEE, false);
        handOver(GOVERNANCE);
        people();
        vm.warp(START + 10 days);
        tell(4, 76e8);
        vm.prank(GOVERNANCE);
        markets.setOpen(TIN, false);
        sources[2].plan(block.timestamp + 10 minutes, 110e8);
        sources[3].plan(block.timestamp + 10 minutes, 112e8);
        start();
    }

    /// Creates the account that acts in exploit(), with what it has.
    function start() internal virtual;

    function market(bytes32 id, uint256 at, uint256 first, uint256 second) private {
        (sources[at], sources[at + 1]) = (new Source(first), new Source(second));
        deployMarket(
            id,
            PriceHub.Feed(sources[at], sources[at + 1], 5 minutes, 0.03e18),
            IMarkets.Config(1_000_000e6, 0.01e18 / uint256(1 days), 0.05e18, 0.02e18, true)
        );
    }

    /// Both sources say this from now on.
    function tell(uint256 at, uint256 answer) internal {
        sources[at].plan(block.timestamp, answer);
        sources[at + 1].plan(block.timestamp, answer);
    }

    function fund(address who, uint256 amount) internal {
        usd.mint(who, amount);
        vm.startPrank(who);
        usd.approve(address(pool), ALL);
        usd.approve(address(orders), ALL);
        usd.approve(address(perps), ALL);
        usd.approve(address(router), ALL);
        vm.stopPrank();
    }

    function minute() internal {
        vm.warp(block.timestamp + 60);
    }

    function terms(bytes32 id, bool isLong, bool isIncrease, uint256 size, uint256 margin)
        internal
        pure
        returns (IOrderBook.Terms memory)
    {
        return IOrderBook.Terms(id, isLong, isIncrease, false, size, margin, isLong == isIncrease ? ALL : 0, 2e6, address(0));
    }

    /// Places an order and executes it when the next price is there.
    function trade(address who, IOrderBook.Terms memory t) internal {
        vm.prank(who);
        uint256 id = orders.place(who, t);
        minute();
        vm.prank(EVE);
        orders.execute(id);
    }

    function ticket(uint256 nonce) internal view returns (IOrderBook.Ticket memory t) {
        t = IOrderBook.Ticket(BO, 5e6, nonce, START + 365 days, terms(ETH, true, true, 1_000e6, 100e6));
        t.terms.limit = 1_000e18;
    }

    function signed(IOrderBook.Ticket memory t) internal returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(BO_KEY, orders.digestOf(t));
        return abi.encodePacked(r, s, v);
    }

    function people() private {
        fund(ANA, 200_000e6);
        fund(BO, 2_200_000e6);
        fund(CEE, 400_000e6);
        fund(DEE, 125_000e6);
        fund(FAY, 50_000e6);
        vm.prank(EVE);
        keeper = new OrderKeeper(usd, orders, liquidator, pool);
        vm.prank(BO);
        pool.deposit(2_000_000e6, 1, BO);
        vm.prank(CEE);
        pool.deposit(200_000e6, 1, CEE);
        vm.prank(FAY);
        referrals.register("FAY");
        vm.prank(ANA);
        referrals.useCode("FAY");
        trade(ANA, terms(ETH, true, true, 600_000e6, 170_000e6));
        trade(DEE, terms(TIN, true, true, 400_000e6, 118_000e6));
        trade(CEE, terms(ETH, false, true, 20_000e6, 3_000e6));
        IOrderBook.Terms memory t = terms(ETH, true, true, 80_000e6, 60_000e6);
        t.limit = 1_500e18;
        vm.startPrank(BO);
        waiting = orders.place(BO, t);
        pool.request(50_000e9, 0);
        vm.stopPrank();
    }

    // --- honest use ---

    function test_Regular() public {
        closes();
        withdrawals();
        brackets();
        grows();
        changes();
        tickets();
        margins();
        falls();
        incomes();
        governed();
    }

    /// The market that is closed: its position is liquidated by a keeper, who serves a request as well.
    function closes() private {
        address[] memory traders = new address[](2);
        (traders[0], traders[1]) = (ANA, DEE);
        markets.accrue(TIN);
        require(perps.isLiquidatable(DEE, TIN, true) && lens.liquidatable(traders, TIN, true).length == 1, "seen by the lens");
        OrderKeeper.Target[] memory targets = new OrderKeeper.Target[](2);
        targets[0] = OrderKeeper.Target(DEE, TIN, true);
        targets[1] = OrderKeeper.Target(ANA, "ZINC", true);
        uint256 before = usd.balanceOf(BO);
        keeper.work(new uint256[](0), targets, 3);
        require(usd.balanceOf(address(keeper)) == 25e6, "one of two");
        require(usd.balanceOf(BO) > before + 50_000e6 && pool.head() == 1, "served");
        vm.prank(EVE);
        require(keeper.collect() == 25e6, "collected");
        require(usd.balanceOf(address(insurance)) > 700e6, "the rest and fees");
    }

    function withdrawals() private {
        vm.startPrank(CEE);
        uint256 shares = pool.deposit(50_000e6, 1, CEE);
        require(shares < 50_000e9 && shares > 45_000e9, "a share is worth more by now");
        pool.approve(FAY, 1e9);
        pool.transfer(ANA, 1e9);
        uint256 id = pool.request(shares, 1e6);
        vm.stopPrank();
        vm.prank(FAY);
        pool.transferFrom(CEE, FAY, 1e9);
        require(pool.process(1) == 0 && lens.liquidity().open == 1, "waits");
        vm.warp(block.timestamp + 1 days);
        uint256 before = usd.balanceOf(CEE);
        require(pool.process(5) == 1 && pool.requestOf(id).owner == address(0), "served");
        require(usd.balanceOf(CEE) > before + 50_050e6 && usd.balanceOf(CEE) < before + 50_100e6, "with the funding of a day");
    }

    /// A position with its stop and target, of which the target is reached.
    function brackets() private {
        IOrderBook.Terms memory t = terms(ETH, false, true, 40_000e6, 4_000e6);
        t.limit = 2_000e18;
        trade(CEE, terms(ETH, false, false, ALL, 0));
        vm.startPrank(CEE);
        perps.setDelegate(address(router), true);
        uint256 id = router.open(t, 2_100e18, 1_900e18);
        vm.stopPrank();
        minute();
        uint256[] memory ids = new uint256[](3);
        (ids[0], ids[1], ids[2]) = (id, id + 1, id + 2);
        keeper.work(ids, new OrderKeeper.Target[](0), 0);
        require(perps.positionOf(CEE, ETH, false).size == 40_000e6 && usd.balanceOf(address(keeper)) == 2e6, "opened");
        require(!orders.isDue(id + 1) && !orders.isDue(id + 2), "neither stop nor target");
        PerpsLens.PositionView memory v = lens.position(CEE, ETH, false);
        require(v.entry == 2_000e18 && v.profit == 0 && v.equity == 3_960e6 && v.fee == 40e6, "seen by the lens");
        tell(0, 1_880e8);
        minute();
        require(orders.isDue(id + 2), "the target");
        uint256 before = usd.balanceOf(CEE);
        vm.startPrank(EVE);
        orders.execute(id + 2);
        vm.stopPrank();
        uint256 paid = usd.balanceOf(CEE) - before;
        require(paid > 6_300e6 && paid < 6_400e6, "margin and six percent of the size, without fees and with funding");
        vm.prank(CEE);
        require(router.cancelAll(ids) == 1, "the stop goes back");
        tell(0, 2_000e8);
        minute();
    }

    /// Two orders for one position, executed at one price.
    function grows() private {
        vm.startPrank(CEE);
        uint256 first = orders.place(CEE, terms(ETH, true, true, 10_000e6, 1_000e6));
        orders.place(CEE, terms(ETH, true, true, 15_000e6, 1_500e6));
        vm.stopPrank();
        minute();
        orders.execute(first);
        orders.execute(first + 1);
        IPerps.Position memory p = perps.positionOf(CEE, ETH, true);
        require(p.size == 25_000e6 && p.tokens == 12.5e18 && p.margin == 2_475e6, "grown");
        vm.warp(block.timestamp + 1 days);
        markets.accrue(ETH);
        int256 owed = lens.position(CEE, ETH, true).owed;
        require(owed > 155e6 && owed < 158e6, "funding of a day");
        tell(0, 2_040e8);
        minute();
        trade(CEE, terms(ETH, true, false, 5_000e6, 0));
        p = perps.positionOf(CEE, ETH, true);
        require(p.size == 20_000e6 && p.tokens == 10e18 && p.margin > 2_400e6 && p.margin < 2_420e6, "smaller");
        tell(0, 2_000e8);
        minute();
    }

    function changes() private {
        IOrderBook.Terms memory t = terms(ETH, true, false, 5_000e6, 0);
        t.limit = 2_500e18;
        vm.startPrank(CEE);
        uint256 id = orders.place(CEE, t);
        uint256 other = orders.place(CEE, terms(ETH, false, true, 5_000e6, 500e6));
        vm.warp(block.timestamp + 10 minutes);
        orders.update(id, 6_000e6, 1_950e18);
        orders.cancel(other);
        vm.stopPrank();
        minute();
        orders.execute(id);
        require(perps.positionOf(CEE, ETH, true).size == 14_000e6, "of the new size");
        require(orders.orderOf(other).trader == address(0), "cancelled");
        require(orders.orderOf(waiting).terms.margin == 60_000e6, "the other one waits");
    }

    function tickets() private {
        uint256 before = usd.balanceOf(FAY);
        IOrderBook.Ticket memory t = ticket(7);
        bytes memory signature = signed(t);
        vm.prank(FAY);
        uint256 id = orders.placeSigned(t, signature);
        require(usd.balanceOf(FAY) == before + 5e6 && orders.orderOf(id).trader == BO, "placed for a fee");
        t = ticket(uint256(keccak256("any number")));
        signature = signed(t);
        vm.prank(FAY);
        require(orders.placeSigned(t, signature) == id + 1, "placed");
        vm.startPrank(BO);
        orders.cancel(id);
        orders.invalidate(8);
        vm.stopPrank();
    }

    function margins() private {
        vm.startPrank(ANA);
        perps.addMargin(ANA, ETH, true, 1_000e6);
        perps.removeMargin(ANA, ETH, true, 2_000e6, ANA);
        perps.setDelegate(CEE, true);
        vm.stopPrank();
        vm.startPrank(CEE);
        perps.removeMargin(ANA, ETH, true, 500e6, CEE);
        orders.cancel(orders.place(ANA, terms(ETH, true, false, 1_000e6, 0)));
        vm.stopPrank();
        vm.prank(ANA);
        perps.setDelegate(CEE, false);
        require(!perps.mayAct(ANA, CEE) && perps.mayAct(ANA, ANA), "not any more");
    }

    /// The price falls so far that a position loses more than it has.
    function falls() private {
        trade(FAY, terms(ETH, true, true, 100_000e6, 5_200e6));
        uint256 before = usd.balanceOf(address(insurance));
        tell(0, 1_890e8);
        minute();
        vm.prank(EVE);
        require(liquidator.liquidate(FAY, ETH, true) == 0, "nothing is left");
        uint256 paid = before - usd.balanceOf(address(insurance));
        require(paid > 300e6 && paid < 500e6, "the insurance covers what is missing");
        tell(0, 2_000e8);
        minute();
        trade(ANA, terms(ETH, true, false, 700_000e6, 0));
        trade(CEE, terms(ETH, true, false, ALL, 0));
        IMarkets.State memory s = markets.stateOf(ETH);
        require(s.long.size == 0 && s.long.tokens == 0 && s.short.size == 0, "nobody is left");
        require(s.unpaid < 1e6 && s.unpaid > -1e6, "all funding is paid");
        require(usd.balanceOf(address(perps)) == 0 && pool.cash() == usd.balanceOf(address(pool)), "every dollar is counted");
    }

    function incomes() private {
        uint256 rebate = desk.rebateOf(FAY);
        require(rebate > 50e6 && rebate == desk.allRebates(), "a twentieth of the fees");
        uint256 before = usd.balanceOf(FAY);
        vm.prank(FAY);
        desk.claim(rebate, FAY);
        require(usd.balanceOf(FAY) == before + rebate, "claimed");
        vm.startPrank(GOVERNANCE);
        require(desk.sweep(GOVERNANCE) > 300e6 && usd.balanceOf(address(desk)) == 0, "swept");
        insurance.withdraw(GOVERNANCE, 10e6);
        vm.stopPrank();
    }

    function governed() private {
        vm.startPrank(GOVERNANCE);
        desk.setRates(0.002e18, 0.5e18, 0.2e18);
        referrals.setTerms("FAY", 0.1e18, 0.2e18);
        markets.setMarket(ETH, IMarkets.Config(2_000_000e6, 0, 0.1e18, 0.02e18, true));
        markets.setOpen(TIN, true);
        markets.addMarket("ZINC", IMarkets.Config(1e6, 0, 0.1e18, 0.05e18, false));
        hub.setFeed("ZINC", PriceHub.Feed(sources[4], sources[5], 1 minutes, 0));
        vm.stopPrank();
        require(desk.feeFor(ANA, 1_000e6) == 1.8e6 && desk.feeFor(CEE, 1_000e6) == 2e6, "with and without a code");
        PerpsLens.MarketView memory v = lens.market(ETH);
        require(v.longRoom == 2_000_000e6 && v.shortRoom == 2_000_000e6 && v.leverage == 10e18 && v.dailyFunding == 0, "new terms");
        IPriceHub.Quote memory q = hub.quote(ORE);
        require(q.low < q.high && lens.market("ZINC").longRoom == 0, "quotes");
        require(lens.liquidity().buyPrice > 1e6, "worth more than at first");
    }

    function target() public view virtual returns (address) {
        return address(perps);
    }
}
