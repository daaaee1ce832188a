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
        try home.gateway.receiveMessage(0, 22, address(away.gateway), abi.encode(transfer)) {} catch {}
    }
}

/// Accepts everything, and returns as much as it can for the gas of a message.
contract Flood {
    fallback() external {
        assembly {
            return(0, 1728000)
        }
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker(home, away, watchers, returning);
    }

    function test_RefusesStrangers() public {
        string memory only = "Only the owner may do this.";
        address[] memory none = new address[](0);
        _refused(ANA, address(home.notaries), abi.encodeCall(home.notaries.replaceNotaries, (none, 0)), only);
        _refused(ANA, address(home.outbox), abi.encodeCall(home.outbox.connectLocal, (home.fees, ANA)), only);
        _refused(ANA, address(home.outbox), abi.encodeCall(home.outbox.connectDomain, (33, true)), only);
        _refused(ANA, address(home.inbox), abi.encodeCall(home.inbox.connectRelayFees, (22, ANA)), only);
        _refused(ANA, address(home.inbox), abi.encodeCall(home.inbox.changeGuardian, (ANA)), only);
        address next = address(new Inbox());
        _refused(ANA, address(home.inbox), abi.encodeCall(home.inbox.upgradeToAndCall, (next, "")), only);
        _refused(ANA, address(home.quoter), abi.encodeCall(home.quoter.changeKeeper, (ANA)), only);
        _refused(ANA, address(home.quoter), abi.encodeCall(home.quoter.setPrice, (22, 1)), only);
        _refused(ANA, address(home.fees), abi.encodeCall(home.fees.connectReporter, (22, ANA)), only);
        _refused(ANA, address(home.limiter), abi.encodeCall(home.limiter.connectGateway, (ANA)), only);
        _refused(ANA, address(home.limiter), abi.encodeCall(home.limiter.setLimit, (address(usd), 1)), only);
        _refused(ANA, address(home.gateway), abi.encodeCall(home.gateway.connectPeer, (22, ANA, ANA)), only);
        _refused(ANA, address(home.gateway), abi.encodeCall(home.gateway.list, (ANA, true)), only);
        _refused(ANA, address(station), abi.encodeCall(station.setOperator, (ANA, true)), only);
        _refused(ANA, address(station), abi.encodeCall(station.withdraw, (payable(ANA), 0)), only);
        _refused(ANA, address(home.gateway), abi.encodeCall(home.gateway.proposeOwner, (ANA)), only);
        _refused(ANA, address(home.gateway), abi.encodeCall(home.gateway.acceptOwnership, ()), "Only the proposed owner may accept.");
    }

    function test_RefusesNotaries() public {
        NotarySet set = new NotarySet(address(this));
        Messages.Checkpoint memory checkpoint = away.lens.checkpointFor(0);
        bytes[] memory three = new bytes[](3);
        string memory few = "There are too few signers.";
        address[] memory list = new address[](0);
        _refused(ANA, address(set), abi.encodeCall(set.requireAttested, (checkpoint, list, new bytes[](0))), few);
        _replaced(set, 25, 13, "There are too many notaries.");
        _replaced(set, 4, 2, "The threshold is not a majority.");
        _replaced(set, 4, 5, "The threshold cannot be reached.");
        list = new address[](2);
        (list[0], list[1]) = (BO, BO);
        _refused(address(this), address(set), abi.encodeCall(set.replaceNotaries, (list, 2)), "The notaries are not in ascending order.");
        _attested(checkpoint, returning, three, "The checkpoint is of another epoch.");
        checkpoint.notaryEpoch = 1;
        _attested(checkpoint, list, three, few);
        _attested(checkpoint, returning, new bytes[](2), "Each signer needs one signature.");
        checkpoint.messageCount++;
        _attested(checkpoint, returning, three, "A signature is not valid.");
        checkpoint.messageCount--;
        list = new address[](3);
        (list[0], list[1], list[2]) = (returning[0], returning[0], returning[1]);
        _attested(checkpoint, list, three, "The signers are not in ascending order.");
        (list[0], list[1]) = (address(new Watcher(away.lens, home.notaries)), returning[0]);
        _attested(checkpoint, _sorted(list), three, "A signer is not a notary.");
    }

    function _replaced(NotarySet set, uint160 count, uint256 threshold, string memory reason) private {
        address[] memory list = new address[](count);
        for (uint160 i = 0; i < count; i++) {
            list[i] = address(i + 1);
        }
        _refused(address(this), address(set), abi.encodeCall(set.replaceNotaries, (list, threshold)), reason);
    }

    function _attested(
        Messages.Checkpoint memory checkpoint,
        address[] memory signers,
        bytes[] memory signatures,
        string memory reason
    ) private {
        bytes memory call = abi.encodeCall(home.notaries.requireAttested, (checkpoint, signers, signatures));
        _refused(ANA, address(home.notaries), call, reason);
    }

    function test_RefusesDrafts() public {
        Outbox fresh = new Outbox(33, home.quoter, address(this));
        bytes memory connection = abi.encodeCall(home.outbox.connectLocal, (home.fees, ANA));
        _refused(COUNCIL, address(home.outbox), connection, "The outbox is connected already.");
        connection = abi.encodeCall(fresh.connectLocal, (home.fees, address(0)));
        _refused(address(this), address(fresh), connection, "The inbox is missing.");
        connection = abi.encodeCall(fresh.connectDomain, (33, true));
        _refused(address(this), address(fresh), connection, "A domain sends no messages to itself.");
        _refused(ANA, address(home.outbox), abi.encodeCall(home.outbox.dispatchReceipt, (22, ANA, "")), "Only the inbox may dispatch receipts.");
        Messages.Draft memory draft = Messages.Draft(33, ANA, 100, 1 days, "");
        _dispatched(draft, "The destination is not connected.");
        draft.destinationDomain = 22;
        draft.gasLimit = 6_000_001;
        _dispatched(draft, "The message asks for too much gas.");
        draft.gasLimit = 100;
        draft.body = new bytes(4_097);
        _dispatched(draft, "The body is too long.");
        draft.body = "";
        draft.lifetime = 2 hours - 1;
        _dispatched(draft, "The lifetime is too short.");
        draft.lifetime = 30 days + 1;
        _dispatched(draft, "The lifetime is too long.");
    }

    function _dispatched(Messages.Draft memory draft, string memory reason) private {
        uint256 fee = draft.destinationDomain == 22 ? home.outbox.feeFor(draft) : 0;
        _refused(ANA, address(home.outbox), fee, abi.encodeCall(home.outbox.dispatch, (draft)), reason);
    }

    function test_RefusesPrices() public {
        _refused(COUNCIL, address(home.quoter), abi.encodeCall(home.quoter.setPrice, (22, 0)), "The price is zero.");
        _refused(ANA, address(home.quoter), abi.encodeCall(home.quoter.quote, (33, 1, 1)), "The destination has no price.");
        _stepped(address(this), 22, 1 gwei, "Only the keeper may change prices by steps.");
        require(home.quoter.keeper() == COUNCIL && away.quoter.keeper() == address(governor), "the deployer has left");
        vm.prank(COUNCIL);
        home.quoter.changeKeeper(KEEPER);
        _stepped(ANA, 22, 1 gwei, "Only the keeper may change prices by steps.");
        _stepped(KEEPER, 33, 1 gwei, "The destination has no price.");
        _stepped(KEEPER, 22, 1 gwei, "The price was changed a short time ago.");
        vm.warp(block.timestamp + 1 hours);
        _stepped(KEEPER, 22, 2 gwei + 1, "The step is too large.");
        _stepped(KEEPER, 22, 0.4 gwei, "The step is too large.");
    }

    function _stepped(address who, uint32 domain, uint192 price, string memory reason) private {
        _refused(who, address(home.quoter), abi.encodeCall(home.quoter.stepPrice, (domain, price)), reason);
    }

    function test_RefusesSettings() public {
        Inbox.Settings memory settings = Inbox.Settings(33, 7 days + 1, home.notaries, home.outbox, ANA, ANA);
        Inbox fresh = Inbox(address(new ERC1967Proxy(address(new Inbox()), "")));
        _refused(ANA, address(fresh), abi.encodeCall(fresh.initialize, (settings)), "The period of contest is too long.");
        (settings.contestPeriod, settings.guardian) = (1, address(0));
        _refused(ANA, address(fresh), abi.encodeCall(fresh.initialize, (settings)), "The guardian is missing.");
        settings.guardian = ANA;
        vm.prank(ANA);
        (bool done, bytes memory why) = address(home.inbox).call(abi.encodeCall(fresh.initialize, (settings)));
        require(!done && bytes4(why) == bytes4(keccak256("InvalidInitialization()")), "initialized twice");
        _refused(COUNCIL, address(home.inbox), abi.encodeCall(fresh.changeGuardian, (address(0))), "The guardian is missing.");
    }

    function test_RefusesCheckpoints() public {
        Messages.Checkpoint memory checkpoint = home.lens.checkpointFor(1);
        bytes memory submission = abi.encodeCall(away.inbox.submitCheckpoint, (checkpoint, watchers, new bytes[](3)));
        _refused(ANA, address(away.inbox), submission, "The checkpoint is known already.");
        bytes memory rejection = abi.encodeCall(away.inbox.rejectCheckpoint, (11, checkpoint.root));
        _refused(GUARDIAN, address(away.inbox), rejection, "The checkpoint is not contested.");
        _send(home, BO, _order(address(usd), 2_000e6, 22, BO));
        checkpoint = home.lens.checkpointFor(1);
        away.inbox.submitCheckpoint(checkpoint, watchers, new bytes[](3));
        rejection = abi.encodeCall(away.inbox.rejectCheckpoint, (11, checkpoint.root));
        _refused(ANA, address(away.inbox), rejection, "Only the guardian may reject checkpoints.");
        _processed(away.inbox, pending[0], "The checkpoint can still be contested.");
        _processed(home.inbox, pending[0], "The message is for another domain.");
    }

    function _processed(Inbox inbox, Messages.Message memory message, string memory reason) private {
        bytes32[32] memory siblings = home.lens.siblingsOf(message.nonce, home.outbox.messageCount());
        _refused(ANA, address(inbox), abi.encodeCall(inbox.process, (message, siblings, message.nonce)), reason);
    }

    function test_RefusesDeliveries() public {
        Messages.Message memory message = pending[0];
        bytes32[32] memory siblings = home.lens.siblingsOf(message.nonce, home.outbox.messageCount());
        bytes memory call = abi.encodeCall(away.inbox.process, (message, siblings, message.nonce));
        (bool done, bytes memory why) = address(away.inbox).call{gas: 380_000}(call);
        bytes memory reason = abi.encodeWithSignature("Error(string)", "There is too little gas for the message.");
        require(!done && keccak256(why) == keccak256(reason), "too little gas");
        require(_hand(home, away, message), "delivered");
        _processed(away.inbox, message, "The message has been handled already.");
        _refused(ANA, address(away.inbox), abi.encodeCall(away.inbox.retry, (message)), "The message has not failed.");
        Messages.Draft memory draft = Messages.Draft(22, address(mailbox), 100_000, 2 hours, "hello");
        uint64 nonce = home.outbox.messageCount();
        uint256 fee = home.outbox.feeFor(draft);
        vm.prank(CEE);
        home.outbox.dispatch{value: fee}(draft);
        uint64 deadline = uint64(block.timestamp) + 2 hours;
        message = Messages.Message(11, 22, nonce, CEE, address(mailbox), deadline, 100_000, "hello");
        _carry(home, away);
        require(!_hand(home, away, message), "closed");
        (done, why) = address(away.inbox).call{gas: 150_000}(abi.encodeCall(away.inbox.retry, (message)));
        require(!done && keccak256(why) == keccak256(reason), "too little gas for another time");
        _refused(ANA, address(away.inbox), abi.encodeCall(away.inbox.retry, (message)), "The recipient refuses the message.");
        siblings = home.lens.siblingsOf(nonce, nonce + 1);
        call = abi.encodeCall(away.inbox.expire, (message, siblings, nonce));
        _refused(ANA, address(away.inbox), call, "The deadline has not passed yet.");
        vm.warp(block.timestamp + 2 hours);
        away.inbox.expire(message, siblings, nonce);
        _refused(ANA, address(away.inbox), call, "The message cannot expire any more.");
    }

    function test_RefusesReturnedData() public {
        Messages.Draft memory draft = Messages.Draft(22, address(new Flood()), 6_000_000, 2 hours, "");
        uint64 nonce = home.outbox.messageCount();
        uint256 fee = home.outbox.feeFor(draft);
        vm.prank(CEE);
        home.outbox.dispatch{value: fee}(draft);
        uint64 deadline = uint64(block.timestamp) + 2 hours;
        Messages.Message memory message = Messages.Message(11, 22, nonce, CEE, draft.recipient, deadline, 6_000_000, "");
        _carry(home, away);
        bytes32[32] memory siblings = home.lens.siblingsOf(nonce, nonce + 1);
        require(away.inbox.process{gas: 6_400_000}(message, siblings, nonce), "delivered with little more than the sender paid for");
    }

    function test_RefusesExpiredReceipts() public {
        Messages.Message memory message = pending[0];
        vm.warp(block.timestamp + 3 hours);
        uint64 nonce = away.outbox.messageCount();
        away.inbox.expire(message, home.lens.siblingsOf(message.nonce, home.outbox.messageCount()), message.nonce);
        message = _receiptFor(nonce, address(home.gateway), abi.encode(Messages.identifierOf(message)));
        _carry(away, home);
        vm.warp(block.timestamp + 365 days);
        bytes memory call = abi.encodeCall(home.inbox.expire, (message, away.lens.siblingsOf(nonce, nonce + 1), nonce));
        _refused(ANA, address(home.inbox), call, "The deadline has not passed yet.");
        uint256 before = usd.balanceOf(BO);
        require(_hand(away, home, message) && usd.balanceOf(BO) == before + 2_000e6, "given back");
    }

    function test_RefusesReports() public {
        bytes32[] memory list = new bytes32[](0);
        _reported(11, list, "There is nothing to report.");
        _reported(11, new bytes32[](25), "There are too many messages to report.");
        list = new bytes32[](1);
        list[0] = Messages.identifierOf(pending[0]);
        _reported(11, list, "The message has not been handled.");
        _hand(home, away, pending[0]);
        _reported(33, list, "The origin is not connected.");
        vm.prank(address(governor));
        away.inbox.connectRelayFees(33, ANA);
        _reported(33, list, "The message is of another origin.");
        away.inbox.reportHandlings(11, list);
        _reported(11, list, "All messages have been reported already.");
        _hand(home, away, pending[1]);
        bytes32[] memory both = new bytes32[](2);
        (both[0], both[1]) = (list[0], Messages.identifierOf(pending[1]));
        away.inbox.reportHandlings(11, both);
        (,, bool reported) = away.inbox.handlingOf(both[1]);
        require(reported, "one that was reported does not stop the other");
        _reported(11, both, "All messages have been reported already.");
    }

    function _reported(uint32 origin, bytes32[] memory list, string memory reason) private {
        _refused(ANA, address(away.inbox), abi.encodeCall(away.inbox.reportHandlings, (origin, list)), reason);
    }

    function test_RefusesFees() public {
        bytes32[] memory list = new bytes32[](1);
        address[] memory who = new address[](1);
        (list[0], who[0]) = (Messages.identifierOf(pending[0]), ANA);
        bytes memory report = abi.encodeCall(home.fees.receiveMessage, (0, 22, address(away.inbox), abi.encode(list, who)));
        bytes memory fees = abi.encodeCall(home.fees.escrow, (list, new uint256[](1), new uint32[](1)));
        _refused(ANA, address(home.fees), fees, "Only the outbox may escrow fees.");
        _refused(ANA, address(home.fees), 1, abi.encodeCall(home.fees.raise, (bytes32(0))), "No such message is waiting.");
        _refused(ANA, address(home.fees), report, "Only the inbox may deliver messages.");
        vm.prank(COUNCIL);
        home.fees.connectReporter(33, BO);
        vm.prank(address(home.inbox));
        home.fees.receiveMessage(0, 33, BO, abi.encode(list, who));
        require(home.fees.feeOf(list[0]) > 2 ether, "a report of another domain");
        _refused(ANA, address(home.fees), abi.encodeCall(home.fees.collect, (payable(ANA))), "The caller has earned nothing.");
        vm.prank(address(home.inbox));
        home.fees.receiveMessage(0, 22, address(away.inbox), abi.encode(list, who));
        bytes memory call = abi.encodeCall(home.fees.collect, (payable(address(mailbox))));
        _refused(ANA, address(home.fees), call, "The receiver refuses the payment.");
    }

    function test_RefusesFlows() public {
        bytes memory call = abi.encodeCall(home.limiter.consume, (address(usd), 1));
        _refused(ANA, address(home.limiter), call, "Only the gateway may count tokens.");
        call = abi.encodeCall(home.limiter.consume, (address(usd), 10_001e6));
        _refused(address(home.gateway), address(home.limiter), call, "The flow of the token is at its limit.");
        call = abi.encodeCall(home.limiter.connectGateway, (ANA));
        _refused(COUNCIL, address(home.limiter), call, "The limiter is connected already.");
        call = abi.encodeCall(home.limiter.setLimit, (address(usd), 2 ** 128));
        _refused(COUNCIL, address(home.limiter), call, "The limit is too large.");
        vm.startPrank(COUNCIL);
        home.limiter.setLimit(address(usd), 2 ** 128 - 1);
        vm.warp(block.timestamp + 3650 days);
        home.limiter.setLimit(address(usd), 1_000e6);
        vm.stopPrank();
        require(home.limiter.roomFor(address(usd)) == 1_000e6, "the largest limit can be lowered");
        call = abi.encodeCall(wrapped.mint, (ANA, 1));
        _refused(ANA, address(wrapped), call, "Only the gateway may do this.");
        call = abi.encodeCall(wrapped.burn, (ANA, 1));
        _refused(ANA, address(wrapped), call, "Only the gateway may do this.");
    }

    function test_RefusesOrders() public {
        bytes memory call = abi.encodeCall(home.gateway.connectPeer, (11, ANA, ANA));
        _refused(COUNCIL, address(home.gateway), call, "A gateway is not its own peer.");
        call = abi.encodeCall(away.gateway.list, (address(wrapped), true));
        _refused(address(governor), address(away.gateway), call, "A wrapped token is not listed.");
        _sent(home, _order(address(usd), 0, 22, ANA), "There is nothing to send.");
        _sent(home, _order(address(usd), 1, 22, address(0)), "The recipient is missing.");
        _sent(home, _order(address(new Usd()), 1, 22, ANA), "The token is not listed.");
        _sent(home, _order(address(usd), 1, 33, ANA), "The destination has no gateway.");
        _sent(away, _order(address(wrapped), 1, 33, ANA), "A wrapped token only returns to its home.");
        ITokenGateway.Transfer memory transfer;
        transfer.recipient = ANA;
        transfer.home = ITokenGateway.Home(33, ANA);
        _received(address(away.gateway), abi.encode(transfer), "The home of the token is elsewhere.");
        _received(ANA, abi.encode(transfer), "The sender is not a gateway.");
        _received(address(away.inbox), abi.encode(bytes32(0)), "There is no such transfer.");
    }

    function _sent(Station memory from, ITokenGateway.Order memory order, string memory reason) private {
        _refused(ANA, address(from.gateway), abi.encodeCall(from.gateway.send, (order)), reason);
    }

    function _received(address sender, bytes memory body, string memory reason) private {
        bytes memory call = abi.encodeCall(home.gateway.receiveMessage, (0, 22, sender, body));
        _refused(address(home.inbox), address(home.gateway), call, reason);
    }

    function test_RefusesPayouts() public {
        address[] memory who = new address[](1);
        uint256[] memory parts = new uint256[](1);
        who[0] = ANA;
        _paid(address(home.gateway), 5, abi.encode(who, parts), "The parts do not add up.");
        _paid(address(home.gateway), 0, abi.encode(who, new uint256[](0)), "Each recipient needs a part.");
        _paid(ANA, 0, abi.encode(who, parts), "Only the gateway may report tokens.");
        (who, parts) = (new address[](41), new uint256[](41));
        for (uint256 i = 0; i < 41; i++) {
            who[i] = ANA;
        }
        _paid(address(home.gateway), 0, abi.encode(who, parts), "There are too many recipients.");
        _refused(ANA, address(home.lens), abi.encodeCall(home.lens.siblingsOf, (2, 2)), "The checkpoint is older than the message.");
    }

    function _paid(address caller, uint256 amount, bytes memory data, string memory reason) private {
        bytes memory call = abi.encodeCall(splitter.onTokensReceived, (address(usd), amount, ANA, data));
        _refused(caller, address(splitter), call, reason);
    }

    function test_RefusesDecisions() public {
        IRemoteGovernor.Call[] memory calls = new IRemoteGovernor.Call[](1);
        calls[0] = IRemoteGovernor.Call(address(mailbox), "unknown");
        bytes memory body = abi.encode(calls);
        bytes32 decision = governor.decisionOf(0, calls);
        string memory only = "The sender is not the council.";
        bytes memory call = abi.encodeCall(governor.receiveMessage, (0, 11, COUNCIL, body));
        _refused(ANA, address(governor), call, "Only the inbox may deliver messages.");
        call = abi.encodeCall(governor.receiveMessage, (0, 33, COUNCIL, body));
        _refused(address(away.inbox), address(governor), call, only);
        call = abi.encodeCall(governor.receiveMessage, (0, 11, ANA, body));
        _refused(address(away.inbox), address(governor), call, only);
        _refused(GUARDIAN, address(governor), abi.encodeCall(governor.veto, (decision)), "The decision does not wait.");
        call = abi.encodeCall(governor.execute, (0, calls));
        _refused(ANA, address(governor), call, "The decision does not wait.");
        vm.prank(address(away.inbox));
        governor.receiveMessage(0, 11, COUNCIL, body);
        _refused(ANA, address(governor), abi.encodeCall(governor.veto, (decision)), "Only the guardian may veto decisions.");
        _refused(ANA, address(governor), call, "The delay has not passed yet.");
        vm.warp(block.timestamp + 1 hours);
        _refused(ANA, address(governor), call, "A call of the decision fails.");
        calls[0] = IRemoteGovernor.Call(ANA, "");
        vm.prank(address(away.inbox));
        governor.receiveMessage(bytes32(uint256(1)), 11, COUNCIL, abi.encode(calls));
        vm.warp(block.timestamp + 1 hours);
        bytes memory empty = abi.encodeCall(governor.execute, (bytes32(uint256(1)), calls));
        _refused(ANA, address(governor), empty, "A target has no code.");
        vm.warp(block.timestamp + 7 days + 1);
        _refused(ANA, address(governor), call, "The decision is too old.");
        try new RemoteGovernor(ANA, 11, ANA, ANA, 1) {
            revert("too short");
        } catch {}
    }

    function test_RefusesOtherRelayers() public {
        string memory only = "Only an operator may do this.";
        RelayStation.Parcel[] memory none = new RelayStation.Parcel[](0);
        _refused(ANA, address(station), abi.encodeCall(station.deliver, (home.inbox, none)), only);
        _refused(ANA, address(station), abi.encodeCall(station.collect, (home.fees)), only);
        bytes memory call = abi.encodeCall(station.withdraw, (payable(RELAYER), 1));
        _refused(RELAYER, address(station), call, "The station holds less than that.");
        call = abi.encodeCall(station.withdraw, (payable(address(mailbox)), 0));
        _refused(RELAYER, address(station), call, "The receiver refuses the payment.");
    }

    function exploit() public {
        other.run(address(usd));
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 9_000e6, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
