// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {Deployment} from "../script/Deployment.sol";
import {CollateralGate} from "../src/core/CollateralGate.sol";
import {Ledger} from "../src/core/Ledger.sol";
import {IDelayedFeed, IPriceBook, ISource} from "../src/interfaces/IFeeds.sol";
import {IDollar, IPegModule, ISavings} from "../src/interfaces/IDollars.sol";
import {ILedger} from "../src/interfaces/ILedger.sol";
import {IAuctionHouse, ILiquidator, ITaker} from "../src/interfaces/ILiquidation.sol";
import {IBuffer, ISurplusAuction} from "../src/interfaces/ISurplus.sol";
import {AuctionHouse} from "../src/liquidation/AuctionHouse.sol";
import {Liquidator} from "../src/liquidation/Liquidator.sol";
import {DelayedFeed} from "../src/oracle/DelayedFeed.sol";
import {PriceBook} from "../src/oracle/PriceBook.sol";
import {PegModule} from "../src/peg/PegModule.sol";
import {SaleKeeper} from "../src/periphery/SaleKeeper.sol";
import {SystemLens} from "../src/periphery/SystemLens.sol";
import {Savings} from "../src/savings/Savings.sol";
import {Dollar} from "../src/token/Dollar.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
}

abstract contract Coin is ERC20 {
    address private immutable _maker = msg.sender;

    constructor(string memory name_) ERC20(name_, name_) {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == _maker, "maker only");
        _mint(to, amount);
    }
}

