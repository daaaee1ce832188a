// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {Deployment} from "../script/Deployment.sol";
import {BondingCurve} from "../src/curve/BondingCurve.sol";
import {IBondingCurve, ILaunchToken, IPair, IPairFactory} from "../src/interfaces/ICurve.sol";
import {IReferralBook} from "../src/interfaces/IFees.sol";
import {ILaunchRegistry} from "../src/interfaces/IGovernance.sol";
import {ILaunch, IDutchAuction, ITieredSale} from "../src/interfaces/ILaunches.sol";
import {ILiquidityLocker, IVestingVault} from "../src/interfaces/ILockups.sol";
import {ITierStaking} from "../src/interfaces/ITierStaking.sol";
import {Allowances} from "../src/libraries/Allowances.sol";
import {LiquidityLocker} from "../src/liquidity/LiquidityLocker.sol";
import {LaunchLens} from "../src/periphery/LaunchLens.sol";
import {LaunchFactory} from "../src/registry/LaunchFactory.sol";
import {LaunchRegistry} from "../src/registry/LaunchRegistry.sol";
import {DutchAuction} from "../src/sale/DutchAuction.sol";
import {TieredSale} from "../src/sale/TieredSale.sol";
import {LaunchToken} from "../src/tokens/LaunchToken.sol";
import {VestingVault} from "../src/vesting/VestingVault.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
}

contract Plain is ERC20("Plain", "PLN") {
    address private immutable _maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == _maker, "maker only");
        _mint(to, amount);
    }
}

contract Coin is Plain {}

contract Sprout is Plain {}

contract Reed is Plain {}

contract Moss is Plain {}

contract Fern is Plain {}

/// A pool with a constant product, without fees.
contract Pair is ERC20("Pair", "PAIR"), IPair {
    address public factory = msg.sender;
    IERC20 public token0;
    IERC20 public token1;
    uint256 public reserve0;
    uint256 public reserve1;

    function initialize(address token0_, address token1_) external {
        require(msg.sender == factory, "factory only");
        (token0, token1) = (IERC20(token0_), IERC20(token1_));
    }

    function mint(address to) external returns (uint256 liquidity) {
        uint256 amount0 = token0.balanceOf(address(this)) - reserve0;
        uint256 amount1 = token1.balanceOf(address(this)) - reserve1;
        if (totalSupply() == 0) {
            liquidity = Math.sqrt(amount0 * amount1) - 1_000;
            _mint(address(1), 1_000);
        } else {
            liquidity = Math.min(amount0 * totalSupply() / reserve0, amount1 * totalSupply() / reserve1);
        }
        require(liquidity > 0, "no liquidity");
        _mint(to, liquidity);
        sync();
    }

    function burn(address to) external {
        uint256 liquidity = balanceOf(address(this));
        uint256 amount0 = token0.balanceOf(address(this)) * liquidity / totalSupply();
        uint256 amount1 = token1.balanceOf(address(this)) * liquidity / totalSupply();
        _burn(address(this), liquidity);
        token0.transfer(to, amount0);
        token1.transfer(to, amount1);
        sync();
    }

    function swap(uint256 out0, uint256 out1, address to) external {
        uint256 product = reserve0 * reserve1;
        if (out0 > 0) token0.transfer(to, out0);
        if (out1 > 0) token1.transfer(to, out1);
        require(token0.balanceOf(address(this)) * token1.balanceOf(address(this)) >= product, "product");
        sync();
    }

    function sync() public {
        (reserve0, reserve1) = (token0.balanceOf(address(this)), token1.balanceOf(address(this)));
    }
}

contract Pairs is IPairFactory {
    mapping(address tokenA => mapping(address tokenB => address)) public getPair;

    function createPair(address tokenA, address tokenB) external returns (address pair) {
        require(getPair[tokenA][tokenB] == address(0), "exists");
        (address a, address b) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        pair = address(new Pair{salt: keccak256(abi.encodePacked(a, b))}());
        Pair(pair).initialize(a, b);
        (getPair[a][b], getPair[b][a]) = (pair, pair);
    }
}

