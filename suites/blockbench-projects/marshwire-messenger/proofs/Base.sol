// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

import {ERC1967Proxy} from "@openzeppelin/contracts@5.4.0/proxy/ERC1967/ERC1967Proxy.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {Deployment} from "../script/Deployment.sol";
import {TwoStepOwner} from "../src/access/TwoStepOwner.sol";
import {FlowLimiter} from "../src/bridge/FlowLimiter.sol";
import {PayoutSplitter} from "../src/bridge/PayoutSplitter.sol";
import {TokenGateway} from "../src/bridge/TokenGateway.sol";
import {WrappedToken} from "../src/bridge/WrappedToken.sol";
import {FeeQuoter} from "../src/fees/FeeQuoter.sol";
import {RelayFees} from "../src/fees/RelayFees.sol";
import {RemoteGovernor} from "../src/governance/RemoteGovernor.sol";
import {IInbox} from "../src/interfaces/IInbox.sol";
import {IMessageRecipient, ITransferHook} from "../src/interfaces/IRecipients.sol";
import {IRemoteGovernor} from "../src/interfaces/IRemoteGovernor.sol";
import {ITokenGateway} from "../src/interfaces/ITokenGateway.sol";
import {IncrementalTree} from "../src/libraries/IncrementalTree.sol";
import {Messages} from "../src/libraries/Messages.sol";
import {Inbox} from "../src/messaging/Inbox.sol";
import {NotarySet} from "../src/messaging/NotarySet.sol";
import {Outbox} from "../src/messaging/Outbox.sol";
import {MessengerLens} from "../src/periphery/MessengerLens.sol";
import {RelayStation} from "../src/periphery/RelayStation.sol";

interface Vm {
    function warp(uint256 time) external;
    function deal(address who, uint256 amount) external;
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
}

contract Usd is ERC20("USD", "USD") {
    address private immutable _maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == _maker, "maker only");
        _mint(to, amount);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

/// A notary that is a contract. It signs the present checkpoint of the outbox that it watches, and what it was told to.
contract Watcher {
    address private immutable _maker = msg.sender;
    MessengerLens private immutable _remote;
    NotarySet private immutable _notaries;
    mapping(bytes32 => bool) private _signed;

    constructor(MessengerLens remote, NotarySet notaries) {
        (_remote, _notaries) = (remote, notaries);
    }

    function sign(bytes32 digest) external {
        require(msg.sender == _maker, "maker only");
        _signed[digest] = true;
    }

    function isValidSignature(bytes32 digest, bytes calldata) external view returns (bytes4) {
        bool right = _signed[digest] || digest == _notaries.digestOf(_remote.checkpointFor(_notaries.epoch()));
        return right ? bytes4(0x1626ba7e) : bytes4(0);
    }
}

/// Accepts messages once it is open.
contract Mailbox is IMessageRecipient {
    address private immutable _maker = msg.sender;
    bool private _open;
    uint256 public count;

    function open() external {
        require(msg.sender == _maker, "maker only");
        _open = true;
    }

    function receiveMessage(bytes32, uint32, address, bytes calldata) external {
        require(_open, "closed");
        count++;
    }
}

/// What anybody can do between two domains.
abstract contract Agent {
    Deployment.Station internal home;
    Deployment.Station internal away;
    address[] internal watchers; // of the outbox in the other domain, for the inbox away
    address[] internal returning; // the same for the inbox at home

    constructor(Deployment.Station memory home_, Deployment.Station memory away_, address[] memory a, address[] memory b)
        payable
    {
        (home, away, watchers, returning) = (home_, away_, a, b);
    }

    function _carry(bool back) internal {
        (MessengerLens from, Inbox to) = back ? (away.lens, home.inbox) : (home.lens, away.inbox);
        Messages.Checkpoint memory checkpoint = from.checkpointFor(1);
        to.submitCheckpoint(checkpoint, back ? returning : watchers, new bytes[](3));
    }

    function _hand(bool back, Messages.Message memory message) internal returns (bool) {
        (Deployment.Station storage from, Inbox to) = back ? (away, home.inbox) : (home, away.inbox);
        uint64 count = from.outbox.messageCount();
        return to.process(message, from.lens.siblingsOf(message.nonce, count), message.nonce);
    }

    function _sendBack(WrappedToken token, uint256 amount, bytes memory data)
        internal
        returns (Messages.Message memory message)
    {
        ITokenGateway.Order memory order =
            ITokenGateway.Order(address(token), amount, 11, address(this), 400_000, 2 hours, data);
        message = away.lens.nextMessage(address(this), order);
        away.gateway.send{value: away.gateway.feeFor(address(this), order)}(order);
    }

    /// The receipt that an inbox dispatches next.
    function _receipt(address recipient, bytes memory body) internal view returns (Messages.Message memory) {
        uint64 nonce = away.outbox.messageCount();
        return Messages.Message(22, 11, nonce, address(away.inbox), recipient, type(uint64).max, 1_000_000, body);
    }
}