contract Usdc is Coin("USDC") {
    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

contract Weth is Coin("WETH") {}

contract Gold is Coin("GOLD") {
    function decimals() public pure override returns (uint8) {
        return 3;
    }
}

contract Source is ISource {
    address private immutable _maker = msg.sender;
    uint256 private answer;
    uint256 private updated_at;

    constructor(uint256 answer_) {
        set(answer_);
    }

    function set(uint256 answer_) public {
        require(msg.sender == _maker, "maker only");
        (answer, updated_at) = (answer_, block.timestamp);
    }

    function decimals() external pure returns (uint8) {
        return 8;
    }

    function latest() external view returns (uint256, uint256) {
        return (answer, updated_at);
    }
}

abstract contract Base is Deployment {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA1A1);
    address internal constant BO = address(0xB0B0);
    address internal constant CEE = address(0xC3C3);
    address internal constant DEE = address(0xD3D3);
    address internal constant EVE = address(0xE4E4);
    address internal constant GOVERNANCE = address(0x6070);
    address internal constant GUARDIAN = address(0x6A7D);
    bytes32 internal constant WETH_A = "WETH-A";
    bytes32 internal constant GOLD_A = "GOLD-A";
    uint256 internal constant START = 1_790_208_000;
    uint256 internal constant YEAR = 365 days;
    uint256 internal constant ALL = type(uint256).max;

    Usdc public usdc;
    Weth public weth;
    Gold public gold;
    IERC20 public pld;
    Source internal weth_source;
    Source internal gold_source;
    CollateralGate internal weth_gate;
    CollateralGate internal gold_gate;
    DelayedFeed internal weth_feed;
    DelayedFeed internal gold_feed;
    SaleKeeper internal keeper;

    function setUp() public {
        vm.warp(START);
        (usdc, weth, gold) = (new Usdc(), new Weth(), new Gold());
        (weth_source, gold_source) = (new Source(2_000e8), new Source(80e8));
        deploy_system(usdc, 1_000_000e18, 100_000e18);
        pld = dollar;
        (weth_gate, weth_feed) = deploy_kind(
            KindPlan(WETH_A, weth, weth_source, 1.5e18, 0.05e18 / YEAR, 1_000_000e18, 1_000e18, 1.13e18, 60_000e18), GUARDIAN, GOVERNANCE
        );
        (gold_gate, gold_feed) = deploy_kind(
            KindPlan(GOLD_A, gold, gold_source, 1.25e18, 0.02e18 / YEAR, 500_000e18, 1_000e18, 1.08e18, 80_000e18), GUARDIAN, GOVERNANCE
        );
        peg.set_fees(0, 0.001e18);
        savings.set_rate(0.08e18 / YEAR);
        hand_over(GOVERNANCE);
        people();
        vm.warp(START + 60 days);
        publish(1_900e8, 80e8);
        weth_feed.advance();
        gold_feed.advance();
        vm.warp(block.timestamp + 1 hours);
        publish(1_900e8, 800e8); // the answer for gold is wrong
        weth_feed.advance();
        gold_feed.advance();
        vm.prank(GUARDIAN);
        gold_feed.stop();
        book.update(WETH_A);
        vm.prank(EVE);
        liquidator.liquidate(WETH_A, DEE);
        start();
    }

    /// Creates the account that acts in exploit(), with what it has.
    function start() internal virtual;

    function publish(uint256 weth_answer, uint256 gold_answer) internal {
        weth_source.set(weth_answer);
        gold_source.set(gold_answer);
    }

    function people() private {
        usdc.mint(BO, 700_000e6);
        weth.mint(ANA, 100e18);
        weth.mint(CEE, 30e18);
        weth.mint(DEE, 40e18);
        gold.mint(ANA, 2_000_000);
        vm.startPrank(BO);
        usdc.approve(address(peg), ALL);
        dollar.approve(address(savings), ALL);
        dollar.approve(address(house), ALL);
        peg.swap_in(600_000e6, BO);
        savings.deposit(200_000e18, BO);
        dollar.transfer(address(buffer), 6_000e18);
        vm.stopPrank();
        borrow(ANA, 100e18, 60_000e18);
        borrow(CEE, 30e18, 39_000e18);
        borrow(DEE, 40e18, 52_000e18);
        keel.transfer(CEE, 10_000e18);
        keel.transfer(DEE, 10_000e18);
        vm.startPrank(ANA);
        gold.approve(address(gold_gate), ALL);
        gold_gate.deposit(1_000_000, ANA);
        vm.stopPrank();
        vm.startPrank(EVE);
        keeper = new SaleKeeper(house, liquidator, peg, dollar, usdc);
        vm.stopPrank();
    }

    function borrow(address who, uint256 collateral, uint256 debt) private {
        vm.startPrank(who);
        weth.approve(address(weth_gate), ALL);
        weth_gate.deposit(collateral, who);
        ledger.lock(WETH_A, who, collateral);
        ledger.draw(WETH_A, who, debt, who);
        vm.stopPrank();
    }

    // --- honest use ---

    function test_Regular() public {
        sale();
        feeds();
        positions();
        router_use();
        swaps();
        saved();
        keeping();
        surplus_use();
        governed();
    }

    /// The sale that is open: a part is bought, the price falls too far, and it is restarted.
    function sale() private {
        vm.warp(block.timestamp + 1 hours);
        require(house.price_of(1) == 1_900e18, "a sixth below the first price");
        vm.prank(BO);
        house.take(1, 10e18, 1_900e18, BO, "");
        require(ledger.free_of(WETH_A, BO) == 10e18 && house.sale_of(1).lot == 30e18, "bought");
        require(house.for_sale(WETH_A) == 30e18 && lens.sale(1).all_cost < 41_000e18, "seen by the lens");
        vm.warp(block.timestamp + 3 hours);
        require(house.needs_restart(1), "below the floor");
        uint256 before = dollar.balanceOf(EVE);
        vm.prank(EVE);
        house.restart(1);
        require(dollar.balanceOf(EVE) > before + 400e18 && house.price_of(1) == 2_280e18, "started anew");
        vm.warp(block.timestamp + 1 hours);
        vm.prank(BO);
        house.take(1, ALL, ALL, BO, "");
        require(house.sale_of(1).started_at == 0 && liquidator.room(WETH_A) == 60_000e18, "over");
        require(ledger.free_of(WETH_A, DEE) > 8e18, "the owner gets what is left");
        uint256 missing = ledger.deficit();
        require(missing > 52_000e18 && buffer.cover() == missing, "the sale brought in what was owed");
        vm.prank(BO);
        weth_gate.withdraw(10e18, BO);
        require(weth.balanceOf(BO) == 10e18, "taken out");
    }

    function feeds() private {
        publish(1_900e8, 81e8);
        gold_feed.advance();
        weth_feed.advance();
        (, bool usable) = weth_feed.peek();
        require(usable, "the other feed goes on");
        vm.prank(GUARDIAN);
        weth_feed.stop();
        vm.startPrank(GOVERNANCE);
        gold_feed.resume();
        weth_feed.resume();
        gold_feed.rely(CEE);
        gold_feed.deny(CEE);
        vm.stopPrank();
        book.update(GOLD_A);
        book.update(WETH_A);
        require(book.market_price(GOLD_A) == 81e18, "the right answer");
        require(ledger.kind_of(GOLD_A).price == 64.8e18, "by the ratio");
    }

    function positions() private {
        vm.startPrank(ANA);
        ledger.lock(GOLD_A, ANA, 1_000e18);
        ledger.draw(GOLD_A, ANA, 20_000e18, ANA);
        require(ledger.position_of(GOLD_A, ANA).shares < 20_000e18, "a share is worth more by now");
        ledger.unlock(GOLD_A, ANA, 400e18, ANA);
        require(gold_gate.available(ANA) == 400_000, "seen at the gate");
        gold_gate.withdraw(100e18, ANA);
        require(gold.balanceOf(ANA) == 1_100_000, "gold taken out");
        ledger.move(GOLD_A, CEE, 50e18);
        ledger.repay(GOLD_A, ANA, 5_000e18);
        uint256 debt = ledger.debt_of(GOLD_A, ANA);
        require(debt > 14_999e18 && debt <= 15_001e18, "repaid");
        ledger.manage(DEE, true);
        vm.stopPrank();
        vm.startPrank(DEE);
        ledger.give(GOLD_A, ANA, DEE, 100e18, 2_000e18);
        ledger.draw(GOLD_A, ANA, 1_000e18, DEE);
        vm.stopPrank();
        require(ledger.position_of(GOLD_A, DEE).collateral == 100e18 && ledger.is_safe(GOLD_A, DEE), "given");
        vm.prank(ANA);
        ledger.manage(DEE, false);
        ledger.accrue(WETH_A);
        SystemLens.PositionView memory v = lens.position(GOLD_A, ANA);
        require(v.collateral == 500e18 && v.may_draw > 18_000e18 && v.may_unlock > 200e18 && v.health > 2e18, "seen by the lens");
    }

    function router_use() private {
        weth.mint(EVE, 5e18);
        vm.startPrank(EVE);
        weth.approve(address(router), ALL);
        dollar.approve(address(router), ALL);
        ledger.manage(address(router), true);
        router.open(weth_gate, 5e18, 3_000e18);
        vm.warp(block.timestamp + 1 days);
        router.reduce(WETH_A, 500e18);
        require(ledger.debt_of(WETH_A, EVE) > 2_500e18, "interest");
        router.open(weth_gate, 0, 0);
        router.close(weth_gate);
        vm.stopPrank();
        require(weth.balanceOf(EVE) == 5e18 && ledger.debt_of(WETH_A, EVE) == 0, "closed");
        require(dollar.balanceOf(address(router)) == 0 && ledger.free_of(WETH_A, address(router)) == 0, "nothing stays");
    }

    function swaps() private {
        vm.startPrank(BO);
        uint256 paid = peg.swap_out(10_000e6, BO);
        require(paid == 10_010e18 && usdc.balanceOf(BO) == 110_000e6, "out with a fee");
        require(peg.swap_in(50_000e6, BO) == 50_000e18 && peg.room() == 360_000e6, "in without one");
        usdc.transfer(address(peg), 7e6);
        vm.stopPrank();
        vm.startPrank(GOVERNANCE);
        require(peg.sweep(GOVERNANCE) == 7e6, "swept");
        peg.set_fees(0.002e18, 0);
        peg.set_ceiling(900_000e18);
        peg.rely(CEE);
        peg.deny(CEE);
        vm.stopPrank();
        vm.prank(BO);
        require(peg.swap_in(1_000e6, CEE) == 998e18, "in with a fee");
    }

    function saved() private {
        savings.accrue();
        require(savings.index() > 1.0131e18 && savings.index() < 1.0138e18, "interest of two months");
        vm.startPrank(CEE);
        dollar.approve(address(savings), ALL);
        uint256 shares = savings.deposit(10_000e18, CEE);
        vm.warp(block.timestamp + 1 days);
        uint256 amount = savings.withdraw(shares, CEE);
        vm.stopPrank();
        require(amount > 10_002e18 && amount < 10_003e18, "interest of a day");
        require(lens.dollars_of(BO) > 202_000e18, "seen by the lens");
        vm.startPrank(GOVERNANCE);
        savings.set_rate(0.01e18 / YEAR);
        savings.rely(CEE);
        savings.deny(CEE);
        vm.stopPrank();
    }

    /// A keeper closes a position, and buys with stablecoins.
    function keeping() private {
        address[] memory owners = new address[](2);
        (owners[0], owners[1]) = (ANA, CEE);
        publish(1_900e8, 81e8);
        weth_feed.advance();
        vm.warp(block.timestamp + 1 hours);
        weth_feed.advance();
        require(lens.closable(WETH_A, owners).length == 1, "one of two");
        usdc.mint(address(keeper), 60_000e6);
        vm.startPrank(EVE);
        uint256 id = keeper.liquidate(WETH_A, CEE);
        vm.warp(block.timestamp + 2 hours);
        keeper.buy(weth_gate, id, 20e18, 1_600e18, 40_000e6);
        require(weth.balanceOf(EVE) == 25e18 && keeper.collect(dollar) > 9_000e18, "bought");
        keeper.collect(usdc);
        vm.stopPrank();
        vm.prank(BO);
        house.take(id, ALL, ALL, BO, "");
        buffer.cover();
        require(ledger.deficit() == 0, "covered");
    }

    function surplus_use() private {
        vm.startPrank(GOVERNANCE);
        buffer.set_terms(100e18, 1_000e18);
        vm.stopPrank();
        uint256 id = buffer.sell_surplus();
        vm.startPrank(CEE);
        keel.approve(address(surplus), ALL);
        vm.warp(block.timestamp + 2 days);
        surplus.extend(id);
        surplus.bid(id, 100e18);
        vm.stopPrank();
        vm.startPrank(DEE);
        keel.approve(address(surplus), ALL);
        surplus.bid(id, 105e18);
        vm.stopPrank();
        require(keel.balanceOf(CEE) == 10_000e18, "the lower bid goes back");
        vm.warp(block.timestamp + 3 hours);
        uint256 before = dollar.balanceOf(DEE);
        surplus.settle(id);
        require(dollar.balanceOf(DEE) == before + 1_000e18 && keel.totalSupply() == 99_895e18, "paid and burned");
    }

    function governed() private {
        vm.startPrank(GOVERNANCE);
        house.set_terms(1.1e18, 4 hours, 0.5e18, 300e18);
        house.rely(CEE);
        house.deny(CEE);
        ledger.set_kind(WETH_A, 0.03e18 / YEAR, 800_000e18, 2_000e18);
        ledger.add_kind("SILVER-A", 0, 1e18, 0);
        liquidator.set_house(WETH_A, house, 1.1e18, 70_000e18);
        liquidator.set_reward(10e18, 0.005e18);
        vm.stopPrank();
        bytes32[] memory kinds = new bytes32[](2);
        (kinds[0], kinds[1]) = (WETH_A, GOLD_A);
        SystemLens.SystemView memory v = lens.system(kinds);
        uint256 sum = v.owed + v.deficit + v.pegged * 1e12;
        require(v.supply <= sum + 1e6 && v.supply + 1e18 > sum, "every dollar stands for something");
    }

    function target() public view virtual returns (address) {
        return address(house);
    }
}