abstract contract Base is Deployment {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA1A1);
    address internal constant BO = address(0xB2B2);
    address internal constant CEE = address(0xC3C3);
    address internal constant DEE = address(0xD3D3);
    address internal constant EVE = address(0xE4E4);
    address internal constant FAY = address(0xF5F5);
    address internal constant MAKER = address(0x3A4E);
    address internal constant GOVERNOR = address(0x6070);
    address internal constant GUARDIAN = address(0x6071);
    address internal constant FIRST = address(0xC001);
    address internal constant OTHER = address(0xC002);
    uint256 internal constant SIGNER_KEY = 0x51;
    uint256 internal constant START = 1_790_208_000;
    uint256 internal constant ALL = type(uint256).max;

    Coin public coin;
    Sprout internal sprout;
    Reed public reed;
    Moss public moss;
    Fern internal fern;
    Pairs internal exchange;
    TieredSale internal sale; // of reed
    TieredSale internal second; // of moss, with the same signer
    DutchAuction internal auction; // sold out
    DutchAuction internal slow; // nobody has bought there
    BondingCurve internal curve; // of tarn
    LaunchToken internal tarn;
    BondingCurve internal grown; // of mere, graduated
    LaunchToken internal mere;
    Pair public pool; // of mere
    mapping(bytes32 termsHash => bool) internal seen; // what curators approved
    uint256 private first; // number of the first schedule of a sale

    function setUp() public {
        vm.warp(START);
        (coin, sprout, reed, moss, fern) = (new Coin(), new Sprout(), new Reed(), new Moss(), new Fern());
        exchange = new Pairs();
        ITierStaking.Tier[] memory tiers = new ITierStaking.Tier[](3);
        tiers[0] = ITierStaking.Tier(500e18, 1);
        tiers[1] = ITierStaking.Tier(2_000e18, 5);
        tiers[2] = ITierStaking.Tier(10_000e18, 20);
        deployLaunchpad(coin, sprout, exchange, tiers);
        address[] memory curators = new address[](2);
        (curators[0], curators[1]) = (FIRST, OTHER);
        handOver(GOVERNOR, GUARDIAN, curators);
        people();
        launches();
        vm.warp(START + 2 days);
        commitments();
        trades();
        vm.warp(START + 3 days);
        start();
    }

    /// Creates the account that acts in exploit(), with what it has.
    function start() internal virtual;

    function fund(address who, uint256 amount) internal {
        coin.mint(who, amount);
        vm.startPrank(who);
        coin.approve(address(sale), ALL);
        coin.approve(address(second), ALL);
        coin.approve(address(auction), ALL);
        coin.approve(address(slow), ALL);
        coin.approve(address(curve), ALL);
        coin.approve(address(grown), ALL);
        vm.stopPrank();
    }

    function people() private {
        stakes(ANA, 10_000e18);
        stakes(BO, 3_000e18);
        stakes(CEE, 700e18);
        reed.mint(MAKER, 1_000_000e18);
        moss.mint(MAKER, 1_000_000e18);
        fern.mint(MAKER, 1_000_000e18);
        vm.startPrank(MAKER);
        reed.approve(address(factory), ALL);
        moss.approve(address(factory), ALL);
        fern.approve(address(factory), ALL);
        reed.approve(address(vesting), ALL);
        vm.stopPrank();
    }

    function stakes(address who, uint256 amount) private {
        sprout.mint(who, amount);
        vm.startPrank(who);
        sprout.approve(address(staking), amount);
        staking.stake(amount);
        vm.stopPrank();
    }

    /// Two curators approve what somebody proposes.
    function approved(address who, bytes32 termsHash) internal returns (uint256 id) {
        vm.prank(who);
        id = registry.propose(termsHash);
        vm.prank(FIRST);
        registry.approve(id, termsHash);
        vm.prank(OTHER);
        registry.approve(id, termsHash);
        seen[termsHash] = true;
    }

    function frame(IERC20 token, uint256 supply, uint256 softCap, uint256 open) internal view returns (ILaunch.Frame memory) {
        return ILaunch.Frame(token, supply, softCap, uint64(block.timestamp + 1 days), uint64(block.timestamp + open));
    }

    function saleTerms(ILaunch.Frame memory f, uint256 price) internal returns (ITieredSale.SaleTerms memory) {
        bytes32 root = pairHash(Allowances.leafOf(DEE, 8_000e18), Allowances.leafOf(EVE, 1_000e18));
        return ITieredSale.SaleTerms(f, price, 10_000e18, root, vm.addr(SIGNER_KEY), 2_500, 30 days, 180 days);
    }

    function pairHash(bytes32 a, bytes32 b) private pure returns (bytes32) {
        return a < b ? keccak256(abi.encode(a, b)) : keccak256(abi.encode(b, a));
    }

    function launchSale(ITieredSale.SaleTerms memory terms) internal returns (TieredSale) {
        uint256 id = approved(MAKER, factory.saleHash(terms));
        vm.prank(MAKER);
        return TieredSale(address(factory.launchSale(id, terms)));
    }

    function launchAuction(IDutchAuction.AuctionTerms memory terms) internal returns (DutchAuction) {
        uint256 id = approved(MAKER, factory.auctionHash(terms));
        vm.prank(MAKER);
        return DutchAuction(address(factory.launchAuction(id, terms)));
    }

    function launchCurve(string memory name, string memory symbol) internal returns (BondingCurve, LaunchToken) {
        IBondingCurve.CurveTerms memory terms = curveTerms(name, symbol, 85_000e18);
        uint256 id = approved(MAKER, factory.curveHash(terms));
        vm.prank(MAKER);
        (IBondingCurve made, ILaunchToken token) = factory.launchCurve(id, terms);
        return (BondingCurve(address(made)), LaunchToken(address(token)));
    }

    function curveTerms(string memory name, string memory symbol, uint256 target_)
        internal
        pure
        returns (IBondingCurve.CurveTerms memory)
    {
        return IBondingCurve.CurveTerms(name, symbol, 1_000_000_000e18, 30_000e18, target_);
    }

    function launches() private {
        sale = launchSale(saleTerms(frame(reed, 300_000e18, 100_000e18, 11 days), 0.5e18));
        second = launchSale(saleTerms(frame(moss, 400_000e18, 80_000e18, 11 days), 1e18));
        auction = launchAuction(IDutchAuction.AuctionTerms(frame(fern, 100_000e18, 150_000e18, 9 days), 10e18, 2e18));
        slow = launchAuction(IDutchAuction.AuctionTerms(frame(fern, 50_000e18, 20_000e18, 9 days), 4e18, 1e18));
        (curve, tarn) = launchCurve("Tarn", "TARN");
        (grown, mere) = launchCurve("Mere", "MERE");
    }

    function commitments() private {
        fund(ANA, 1_000_000e18);
        fund(BO, 1_000_000e18);
        fund(CEE, 600_000e18);
        fund(DEE, 100_000e18);
        vm.startPrank(ANA);
        sale.commit(150_000e18, FAY);
        second.commit(100_000e18, address(0));
        auction.buy(60_000e18, ALL);
        vm.stopPrank();
        vm.prank(BO);
        sale.commit(40_000e18, FAY);
        vm.prank(CEE);
        auction.buy(50_000e18, ALL);
    }

    function trades() private {
        vm.prank(ANA);
        curve.buy(40_000e18, 1);
        vm.prank(BO);
        curve.buy(20_000e18, 1);
        vm.prank(BO);
        grown.buy(90_000e18, 1);
        grown.graduate();
        pool = Pair(grown.pair());
    }

    function allowance(address who, uint256 cap) internal view returns (Allowances.Allowance memory) {
        return Allowances.Allowance(who, cap, START + 100 days);
    }

    /// What the signer signs for a sale.
    function signed(TieredSale where, Allowances.Allowance memory a) internal returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(SIGNER_KEY, where.digestOf(a));
        return abi.encodePacked(r, s, v);
    }

    function schedule(address to, address grantor, uint256 total) internal view returns (IVestingVault.Schedule memory) {
        return IVestingVault.Schedule(
            reed, to, grantor, total, 1, uint64(block.timestamp), 30 days, 180 days, true
        );
    }

    /// A grant of the creator, who may revoke it.
    function grant(address to, uint256 total) internal returns (uint256) {
        vm.prank(MAKER);
        return vesting.create(schedule(to, MAKER, total));
    }

    /// A call is refused for this reason.
    function refused(address who, address where, bytes memory data, string memory why) internal {
        vm.prank(who);
        (bool done, bytes memory got) = where.call(data);
        require(!done && keccak256(got) == keccak256(abi.encodeWithSignature("Error(string)", why)), why);
    }

    // --- honest use ---

    function test_Regular() public {
        commits();
        curves();
        auctions();
        settles();
        vests();
        locks();
        halts();
        stakesChange();
        governed();
    }

    function commits() private {
        bytes32[] memory proof = new bytes32[](1);
        proof[0] = Allowances.leafOf(EVE, 1_000e18);
        vm.startPrank(DEE);
        sale.commitListed(5_000e18, 8_000e18, proof, FAY);
        sale.commitListed(3_000e18, 8_000e18, proof, address(0));
        vm.stopPrank();
        Allowances.Allowance memory a = allowance(CEE, 20_000e18);
        bytes memory signature = signed(sale, a);
        vm.startPrank(CEE);
        sale.commitAllowed(15_000e18, a, signature, EVE);
        sale.commitAllowed(5_000e18, a, signature, EVE);
        sale.uncommit(10_000e18);
        vm.stopPrank();
        vm.startPrank(BO);
        require(lens.roomOf(sale, BO) == 10_000e18, "a tier of five units");
        sale.uncommit(40_000e18);
        sale.commit(10_000e18, EVE);
        second.commit(50_000e18, FAY);
        vm.stopPrank();
        require(sale.total() == 178_000e18 && referrals.volumeOf(address(sale)) == 178_000e18, "counted");
        require(referrals.broughtBy(address(sale), FAY) == 158_000e18, "of the first referrer");
        require(lens.referralPart(sale, EVE) == 1_123, "the rest");
        require(lens.saleOf(sale).kept == 8_426, "too much");
    }

    function curves() private {
        uint256 before = coin.balanceOf(ANA);
        vm.startPrank(ANA);
        tarn.approve(address(curve), ALL);
        uint256 coins = curve.sell(100_000_000e18, 1);
        vm.stopPrank();
        require(coin.balanceOf(ANA) == before + coins && coins > 18_000e18, "sold");
        require(lens.curveOf(curve).progress > 4_500 && lens.curveOf(curve).progress < 5_000, "progress");
        vm.prank(BO);
        (uint256 tokens, uint256 paid) = curve.buy(60_000e18, 1);
        require(paid < 46_000e18 && tokens > 100_000_000e18 && curve.isComplete(), "no more than is missing");
        uint256 last = curve.price();
        curve.graduate();
        Pair made = Pair(curve.pair());
        bool ordered = address(made.token0()) == address(tarn);
        (uint256 t, uint256 c) = ordered ? (made.reserve0(), made.reserve1()) : (made.reserve1(), made.reserve0());
        require(c == 85_000e18 && tarn.balanceOf(address(curve)) == 0, "all of it");
        require(c * 1e18 / t <= last && c * 1e18 / t > last * 999 / 1000, "the last price is the first");
        vm.startPrank(BO);
        tarn.transfer(DEE, 5e18);
        tarn.approve(CEE, 4e18);
        vm.stopPrank();
        vm.prank(CEE);
        tarn.transferFrom(BO, CEE, 4e18);
        require(lens.curveOf(curve).locked > 0 && locker.lockOf(1).owner == MAKER, "locked");
        require(coin.balanceOf(address(curve)) == 0, "nothing is left");
    }

    function auctions() private {
        require(auction.sold() == 100_000e18 && auction.clearingPrice() == 9e18, "sold out on the second day");
        require(auction.finalize() == ILaunch.Status.Settled && auction.raised() == 900_000e18, "settled");
        address[] memory who = new address[](2);
        (who[0], who[1]) = (ANA, CEE);
        require(lens.claimAll(auction, who) == 2 && fern.balanceOf(CEE) == 40_000e18, "claimed");
        require(lens.quote(slow, 2e18) > 6e18, "still dear");
        vm.prank(CEE);
        slow.buy(12_000e18, ALL);
        vm.warp(START + 7 days);
        vm.prank(DEE);
        slow.buy(10_000e18, ALL);
        vm.warp(START + 9 days);
        require(slow.finalize() == ILaunch.Status.Settled && slow.raised() == 22_000e18, "at the floor");
        uint256 before = coin.balanceOf(CEE);
        (uint256 tokens, uint256 refund) = slow.claim(CEE);
        require(tokens == 12_000e18 && refund > 20_000e18 && coin.balanceOf(CEE) == before + refund, "paid back");
        slow.claim(DEE);
        require(coin.balanceOf(address(slow)) == 0 && fern.balanceOf(address(slow)) == 0, "all of it");
    }

    function settles() private {
        vm.warp(START + 11 days);
        require(sale.finalize() == ILaunch.Status.Settled && sale.raised() == 150_000e18, "settled");
        require(second.finalize() == ILaunch.Status.Settled && second.raised() == 150_000e18, "both");
        first = vesting.schedules();
        address[] memory who = new address[](4);
        (who[0], who[1], who[2], who[3]) = (ANA, BO, CEE, DEE);
        for (uint256 i = 0; i < who.length; i++) claims(sale, who[i]);
        require(vesting.schedules() == first + 4, "claimed");
        claims(second, ANA);
        claims(second, BO);
        require(moss.balanceOf(ANA) == 25_000e18 && vesting.scheduleOf(first + 4).total == 75_000e18, "a quarter at once");
        require(coin.balanceOf(address(sale)) < 10 && reed.balanceOf(address(sale)) < 10, "all of it");
        uint256 pot = referrals.potOf(address(sale));
        require(pot == 2_250e18, "a part of the fee");
        referrals.pay(address(sale), EVE);
        referrals.pay(address(sale), FAY);
        require(coin.balanceOf(FAY) > 1_990e18 && coin.balanceOf(EVE) > 250e18, "shared");
        referrals.pay(address(second), FAY);
        require(coin.balanceOf(address(referrals)) < 10, "nothing is left");
        require(treasury.payLead(FIRST) > 5_000e18, "a part of the curator");
    }

    function claims(TieredSale where, address who) private {
        vm.prank(who);
        where.claim(who);
    }

    function vests() private {
        uint256 id = grant(EVE, 36_000e18);
        vm.prank(EVE);
        uint256 made = vesting.split(id, 18_000e18, FAY);
        vm.warp(START + 41 days);
        uint256[] memory ids = new uint256[](2);
        (ids[0], ids[1]) = (id, made);
        require(lens.releaseAll(ids) == 6_000e18 && reed.balanceOf(FAY) == 3_000e18, "a sixth");
        vm.warp(START + 101 days);
        vm.prank(MAKER);
        require(vesting.revoke(id) == 9_000e18, "half of it");
        require(vesting.release(id) == 6_000e18 && vesting.releasable(id) == 0, "what had vested");
        vm.prank(BO);
        made = vesting.split(first + 1, 1e18, DEE);
        require(vesting.scheduleOf(made).beneficiary == DEE, "of a sale");
        vm.warp(START + 191 days);
        vesting.release(first);
        IVestingVault.Schedule memory s = vesting.scheduleOf(first);
        require(s.released == s.total, "all of it");
    }

    function locks() private {
        vm.startPrank(BO);
        mere.transfer(address(pool), 1_000_000e18);
        coin.transfer(address(pool), 1_000e18);
        uint256 shares = pool.mint(BO);
        pool.approve(address(locker), ALL);
        uint256 id = locker.lock(pool, shares / 2, block.timestamp + 60 days, BO);
        uint256 other = locker.lock(pool, shares / 4, block.timestamp + 40 days, BO);
        locker.extend(id, block.timestamp + 70 days);
        locker.merge(id, other);
        locker.transferLock(id, CEE);
        vm.stopPrank();
        require(locker.lockOf(id).until == block.timestamp + 70 days && locker.locks() == id + 2, "merged");
        vm.warp(block.timestamp + 70 days);
        vm.prank(CEE);
        require(locker.withdraw(id, CEE) == shares / 2 + shares / 4, "over");
    }

    /// A sale that is halted, and one that raises too little.
    function halts() private {
        TieredSale third = launchSale(saleTerms(frame(moss, 1_000e18, 900e18, 5 days), 1e18));
        TieredSale fourth = launchSale(saleTerms(frame(moss, 1_000e18, 900e18, 5 days), 2e18));
        vm.warp(block.timestamp + 2 days);
        vm.startPrank(ANA);
        coin.approve(address(third), ALL);
        coin.approve(address(fourth), ALL);
        third.commit(500e18, FAY);
        fourth.commit(800e18, FAY);
        vm.stopPrank();
        vm.prank(GUARDIAN);
        registry.halt(address(third));
        require(third.finalize() == ILaunch.Status.Failed, "halted");
        vm.warp(block.timestamp + 3 days);
        require(fourth.finalize() == ILaunch.Status.Failed && moss.balanceOf(address(fourth)) == 0, "too little");
        uint256 before = coin.balanceOf(ANA);
        claims(third, ANA);
        claims(fourth, ANA);
        require(coin.balanceOf(ANA) == before + 1_300e18, "paid back");
    }

    function stakesChange() private {
        vm.startPrank(ANA);
        staking.requestUnstake(9_000e18);
        vm.warp(block.timestamp + 3 days);
        require(staking.withdraw() == 9_000e18, "unstaked");
        vm.stopPrank();
        require(staking.weightAt(ANA, block.timestamp) == 1 && staking.weightAt(ANA, START) == 20, "then and now");
        require(staking.stakeAt(CEE, START - 1) == 0 && staking.weightAt(EVE, START) == 0, "nothing");
    }

    function governed() private {
        bytes32 role = steward.CURATOR_ROLE();
        vm.startPrank(GOVERNOR);
        steward.propose(role, EVE, true);
        bytes32 id = steward.propose(steward.GOVERNOR_ROLE(), EVE, true);
        vm.warp(block.timestamp + 2 days);
        steward.enact(role, EVE, true);
        vm.stopPrank();
        vm.prank(GUARDIAN);
        steward.veto(id);
        require(steward.isCurator(EVE) && !steward.isGovernor(EVE), "one of two");
        vm.startPrank(GOVERNOR);
        steward.propose(role, EVE, false);
        vm.warp(block.timestamp + 10 days);
        steward.propose(role, EVE, false);
        treasury.setRates(300, 50, 2_000);
        treasury.spend(GOVERNOR, 1_000e18);
        ITierStaking.Tier[] memory tiers = new ITierStaking.Tier[](1);
        tiers[0] = ITierStaking.Tier(1e18, 2);
        staking.setTiers(tiers);
        (address a, address b, address c, address d) = factory.templates();
        factory.setTemplates(LaunchFactory.Templates(a, b, c, d));
        vm.stopPrank();
        IBondingCurve.CurveTerms memory terms = curveTerms("Late", "LATE", 1_000e18);
        bytes32 termsHash = factory.curveHash(terms);
        seen[termsHash] = true;
        vm.startPrank(MAKER);
        uint256 proposal = registry.propose(0);
        registry.amend(proposal, termsHash);
        vm.stopPrank();
        vm.prank(OTHER);
        registry.approve(proposal, termsHash);
        vm.prank(FIRST);
        registry.approve(proposal, termsHash);
        vm.prank(MAKER);
        (IBondingCurve made,) = factory.launchCurve(proposal, terms);
        require(registry.leadOf(address(made)) == OTHER && registry.proposals() == proposal + 1, "amended");
        require(staking.weightAt(CEE, block.timestamp) == 2, "of the new tiers");
    }

    function target() public view virtual returns (address) {
        return address(sale);
    }
}