abstract contract Base is Deployment {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA11A);
    address internal constant BO = address(0xB0B0);
    address internal constant CEE = address(0xC3C3);
    address internal constant DEE = address(0xD3D3);
    address internal constant RELAYER = address(0x4E1A);
    address internal constant COUNCIL = address(0xC001);
    address internal constant GUARDIAN = address(0x6A7D);
    address internal constant KEEPER = address(0x4EE9);
    uint256 internal constant KEY = 0x3E3B;
    uint256 internal constant START = 1_790_000_000;

    Usd public usd;
    WrappedToken public wrapped;
    Station internal home;
    Station internal away;
    RemoteGovernor internal governor;
    PayoutSplitter internal splitter;
    RelayStation internal station;
    Mailbox internal mailbox;
    address[] internal watchers;
    address[] internal returning;
    Messages.Message[] internal pending;
    Messages.Message internal orphan;
    Messages.Checkpoint internal orphaned;

    function setUp() public {
        vm.warp(START);
        (usd, mailbox) = (new Usd(), new Mailbox());
        home = _deploy(Plan(11, 30 minutes, GUARDIAN, 22, 1 gwei));
        away = _deploy(Plan(22, 30 minutes, GUARDIAN, 11, 1 gwei));
        _connect(home, away);
        _connect(away, home);
        _list(home, address(usd), 10_000e6);
        (watchers, returning) = (_notaries(home.lens, away.notaries), _notaries(away.lens, home.notaries));
        governor = new RemoteGovernor(address(away.inbox), 11, COUNCIL, GUARDIAN, 1 hours);
        splitter = new PayoutSplitter(address(home.gateway));
        station = new RelayStation(RELAYER);
        _handOver();
        _people();
        _reject();
        _start();
    }

    /// Creates the account that acts in exploit(), with what it has.
    function _start() internal virtual;

    /// Three contracts and an account with a key are notaries; three of them suffice.
    function _notaries(MessengerLens remote, NotarySet notaries) private returns (address[] memory list) {
        list = new address[](3);
        address[] memory all = new address[](4);
        all[0] = vm.addr(KEY);
        for (uint256 i = 0; i < 3; i++) {
            list[i] = all[i + 1] = address(new Watcher(remote, notaries));
        }
        notaries.replaceNotaries(_sorted(all), 3);
        _sorted(list);
    }

    function _sorted(address[] memory list) internal pure returns (address[] memory) {
        for (uint256 i = 1; i < list.length; i++) {
            for (uint256 at = i; at > 0 && list[at - 1] > list[at]; at--) {
                (list[at - 1], list[at]) = (list[at], list[at - 1]);
            }
        }
        return list;
    }

    function _handOver() private {
        TwoStepOwner[] memory all = new TwoStepOwner[](7);
        (all[0], all[1], all[2], all[3]) = (away.notaries, away.quoter, away.outbox, away.inbox);
        (all[4], all[5], all[6]) = (away.fees, away.limiter, away.gateway);
        _propose(away, address(governor));
        governor.acceptAll(all);
        _propose(home, COUNCIL);
        vm.startPrank(COUNCIL);
        home.notaries.acceptOwnership();
        home.quoter.acceptOwnership();
        home.outbox.acceptOwnership();
        home.inbox.acceptOwnership();
        home.fees.acceptOwnership();
        home.limiter.acceptOwnership();
        home.gateway.acceptOwnership();
        vm.stopPrank();
        vm.prank(RELAYER);
        station.setOperator(RELAYER, true);
    }

    function _people() private {
        address[5] memory people = [ANA, BO, CEE, RELAYER, COUNCIL];
        for (uint256 i = 0; i < 5; i++) {
            vm.deal(people[i], 20 ether);
            usd.mint(people[i], 60_000e6);
            vm.prank(people[i]);
            usd.approve(address(home.gateway), type(uint256).max);
        }
        ITokenGateway.Order memory order = _order(address(usd), 50_000e6, 22, ANA);
        order.gasLimit = 3_000_000;
        Messages.Message memory first = _send(home, ANA, order);
        for (uint256 i = 0; i < 3; i++) {
            pending.push(_send(home, BO, _order(address(usd), 2_000e6, 22, BO)));
            vm.prank(BO);
            home.fees.raise{value: 2 ether}(Messages.identifierOf(pending[i]));
        }
        _carry(home, away);
        require(_hand(home, away, first), "the first transfer");
        wrapped = away.gateway.wrappedOf(11, address(usd));
        vm.prank(ANA);
        wrapped.transfer(address(this), 30_000e6);
    }

    /// A checkpoint of a block that was replaced by another one. The notaries had signed it, and the guardian rejects it.
    function _reject() private {
        ITokenGateway.Order memory order = _order(address(usd), 9_000e6, 22, DEE);
        orphan = home.lens.nextMessage(DEE, order);
        bytes32[] memory leaves = new bytes32[](1);
        bytes32 leaf = leaves[0] = Messages.leafOf(Messages.identifierOf(orphan));
        bytes32 root = IncrementalTree.rootFrom(leaf, IncrementalTree.siblingsOf(leaves, 0), 0);
        orphaned = Messages.Checkpoint(11, 1, 1, root);
        for (uint256 i = 0; i < 3; i++) {
            Watcher(watchers[i]).sign(away.notaries.digestOf(orphaned));
        }
        away.inbox.submitCheckpoint(orphaned, watchers, new bytes[](3));
        vm.prank(GUARDIAN);
        away.inbox.rejectCheckpoint(11, root);
    }

    function _order(address token, uint256 amount, uint32 to, address recipient)
        internal
        pure
        returns (ITokenGateway.Order memory)
    {
        return ITokenGateway.Order(token, amount, to, recipient, 400_000, 2 hours, "");
    }

    function _send(Station memory from, address who, ITokenGateway.Order memory order)
        internal
        returns (Messages.Message memory message)
    {
        message = from.lens.nextMessage(who, order);
        uint256 fee = from.gateway.feeFor(who, order);
        vm.prank(who);
        from.gateway.send{value: fee}(order);
    }

    /// Submits the present checkpoint of a domain to the other one, and waits until it can be used.
    function _carry(Station memory from, Station memory to) internal {
        Messages.Checkpoint memory checkpoint = from.lens.checkpointFor(to.notaries.epoch());
        to.inbox.submitCheckpoint(checkpoint, to.domain == 22 ? watchers : returning, new bytes[](3));
        vm.warp(block.timestamp + 30 minutes);
    }

    function _hand(Station memory from, Station memory to, Messages.Message memory message) internal returns (bool) {
        uint64 count = from.outbox.messageCount();
        bytes32[32] memory siblings = from.lens.siblingsOf(message.nonce, count);
        vm.prank(RELAYER);
        return to.inbox.process(message, siblings, message.nonce);
    }

    function test_Regular() public {
        for (uint256 i = 0; i < 3; i++) {
            require(_hand(home, away, pending[i]), "pending transfers");
        }
        require(wrapped.balanceOf(BO) == 6_000e6 && backed(), "tokens arrive");
        _returns();
        _failures();
        _reports();
        _decisions();
        _governance();
    }

    function _returns() private {
        ITokenGateway.Order memory order = _order(address(wrapped), 3_000e6, 11, address(splitter));
        (address[] memory who, uint256[] memory parts) = (new address[](2), new uint256[](2));
        (who[0], who[1], parts[0], parts[1]) = (CEE, DEE, 1_000e6, 2_000e6);
        order.data = splitter.dataFor(who, parts);
        Messages.Message memory message = _send(away, BO, order);
        _carry(away, home);
        require(_hand(away, home, message) && usd.balanceOf(DEE) == 2_000e6, "divided");
        require(home.lens.stateOf(address(usd)).room == 7_000e6, "counted");
        require(away.lens.waitingFees(new bytes32[](1)) == 0, "no fee");
    }

    function _failures() private {
        Messages.Draft[] memory drafts = new Messages.Draft[](2);
        drafts[0] = Messages.Draft(22, address(mailbox), 100_000, 1 days, "hello");
        drafts[1] = Messages.Draft(22, address(mailbox), 100_000, 2 hours, "once more");
        uint64 nonce = home.outbox.messageCount();
        uint256 fee = home.outbox.feeFor(drafts[0]) + home.outbox.feeFor(drafts[1]);
        vm.prank(CEE);
        home.outbox.dispatchMany{value: fee}(drafts);
        Messages.Message memory letter =
            Messages.Message(11, 22, nonce, CEE, address(mailbox), uint64(block.timestamp) + 1 days, 100_000, "hello");
        Messages.Message memory late = _send(home, CEE, _order(address(usd), 1_500e6, 22, CEE));
        _carry(home, away);
        require(!_hand(home, away, letter), "refused");
        mailbox.open();
        away.inbox.retry(letter);
        require(mailbox.count() == 1, "accepted");
        vm.warp(block.timestamp + 2 hours);
        bytes32[32] memory siblings = home.lens.siblingsOf(late.nonce, home.outbox.messageCount());
        nonce = away.outbox.messageCount();
        vm.prank(RELAYER);
        away.inbox.expire(late, siblings, late.nonce);
        Messages.Message memory receipt = _receiptFor(nonce, address(home.gateway), abi.encode(Messages.identifierOf(late)));
        _carry(away, home);
        uint256 before = usd.balanceOf(CEE);
        require(_hand(away, home, receipt) && usd.balanceOf(CEE) == before + 1_500e6, "given back");
        require(away.lens.arrivalOf(letter).status == IInbox.Status.Delivered, "seen by the lens");
    }

    function _receiptFor(uint64 nonce, address recipient, bytes memory body) internal view returns (Messages.Message memory) {
        return Messages.Message(22, 11, nonce, address(away.inbox), recipient, type(uint64).max, 1_000_000, body);
    }

    function _reports() private {
        bytes32[] memory list = new bytes32[](3);
        address[] memory who = new address[](3);
        for (uint256 i = 0; i < 3; i++) {
            (list[i], who[i]) = (Messages.identifierOf(pending[i]), RELAYER);
        }
        uint64 nonce = away.outbox.messageCount();
        away.inbox.reportHandlings(11, list);
        Messages.Message memory report = _receiptFor(nonce, address(home.fees), abi.encode(list, who));
        _carry(away, home);
        RelayStation.Parcel[] memory parcels = new RelayStation.Parcel[](1);
        parcels[0] = RelayStation.Parcel(report, away.lens.siblingsOf(nonce, away.outbox.messageCount()), nonce);
        uint256 before = RELAYER.balance;
        vm.startPrank(RELAYER);
        require(station.deliver(home.inbox, parcels) == 1, "reported");
        require(home.fees.collect(payable(address(station))) > 6 ether, "earned");
        station.withdraw(payable(RELAYER), 6 ether);
        vm.stopPrank();
        require(RELAYER.balance == before + 6 ether && funded(), "collected");
    }

    function _decisions() private {
        IRemoteGovernor.Call[] memory calls = new IRemoteGovernor.Call[](2);
        calls[0] = IRemoteGovernor.Call(address(away.gateway), abi.encodeCall(away.gateway.list, (address(usd), false)));
        calls[1] = IRemoteGovernor.Call(address(away.quoter), abi.encodeCall(away.quoter.setPrice, (11, 2 gwei)));
        Messages.Draft memory draft = Messages.Draft(22, address(governor), 300_000, 1 days, abi.encode(calls));
        uint256 fee = home.outbox.feeFor(draft);
        Messages.Message[2] memory sent;
        bytes32[2] memory decisions;
        for (uint64 i = 0; i < 2; i++) {
            uint64 deadline = uint64(block.timestamp) + 1 days;
            sent[i] = Messages.Message(
                11, 22, home.outbox.messageCount(), COUNCIL, address(governor), deadline, 300_000, draft.body
            );
            vm.prank(COUNCIL);
            decisions[i] = governor.decisionOf(home.outbox.dispatch{value: fee}(draft), calls);
        }
        _carry(home, away);
        require(_hand(home, away, sent[0]) && _hand(home, away, sent[1]), "decided");
        vm.prank(GUARDIAN);
        governor.veto(decisions[1]);
        vm.warp(block.timestamp + 1 hours);
        governor.execute(Messages.identifierOf(sent[0]), calls);
        (uint192 price,) = away.quoter.priceOf(11);
        require(price == 2 gwei && governor.readyAt(decisions[1]) == 0, "executed");
    }

    function _governance() private {
        Inbox next = new Inbox();
        vm.startPrank(COUNCIL);
        home.quoter.changeKeeper(KEEPER);
        home.limiter.setLimit(address(usd), 20_000e6);
        home.inbox.changeGuardian(DEE);
        home.inbox.upgradeToAndCall(address(next), "");
        home.gateway.list(address(usd), false);
        vm.stopPrank();
        vm.prank(KEEPER);
        home.quoter.stepPrice(22, 2 gwei);
        require(home.inbox.guardian() == DEE && !home.lens.stateOf(address(usd)).listed, "governed");
        require(home.notaries.isNotary(vm.addr(KEY)) && wrapped.decimals() == 6 && backed(), "as before");
    }

    /// Whether at least as much is locked at home as there is of the wrapped token.
    function backed() public view returns (bool) {
        return home.gateway.lockedOf(address(usd)) >= wrapped.totalSupply();
    }

    /// Whether the fees of all messages are there.
    function funded() public view returns (bool) {
        return address(home.fees).balance >= home.fees.totalOwed();
    }

    /// Requires that a call is refused for this reason, and for no other one.
    function _refused(address who, address where, bytes memory call, string memory reason) internal {
        _refused(who, where, 0, call, reason);
    }

    function _refused(address who, address where, uint256 value, bytes memory call, string memory reason) internal {
        vm.prank(who);
        (bool done, bytes memory why) = where.call{value: value}(call);
        require(!done && keccak256(why) == keccak256(abi.encodeWithSignature("Error(string)", reason)), reason);
    }

    function target() public view virtual returns (address) {
        return address(home.gateway);
    }
}
