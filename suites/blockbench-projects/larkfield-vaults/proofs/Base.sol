// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20Permit.sol";
import {Deployment} from "../script/Deployment.sol";
import {Timelocked} from "../src/access/Timelocked.sol";
import {Role} from "../src/interfaces/IAuthority.sol";
import {IExitQueue, IRewardSeller, IRouter} from "../src/interfaces/IServices.sol";
import {ILendingPool, IStrategy} from "../src/interfaces/IStrategy.sol";
import {IExchange, IPair, IPriceBook, ISource} from "../src/interfaces/ITrade.sol";
import {IMandate, IVault} from "../src/interfaces/IVault.sol";
import {VaultLens} from "../src/periphery/VaultLens.sol";
import {ShareStaking} from "../src/staking/ShareStaking.sol";
import {HoldingStrategy} from "../src/strategies/HoldingStrategy.sol";
import {LendingStrategy} from "../src/strategies/LendingStrategy.sol";
import {Vault} from "../src/vault/Vault.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
}

abstract contract Made {
    address private immutable _maker = msg.sender;

    modifier made() {
        require(msg.sender == _maker, "maker only");
        _;
    }
}

abstract contract Minted is ERC20, Made {
    function mint(address to, uint256 amount) external made {
        _mint(to, amount);
    }
}

