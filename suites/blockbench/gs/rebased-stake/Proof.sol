// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./RebasedStake.sol";

// assay-canary-89a147e5-aefc-4456-9cd4-7ccd3d4cfb44

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Deaf {
    function join(RebasedStake pool) external payable {
        pool.stake{value: msg.value}();
    }

    function leave(RebasedStake pool) external {
        pool.redeem(pool.balanceOf(address(this)));
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_760_000_000;

    RebasedStake private pool;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        vm.deal(address(this), 1 ether);
        pool = new RebasedStake{value: 1e9}();
        vm.deal(ANA, 100 ether);
        vm.deal(BEN, 100 ether);
        vm.prank(ANA);
        pool.stake{value: 100 ether}();
        mallory = new Attacker(pool);
        vm.deal(address(mallory), 10 ether);
        vm.warp(START + 1 days);
    }

    function reward() private {
        vm.prank(BEN);
        (bool ok, ) = address(pool).call{value: 0.01 ether}("");
        require(ok, "reward");
    }

    function test_Regular() public {
        reward();
        require(pool.rebase() == 0.01 ether, "a day");
        require(pool.booked() == 100.01 ether + 1e9, "booked");
        vm.startPrank(BEN);
        uint256 shares = pool.stake{value: 10 ether}();
        require(shares < 10 ether, "dearer");
        pool.approve(ANA, 1 ether);
        pool.increaseAllowance(ANA, 1);
        pool.decreaseAllowance(ANA, 1);
        pool.transfer(ANA, 1 ether);
        vm.stopPrank();
        reward();
        uint256 supply = pool.totalSupply();
        vm.prank(BEN);
        require(pool.stake{value: 1 ether}() == (1 ether * supply) / (110.02 ether + 1e9), "what has arrived is paid for");
        vm.startPrank(ANA);
        pool.transferFrom(BEN, ANA, 1 ether);
        require(pool.redeem(51 ether) > 51 ether && ANA.balance > 51 ether, "with a gain");
        vm.stopPrank();
        vm.warp(START + 3 days);
        reward();
        require(pool.rebase() == 0.02 ether, "two days");
    }

    function test_Refuses() public {
        vm.prank(BEN);
        vm.expectRevert("RebasedStake: rebase first");
        pool.stake{value: 1 ether}();
        vm.prank(ANA);
        vm.expectRevert("RebasedStake: too little");
        pool.redeem(0);
        pool.rebase();
        vm.prank(ANA);
        vm.expectRevert("RebasedStake: too little");
        pool.stake();
        vm.expectRevert("RebaseClock: too early");
        pool.rebase();
        vm.warp(START + 9 days);
        vm.prank(ANA);
        vm.expectRevert("RebasedStake: rebase first");
        pool.redeem(1 ether);
        vm.expectRevert("RebasedStake: first stake");
        new RebasedStake{value: 1e9 + 1}();
    }

    function test_RefusesDeafAccounts() public {
        Deaf deaf = new Deaf();
        pool.rebase();
        deaf.join{value: 0.1 ether}(pool);
        vm.expectRevert("Address: unable to send value, recipient may have reverted");
        deaf.leave(pool);
    }

    function rebasing() public {
        vm.warp(block.timestamp + 1 days);
        pool.rebase();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        vm.expectRevert("RebasedStake: gain above the bound");
        pool.rebase();
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    RebasedStake private pool;

    constructor(RebasedStake p) {
        pool = p;
    }

    function run() external {
        (bool ok, ) = address(pool).call{value: 10 ether}("");
        require(ok, "gift");
    }
}