contract Usd is ERC20Permit, Minted {
    constructor() ERC20("USD", "USD") ERC20Permit("USD") {}

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

interface IReceiver {
    function onReceived(uint256 amount) external;
}

/// Tells contracts what they get. Those that do not want to know it get it as well.
contract Btc is Minted {
    constructor() ERC20("BTC", "BTC") {}

    function decimals() public pure override returns (uint8) {
        return 8;
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (to.code.length > 0) {
            try IReceiver(to).onReceived(amount) {} catch {}
        }
    }
}

contract Oat is Minted {
    constructor() ERC20("OAT", "OAT") {}
}

contract Rye is Minted {
    constructor() ERC20("RYE", "RYE") {}
}

/// Publishes once a minute what it was told.
contract Source is ISource, Made {
    uint256 private _answer;
    uint256 private _lag;

    constructor(uint256 answer) {
        _answer = answer;
    }

    function tell(uint256 answer, uint256 lag) external made {
        (_answer, _lag) = (answer, lag);
    }

    function decimals() external pure returns (uint8) {
        return 8;
    }

    function latest() external view returns (uint256 answer, uint256 updatedAt) {
        return (_answer, block.timestamp - (block.timestamp % 60) - _lag);
    }
}

/// A pool of two tokens with a constant product and a fee of 0.3 %.
contract Pair is IPair {
    IERC20 public immutable token0;
    IERC20 public immutable token1;
    mapping(IERC20 => uint256) private _reserve;

    constructor(IERC20 first, IERC20 second) {
        (token0, token1) = (first, second);
    }

    /// What was paid in belongs to all.
    function sync() public {
        (_reserve[token0], _reserve[token1]) = (token0.balanceOf(address(this)), token1.balanceOf(address(this)));
    }

    function quote(IERC20 from, uint256 amount) public view returns (uint256) {
        uint256 paid = amount * 997;
        return paid * _reserve[from == token0 ? token1 : token0] / (_reserve[from] * 1_000 + paid);
    }

    function swap(IERC20 from, uint256 amount, address to) external returns (uint256 out) {
        require(from == token0 || from == token1, "another token");
        require(from.balanceOf(address(this)) >= _reserve[from] + amount, "not paid");
        out = quote(from, amount);
        (from == token0 ? token1 : token0).transfer(to, out);
        sync();
    }
}

/// Lends what it gets. Its index is what it was told, and what is lent comes back in daily steps.
contract Pool is ILendingPool, Made {
    IERC20 private immutable _asset;
    IERC20 private immutable _reward;
    uint256 public immutable supplyCap;
    uint256 public index = 1e18;
    uint256 private _all;
    uint256 private _lent;
    uint256 private _step;
    uint256 private _steps;
    uint256 private _since;
    bool private _stopped;
    mapping(address => uint256) private _parts;
    mapping(address => uint256) private _rewards;

    constructor(IERC20 asset, IERC20 reward, uint256 cap) {
        (_asset, _reward, supplyCap) = (asset, reward, cap);
    }

    function tell(uint256 index_) external made {
        index = index_;
    }

    /// Lends all it has but a part. A step comes back each day, and all of it after the last one.
    function lend(uint256 left, uint256 step, uint256 steps) external made {
        (_lent, _step, _steps, _since) = (_asset.balanceOf(address(this)) - left, step, steps, block.timestamp);
    }

    function give(address account, uint256 amount) external made {
        _rewards[account] += amount;
    }

    function stop(bool stopped) external made {
        _stopped = stopped;
    }

    function supply(uint256 assets, address to) external {
        require(totalSupplied() + assets <= supplyCap, "full");
        uint256 part = (assets * 1e36 + index - 1) / index;
        (_parts[to], _all) = (_parts[to] + part, _all + part);
        _asset.transferFrom(msg.sender, address(this), assets);
    }

    function withdraw(uint256 assets, address to) external {
        require(!_stopped, "stopped");
        require(assets <= cash(), "lent");
        uint256 part = assets * 1e36 / index;
        (_parts[msg.sender], _all) = (_parts[msg.sender] - part, _all - part);
        _asset.transfer(to, assets);
    }

    function claim(address to) external returns (uint256 amount) {
        amount = _rewards[msg.sender];
        _rewards[msg.sender] = 0;
        _reward.transfer(to, amount);
    }

    function balanceOf(address account) external view returns (uint256) {
        require(!_stopped, "stopped");
        return _parts[account] * index / 1e36;
    }

    function totalSupplied() public view returns (uint256) {
        return _all * index / 1e36;
    }

    function cash() public view returns (uint256) {
        uint256 held = _asset.balanceOf(address(this));
        uint256 past = (block.timestamp - _since) / 1 days;
        uint256 back = past < _steps ? past * _step : _lent;
        uint256 lent = back < _lent ? _lent - back : 0;
        return held > lent ? held - lent : 0;
    }
}

abstract contract Base is Deployment {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA1A1);
    address internal constant CEE = address(0xC3C3);
    address internal constant DEE = address(0xD4D4);
    address internal constant EVE = address(0xE5E5);
    address internal constant FAY = address(0xF6F6);
    address internal constant MAX = address(0x6D6D);
    address internal constant MIA = address(0x6E6E);
    address internal constant OWNER = address(0x0B01);
    address internal constant CURATOR = address(0x0B02);
    address internal constant ALLOCATOR = address(0x0B03);
    address internal constant GUARDIAN = address(0x0B04);
    address internal constant TREASURY = address(0x0B05);
    bytes32 internal constant LENT = "LENT";
    bytes32 internal constant SPARE = "SPARE";
    bytes32 internal constant HELD = "HELD";
    uint256 internal constant BO_KEY = 0xB0;
    uint256 internal constant START = 1_796_083_200;
    uint256 internal constant ALL = type(uint256).max;

    address internal BO; // signs orders
    Usd public usd;
    Btc public btc;
    Oat public oat;
    Rye internal rye;
    Source internal oatSource;
    Source internal ryeSource;
    Pair internal oats;
    Pair internal ryes;

    Vault internal core; // dollars, in two pools
    Pool internal first;
    Pool internal second;
    Pool internal third;
    LendingStrategy internal one;
    LendingStrategy internal two;
    LendingStrategy internal spare; // without a cap
    ShareStaking internal staking;

    Vault internal deep; // bitcoin, in one pool
    Pool internal well;
    LendingStrategy internal vale;

    Vault internal ridge; // dollars, in one pool that has lost 2 % and has recovered since
    Pool internal rock;
    LendingStrategy internal hill;

    Vault internal holm; // dollars, in one pool and one token
    Pool internal pond;
    LendingStrategy internal side;
    HoldingStrategy internal field;

    function setUp() public {
        vm.warp(START);
        BO = vm.addr(BO_KEY);
        usd = new Usd();
        btc = new Btc();
        oat = new Oat();
        rye = new Rye();
        deployLarkfield(TREASURY);
        markets();
        vaults();
        handOver(OWNER, CURATOR, ALLOCATOR, GUARDIAN);
        vm.prank(OWNER);
        authority.acceptOwnership();
        vm.prank(GUARDIAN);
        mandate.lowerCap(core, spare, 0);
        vm.prank(ALLOCATOR);
        mandate.setBuffer(core, 150_000e6);
        people();
        past();
        start();
    }

    /// Creates the account that acts in exploit(), with what it has.
    function start() internal virtual;

    // --- helpers ---

    function later(uint256 time) internal {
        vm.warp(block.timestamp + time);
    }

    function feed(Source source, uint256 price) internal pure returns (IPriceBook.Feed memory) {
        return IPriceBook.Feed(source, 1 hours, price / 2, price * 2);
    }

    function fund(address who, uint256 dollars, uint256 bits) internal {
        usd.mint(who, dollars);
        btc.mint(who, bits);
        rye.mint(who, 10_000e18);
        vm.startPrank(who);
        usd.approve(address(core), ALL);
        usd.approve(address(ridge), ALL);
        usd.approve(address(holm), ALL);
        if (who != BO) usd.approve(address(router), ALL);
        btc.approve(address(deep), ALL);
        rye.approve(address(router), ALL);
        core.approve(address(router), ALL);
        core.approve(address(exits), ALL);
        core.approve(address(staking), ALL);
        deep.approve(address(exits), ALL);
        ridge.approve(address(exits), ALL);
        vm.stopPrank();
    }

    function enter(Vault vault, address who, uint256 assets) internal returns (uint256 shares) {
        vm.prank(who);
        shares = vault.deposit(assets, who);
    }

    function curated(address where, bytes memory call) internal {
        vm.prank(CURATOR);
        Timelocked(where).submit(call);
    }

    /// Anybody executes what has waited.
    function done(address where, bytes memory call) internal {
        vm.prank(EVE);
        (bool executed,) = where.call(call);
        require(executed, "executed");
    }

    function order(IVault vault, uint256 shares, uint256 least, uint256 tip, uint256 nonce)
        internal
        view
        returns (IExitQueue.Order memory)
    {
        return IExitQueue.Order(vault, BO, BO, shares, least, tip, nonce, START + 365 days);
    }

    function signed(IExitQueue.Order memory o) internal returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(BO_KEY, exits.digestOf(o));
        return abi.encodePacked(r, s, v);
    }

    /// A profit that somebody pays in.
    function bonus(uint256 assets) internal {
        usd.mint(EVE, assets);
        vm.startPrank(EVE);
        usd.approve(address(core), assets);
        core.collect(assets);
        vm.stopPrank();
    }

    // --- world ---

    function markets() private {
        oatSource = new Source(1e8);
        ryeSource = new Source(2e8);
        oats = new Pair(usd, oat);
        ryes = new Pair(rye, usd);
        usd.mint(address(oats), 1_000_000e6);
        oat.mint(address(oats), 1_000_000e18);
        usd.mint(address(ryes), 4_000_000e6);
        rye.mint(address(ryes), 2_000_000e18);
        oats.sync();
        ryes.sync();
        deployToken(usd, feed(new Source(1e8), 1e18), usd, IPair(address(0)));
        deployToken(oat, feed(oatSource, 1e18), usd, oats);
        deployToken(rye, feed(ryeSource, 2e18), usd, ryes);
    }

    function vaults() private {
        core = deployVault(usd, "Larkfield core", "lfcUSD", MAX, 10_000_000e6, 500);
        deep = deployVault(btc, "Larkfield deep", "lfdBTC", MAX, 1_000e8, 500);
        ridge = deployVault(usd, "Larkfield ridge", "lfrUSD", MIA, 10_000_000e6, 500);
        holm = deployVault(usd, "Larkfield holm", "lfhUSD", MIA, 10_000_000e6, 500);
        _act(mandate, abi.encodeCall(IMandate.setFees, (core, 1_000, 100)));
        _act(mandate, abi.encodeCall(IMandate.setFees, (ridge, 1_000, 0)));
        (first, one) = lending(core, LENT, 350_000e6, 1_000_000e6, 2_000_000e6);
        (second, two) = lending(core, LENT, 350_000e6, 1_000_000e6, 2_000_000e6);
        (third, spare) = lending(core, SPARE, 100_000e6, 500_000e6, 2_000_000e6);
        (well, vale) = lending(deep, LENT, 100e8, 100e8, 1_000e8);
        (rock, hill) = lending(ridge, LENT, 3_000_000e6, 3_000_000e6, 5_000_000e6);
        (pond, side) = lending(holm, LENT, 60_000e6, 60_000e6, 1_000_000e6);
        field = new HoldingStrategy(holm, seller, oat, rye, exchange, prices, 200);
        deployStrategy(holm, field, HELD, 50_000e6, 50_000e6);
        staking = new ShareStaking(authority, core, oat);
    }

    function lending(Vault vault, bytes32 group, uint256 cap, uint256 groupCap, uint256 supplyCap)
        private
        returns (Pool pool, LendingStrategy strategy)
    {
        pool = new Pool(IERC20(vault.asset()), oat, supplyCap);
        strategy = new LendingStrategy(vault, seller, oat, pool);
        deployStrategy(vault, strategy, group, cap, groupCap);
        // pays the interest
        if (vault == deep) btc.mint(address(pool), 10e8);
        else usd.mint(address(pool), 100_000e6);
        oat.mint(address(pool), 200_000e18);
    }

    function people() private {
        fund(ANA, 2_000_000e6, 40e8);
        fund(BO, 500_000e6, 40e8);
        fund(CEE, 400_000e6, 10e8);
        fund(DEE, 200_000e6, 0);
        fund(FAY, 200_000e6, 0);
        enter(core, ANA, 400_000e6);
        enter(core, BO, 200_000e6);
        enter(core, CEE, 150_000e6);
        enter(core, DEE, 100_000e6);
        enter(deep, ANA, 30e8);
        enter(deep, BO, 20e8);
        enter(ridge, ANA, 900_000e6);
        enter(ridge, BO, 100_000e6);
        enter(holm, FAY, 100_000e6);
        vm.prank(DEE);
        staking.stake(50_000e12, DEE);
    }

    function past() private {
        later(1 days);
        rock.tell(0.98e18);
        vm.prank(EVE);
        ridge.settle();
        rock.tell(0.998e18);
        bytes memory more = abi.encodeCall(mandate.raiseCap, (core, one, 600_000e6));
        bytes memory most = abi.encodeCall(mandate.raiseCap, (core, two, 600_000e6));
        curated(address(mandate), more);
        curated(address(mandate), most);
        later(3 days);
        done(address(mandate), more);
        done(address(mandate), most);
    }

    // --- honest use ---

    function test_Regular() public {
        later(15 days); // whatever was locked or lent before is available
        begins();
        earns();
        deposits4626();
        routes();
        orders();
        waits();
        stakes();
        moves();
        splits();
        absorbs();
        holds();
        loses();
        governed();
        owned();
    }

    /// What setUp() left.
    function begins() private {
        VaultLens.Overview memory v = lens.overview(core);
        require(v.asset == address(usd) && v.shortfall == 0 && v.locked == 0 && !v.isClosed, "nothing is lost or locked");
        require(v.totalAssets >= 850_000e6 && v.idle >= 150_000e6 && v.liquidity == v.totalAssets, "all of it is there");
        require(core.decimals() == 12 && deep.decimals() == 14, "six decimals more");
        VaultLens.StrategyView[] memory s = lens.strategies(core);
        require(s.length == 3 && s[0].cap == 600_000e6 && s[0].isValued && s[0].payableNow == s[0].value, "at work");
        require(ridge.shortfall() == 20_000e6 && lens.pendingProfit(ridge, hill) > 17_999e6, "not reported yet");
        vm.prank(EVE);
        core.settle();
    }

    function grow(Pool pool, uint256 per) private {
        pool.tell(pool.index() * (1_000 + per) / 1_000);
    }

    /// Two reports and a sale in one second. What they bring is available after a week.
    function earns() private {
        uint256 price = core.convertToAssets(1e18);
        uint256 fees = core.balanceOf(address(splitter));
        grow(first, 20);
        grow(second, 10);
        first.give(address(one), 2_000e18);
        vm.startPrank(EVE);
        one.harvest();
        require(seller.worthOf(core, oat) >= 2_000e6, "worth of the rewards");
        uint256 gain = core.report(one);
        require(gain > 6_900e6 && gain < 8_100e6, "two percent");
        gain += core.report(two);
        uint256 received = seller.sell(core, oat, 2_000e18, 1, block.timestamp);
        vm.stopPrank();
        require(received > 1_980e6 && usd.balanceOf(EVE) >= received * 50 / 10_000, "sold for a tip");
        gain += received - received * 50 / 10_000;
        uint256 locked = core.lockedProfit();
        require(locked <= gain * 9 / 10 + 3 && locked + 3 >= gain * 9 / 10, "a tenth is a fee");
        require(core.balanceOf(address(splitter)) > fees, "the fee");
        near(core.convertToAssets(1e18), price, 9, "the price stays");
        later(3.5 days);
        near(core.lockedProfit(), locked / 2, 2, "half is available");
        later(3.5 days);
        require(core.lockedProfit() == 0 && core.convertToAssets(1e18) > price * 101 / 100, "all is");
        vm.startPrank(ANA);
        core.collect(1_000e6);
        vm.stopPrank();
        near(core.lockedProfit(), 900e6, 2, "a present");
        later(7 days);
    }

    function near(uint256 a, uint256 b, uint256 most, string memory what) private pure {
        require(a <= b + most && b <= a + most, what);
    }

    function deposits4626() private {
        vm.startPrank(ANA);
        uint256 cost = core.previewMint(1_000e12);
        require(core.mint(1_000e12, ANA) == cost && cost > 1_000e6, "minted");
        uint256 worth = core.previewWithdraw(500e6);
        require(core.withdraw(500e6, CEE, ANA) == worth && worth < 500e12, "withdrawn");
        uint256 value = core.previewRedeem(400e12);
        require(core.redeem(400e12, ANA, ANA) == value && value > 400e6, "redeemed");
        core.transfer(FAY, 10e12);
        core.approve(FAY, 20e12);
        vm.stopPrank();
        vm.startPrank(FAY);
        core.transferFrom(ANA, FAY, 15e12);
        core.redeem(5e12, FAY, ANA);
        vm.stopPrank();
        require(core.balanceOf(FAY) == 25e12, "twice");
        require(core.maxWithdraw(CEE) >= 150_000e6 && core.maxRedeem(CEE) == core.balanceOf(CEE), "as much as it has");
        require(core.maxMint(CEE) > 1_000_000e12 && core.maxDeposit(CEE) > 9_000_000e6, "room");
    }

    function routes() private {
        uint256 deadline = block.timestamp;
        vm.startPrank(CEE);
        uint256 shares = router.deposit(core, 10_000e6, 9_000e12, CEE, deadline);
        require(router.redeem(core, shares, 9_999e6, CEE, deadline) >= 9_999e6, "there and back");
        shares = router.zapIn(core, rye, 1_000e18, 1_800e12, CEE, deadline);
        require(router.zapOut(core, shares, rye, 990e18, CEE, deadline) >= 990e18, "sold and bought");
        shares = router.migrate(core, holm, 2_000e12, 2_000e12, CEE, deadline);
        require(holm.balanceOf(CEE) == shares && lens.previewZap(core, rye, 1e18) > 0, "moved");
        vm.stopPrank();
        bytes32 kind = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 what = keccak256(abi.encode(kind, BO, address(router), 3_000e6, usd.nonces(BO), deadline));
        what = keccak256(abi.encodePacked(hex"1901", usd.DOMAIN_SEPARATOR(), what));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(BO_KEY, what);
        IRouter.Permit memory permit = IRouter.Permit(BO, 3_000e6, deadline, v, r, s);
        usd.permit(BO, address(router), 3_000e6, deadline, v, r, s); // somebody is first
        vm.prank(BO);
        require(router.depositWithPermit(core, 3_000e6, 2_800e12, BO, deadline, permit) > 0, "with a permit");
        require(usd.allowance(BO, address(router)) == 0 && usd.balanceOf(address(router)) == 0, "nothing is left");
    }

    /// What a wallet signs for an order whose type begins with this value.
    function typed(IExitQueue.Order memory o, string memory name, address value) private view returns (bytes32) {
        string memory rest = ",address owner,address receiver,uint256 shares,uint256 minAssets,uint256 tip";
        rest = string.concat("Exit(address ", name, rest, ",uint256 nonce,uint256 deadline)");
        bytes memory first = abi.encode(keccak256(bytes(rest)), value, o.owner, o.receiver);
        bytes32 what = keccak256(bytes.concat(first, abi.encode(o.shares, o.minAssets, o.tip, o.nonce, o.deadline)));
        bytes32 kind = keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
        bytes memory domain = abi.encode(kind, keccak256("Larkfield exits"), keccak256("1"), block.chainid, address(exits));
        return keccak256(abi.encodePacked(hex"1901", keccak256(domain), what));
    }

    /// Orders and requests that are filled at once.
    function orders() private {
        IExitQueue.Order memory o = order(core, 2_000e12, 1_900e6, 5e6, 41);
        bytes32 digest = exits.digestOf(o);
        bool isTyped = digest == typed(o, "vault", address(core)) || digest == typed(o, "factory", address(factory));
        require(isTyped, "wallets show what is signed");
        bytes memory signature = signed(o);
        vm.prank(FAY);
        uint256 id = exits.requestSigned(o, signature);
        vm.startPrank(CEE);
        exits.request(core, 1_000e12, 900e6, DEE);
        uint256 back = exits.request(core, 100e12, 0, CEE);
        exits.request(core, 100e12, 200e6, CEE); // wants too much
        exits.request(core, 300e12, 0, CEE);
        require(exits.cancel(core, back) == 100e12, "taken back");
        vm.stopPrank();
        require(lens.sharesBefore(core, id + 4) == 3_100e12, "before it");
        uint256 has = core.balanceOf(CEE);
        vm.prank(EVE);
        require(exits.process(core, 2) == 2 && exits.headOf(core) == id + 2, "two of them");
        require(exits.process(core, 9) == 3 && exits.headOf(core) == exits.countOf(core), "all");
        require(core.balanceOf(CEE) == has + 100e12 && exits.requestOf(core, id).owner == address(0), "one went back");
        require(exits.owed(usd, FAY) == 5e6 && exits.owed(usd, BO) > 1_995e6, "the tip, and the rest");
        (, uint256 claimable) = lens.balanceOf(core, DEE);
        uint256 before = usd.balanceOf(DEE);
        require(claimable > 1_000e6 && exits.claim(usd, DEE) == claimable, "claimed");
        require(usd.balanceOf(DEE) == before + claimable, "paid");
        exits.claim(usd, FAY);
        exits.claim(usd, BO);
        vm.prank(BO);
        exits.giveUp(42);
        require(exits.isUsed(BO, 41) && exits.isUsed(BO, 42) && !exits.isUsed(BO, 43), "used and given up");
    }

    /// A request that is filled in parts.
    function waits() private {
        vm.prank(ANA);
        uint256 id = exits.request(deep, 5e14, 4.9e8, ANA);
        well.lend(1e8, 3e8, 4);
        require(exits.process(deep, 1) == 0, "not all of it");
        require(exits.owed(btc, ANA) == 1e8 && exits.requestOf(deep, id).shares > 3.9e14, "a part");
        vm.prank(ANA);
        require(deep.maxRedeem(ANA) == 0, "nothing is left");
        later(1 days);
        require(exits.process(deep, 1) == 0 && exits.owed(btc, ANA) == 4e8, "another part");
        later(4 days);
        require(exits.process(deep, 3) == 1 && exits.claim(btc, ANA) >= 5e8 - 1, "the rest");
    }

    function stakes() private {
        oat.mint(CURATOR, 7_000e18);
        vm.startPrank(CURATOR);
        oat.approve(address(staking), ALL);
        staking.fund(7_000e18);
        vm.stopPrank();
        vm.prank(CEE);
        staking.stake(50_000e12, CEE);
        later(1 days);
        near(staking.rewardOf(CEE), 500e18, 1e9, "half of a day");
        vm.startPrank(CEE);
        staking.unstake(50_000e12, CEE);
        near(staking.takeReward(CEE), 500e18, 1e9, "taken");
        vm.stopPrank();
        vm.prank(DEE);
        staking.unstake(50_000e12, DEE);
        later(2 days);
        vm.startPrank(DEE);
        core.approve(address(staking), ALL);
        staking.stake(50_000e12, FAY);
        vm.stopPrank();
        later(4 days);
        near(staking.rewardOf(FAY), 4_000e18, 1e9, "alone");
        oat.mint(CURATOR, 5_000e18);
        vm.prank(CURATOR);
        staking.fund(5_000e18);
        later(7 days);
        near(staking.rewardOf(FAY), 11_000e18, 1e9, "with what nobody earned");
        vm.startPrank(FAY);
        staking.takeReward(FAY);
        staking.unstake(50_000e12, DEE);
        vm.stopPrank();
    }

    function moves() private {
        uint256 all = core.totalAssets();
        IStrategy[] memory list = new IStrategy[](3);
        (list[0], list[1], list[2]) = (two, one, spare);
        vm.startPrank(ALLOCATOR);
        require(core.deallocate(two, 20_000e6, 20_000e6) == 20_000e6, "back");
        core.allocate(one, 10_000e6);
        mandate.setOrder(core, list);
        mandate.setBuffer(core, 100_000e6);
        vm.stopPrank();
        uint256[] memory parts = new uint256[](2);
        (parts[0], parts[1]) = (4_000, 3_000);
        list = new IStrategy[](2);
        (list[0], list[1]) = (one, two);
        vm.prank(CURATOR);
        targets.setTargets(core, list, parts);
        vm.prank(EVE);
        targets.rebalance(core);
        near(core.debtOf(one), all * 4 / 10, 1e6, "four tenths");
        near(core.debtOf(two), all * 3 / 10, 1e6, "three tenths");
        (, uint256[] memory set) = targets.targetsOf(core);
        require(set.length == 2 && core.totalAssets() == all, "nothing is lost on the way");
    }

    function splits() private {
        splitter.split(core);
        uint256 forManager = splitter.owed(core, MAX);
        require(forManager > 1_000e12 && splitter.owed(core, TREASURY) * 4 <= forManager + 4, "four to one");
        vm.prank(MAX);
        require(splitter.pay(core, MAX) == forManager && core.balanceOf(MAX) == forManager, "paid");
        vm.prank(TREASURY);
        splitter.pay(core, TREASURY);
        later(30 days);
        vm.prank(MAX);
        splitter.changeManager(core, MIA);
        require(splitter.managerOf(core) == MIA && splitter.owed(core, MAX) > 400e12, "its month");
        require(splitter.owed(core, MIA) == 0, "not the other's");
        vm.prank(CURATOR);
        splitter.setRate(1_000);
        splitter.split(core);
        vm.prank(MAX);
        splitter.pay(core, MAX);
    }

    /// What is locked makes up for a loss.
    function absorbs() private {
        grow(first, 10);
        vm.prank(EVE);
        core.report(one);
        later(1 days);
        uint256 before = core.totalAssets();
        uint256 locked = core.lockedProfit();
        second.tell(second.index() * 999 / 1_000);
        require(core.totalAssets() == before, "counts at once, against what is locked");
        core.settle();
        require(core.totalAssets() == before && core.shortfall() > 200e6, "booked");
        near(core.lockedProfit(), locked - core.shortfall(), 2, "less is locked");
        later(7 days);
    }

    /// A strategy that is not used any more, and one that holds a token.
    function holds() private {
        grow(pond, 10);
        vm.startPrank(ALLOCATOR);
        holm.deallocate(side, 60_000e6, 60_000e6);
        vm.stopPrank();
        vm.prank(GUARDIAN);
        mandate.lowerCap(holm, side, 0);
        vm.startPrank(CURATOR);
        mandate.removeStrategy(holm, side);
        mandate.salvage(holm, side);
        vm.stopPrank();
        near(holm.lockedProfit(), 600e6, 1, "what it had left");
        vm.startPrank(ALLOCATOR);
        holm.allocate(field, 20_000e6);
        vm.stopPrank();
        uint256 worth = field.totalAssets();
        require(worth > 19_300e6 && worth < 19_600e6 && field.maxWithdraw() == worth, "less the tolerance");
        holm.settle();
        require(holm.shortfall() == 20_000e6 - worth, "a purchase costs its tolerance");
        oat.mint(address(field), 500e18);
        field.harvest();
        require(seller.held(holm, oat) == 500e18, "brought");
        vm.prank(ALLOCATOR);
        require(holm.deallocate(field, 5_000e6, 5_000e6) > 5_000e6, "sold");
        bytes memory off = abi.encodeCall(mandate.writeOff, (holm, field));
        curated(address(mandate), off);
        later(3 days);
        done(address(mandate), off);
        require(holm.totalAssets() == holm.idle(), "lost");
        require(holm.isClosed() && mandate.strategies(holm).length == 0 && holm.totalDebt() == 0, "too much");
    }

    function loses() private {
        vm.prank(ALLOCATOR);
        ridge.deallocate(hill, 10_000e6, 10_000e6);
        rock.tell(0.96e18);
        uint256 seen = ridge.totalAssets();
        ridge.settle();
        require(ridge.totalAssets() == seen && ridge.shortfall() > 30_000e6 && !ridge.isClosed(), "within the limit");
        later(1 hours);
        rock.tell(0.92e18);
        require(ridge.maxDeposit(ANA) == 0, "closes");
        ridge.settle();
        require(ridge.isClosed(), "too much in a day");
        vm.prank(CURATOR);
        ridge.reopen();
        rock.stop(true);
        require(ridge.maxDeposit(ANA) == 0 && ridge.liquidity() == 10_000e6, "nobody knows");
        vm.prank(ANA);
        ridge.withdraw(5_000e6, ANA, ANA);
        rock.stop(false);
        enter(ridge, ANA, 1_000e6);
        vm.prank(GUARDIAN);
        ridge.close();
        vm.prank(CURATOR);
        ridge.reopen();
    }

    function governed() private {
        address m = address(mandate);
        bytes[] memory calls = new bytes[](5);
        calls[0] = abi.encodeCall(mandate.raiseCap, (deep, vale, 120e8));
        calls[1] = abi.encodeCall(mandate.raiseGroupCap, (deep, LENT, 150e8));
        calls[2] = abi.encodeCall(mandate.setFees, (deep, 500, 50));
        calls[3] = abi.encodeCall(mandate.setLossLimit, (deep, 600));
        calls[4] = abi.encodeCall(mandate.addStrategy, (holm, side, LENT));
        bytes memory terms = abi.encodeCall(seller.setTerms, (100, 40));
        bytes memory source = abi.encodeCall(prices.setFeed, (rye, feed(oatSource, 1e18)));
        bytes memory pair = abi.encodeCall(exchange.setPair, (usd, oat, oats));
        bytes memory dear = abi.encodeCall(mandate.setFees, (deep, 3_000, 500));
        for (uint256 i = 0; i < 5; i++) {
            curated(m, calls[i]);
        }
        curated(m, dear);
        curated(address(seller), terms);
        curated(address(prices), source);
        curated(address(exchange), pair);
        bytes memory wide = abi.encodeCall(seller.setTerms, (500, 200));
        curated(address(seller), wide);
        vm.startPrank(GUARDIAN);
        mandate.withhold(dear);
        seller.withhold(wide);
        vm.stopPrank();
        later(3 days);
        for (uint256 i = 0; i < 5; i++) {
            done(m, calls[i]);
        }
        done(address(seller), terms);
        done(address(prices), source);
        done(address(exchange), pair);
        vm.startPrank(GUARDIAN);
        mandate.lowerCap(deep, vale, 110e8);
        mandate.lowerGroupCap(deep, LENT, 120e8);
        vm.stopPrank();
        vm.startPrank(CURATOR);
        mandate.setFeeRecipient(deep, TREASURY);
        mandate.setDepositLimit(deep, 900e8);
        IVault more = factory.create(usd, "Larkfield more", "lfmUSD", MIA, 1e6);
        vm.stopPrank();
        IMandate.Terms memory t = mandate.termsOf(deep);
        require(t.performanceRate == 500 && t.managementRate == 50 && t.lossLimit == 600, "new terms");
        require(t.feeRecipient == TREASURY && t.depositLimit == 900e8 && factory.isVault(address(more)), "set");
        require(mandate.roomOf(deep, vale) > 60e8 && seller.tolerance() == 100 && prices.priceOf(rye) == 1e18, "in use");
        oat.mint(DEE, 10e18);
        vm.startPrank(DEE);
        oat.approve(address(seller), ALL);
        seller.bring(core, oat, 10e18);
        vm.stopPrank();
    }

    function owned() private {
        vm.startPrank(OWNER);
        authority.propose(Role.Guardian, EVE);
        authority.propose(Role.Allocator, DEE);
        vm.stopPrank();
        vm.prank(GUARDIAN);
        authority.cancel(Role.Allocator, DEE);
        later(3 days);
        authority.enact(Role.Guardian, EVE);
        require(authority.hasRole(Role.Guardian, EVE) && !authority.hasRole(Role.Allocator, DEE), "one of two");
        vm.startPrank(OWNER);
        authority.revoke(Role.Guardian, EVE);
        authority.raiseDelay(4 days);
        authority.offerOwnership(MIA);
        vm.stopPrank();
        vm.prank(MIA);
        authority.acceptOwnership();
        require(authority.owner() == MIA && authority.delay() == 4 days, "another owner");
    }

    function target() public view virtual returns (address) {
        return address(core);
    }
}
