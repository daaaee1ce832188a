// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

import {Initializable} from "@openzeppelin/contracts@5.4.0/proxy/utils/Initializable.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts@5.4.0/proxy/utils/UUPSUpgradeable.sol";

import {TwoStepOwner} from "../access/TwoStepOwner.sol";
import {IInbox} from "../interfaces/IInbox.sol";
import {INotarySet} from "../interfaces/INotarySet.sol";
import {IOutbox} from "../interfaces/IOutbox.sol";
import {IMessageRecipient} from "../interfaces/IRecipients.sol";
import {IncrementalTree} from "../libraries/IncrementalTree.sol";
import {Messages} from "../libraries/Messages.sol";

/// The inbox of a domain. Notaries attest checkpoints of other domains, the guardian has some time to reject them, and
/// afterwards anybody delivers the messages below them.
///
/// A message is delivered by a call with the gas that its sender has paid for. If the call fails, the message can be tried
/// again with more gas. After its deadline, a message that was not delivered can be declared expired, and its sender
/// is told so by a receipt. Whoever handles a message first gets its fee, which is paid in its origin.
///
/// The inbox is used through a proxy.
contract Inbox is IInbox, TwoStepOwner, Initializable, UUPSUpgradeable {
    using Messages for Messages.Message;

    /// The contracts and the parameters of an inbox.
    struct Settings {
        uint32 localDomain;
        uint64 contestPeriod;
        INotarySet notaries;
        IOutbox outbox;
        address guardian;
        address owner;
    }

    /// The gas that has to remain for the inbox itself after a delivery.
    uint256 public constant GAS_RESERVE = 60_000;

    /// The largest number of messages in a report, so that the gas of a receipt suffices for it.
    uint256 public constant MOST_REPORTED = 24;

    /// The longest time for which checkpoints may be contested.
    uint64 public constant LONGEST_CONTEST = 7 days;

    uint32 public localDomain;
    uint64 public contestPeriod;
    INotarySet public notaries;
    IOutbox public outbox;
    address public guardian;

    /// The contract of another domain that pays the fees of its messages.
    mapping(uint32 domain => address) public relayFeesOf;

    /// The time from which on messages below a root can be delivered; zero for an unknown root.
    mapping(uint32 domain => mapping(bytes32 root => uint256)) public usableFrom;

    mapping(bytes32 identifier => Status) public statusOf;
    mapping(bytes32 identifier => Handling) public handlingOf;

    /// The implementation itself is never used.
    constructor() {
        _disableInitializers();
    }

    /// Sets up the inbox behind its proxy.
    function initialize(Settings calldata settings) external initializer {
        require(settings.guardian != address(0), "The guardian is missing.");
        require(settings.contestPeriod <= LONGEST_CONTEST, "The period of contest is too long.");
        localDomain = settings.localDomain;
        contestPeriod = settings.contestPeriod;
        notaries = settings.notaries;
        outbox = settings.outbox;
        guardian = settings.guardian;
        _becomeOwner(settings.owner);
    }

    /// Names the contract that pays fees in another domain.
    function connectRelayFees(uint32 domain, address relayFees) external onlyOwner {
        relayFeesOf[domain] = relayFees;
    }

    /// Names another guardian.
    function changeGuardian(address newGuardian) external onlyOwner {
        require(newGuardian != address(0), "The guardian is missing.");
        guardian = newGuardian;
    }

    /// Submits a checkpoint with the signatures of notaries. Anybody may. Its messages can be delivered after the period of
    /// contest.
    function submitCheckpoint(
        Messages.Checkpoint calldata checkpoint,
        address[] calldata signers,
        bytes[] calldata signatures
    ) external {
        require(usableFrom[checkpoint.originDomain][checkpoint.root] == 0, "The checkpoint is known already.");
        notaries.requireAttested(checkpoint, signers, signatures);
        uint256 time = block.timestamp + contestPeriod;
        usableFrom[checkpoint.originDomain][checkpoint.root] = time;
        emit CheckpointSubmitted(checkpoint.originDomain, checkpoint.root, checkpoint.messageCount, time);
    }

    /// Rejects a checkpoint during the period of contest, for instance because the block that it was made in was replaced by
    /// another one. Later checkpoints of the same outbox have other roots and are not affected.
    function rejectCheckpoint(uint32 originDomain, bytes32 root) external {
        require(msg.sender == guardian, "Only the guardian may reject checkpoints.");
        require(usableFrom[originDomain][root] > block.timestamp, "The checkpoint is not contested.");
        usableFrom[originDomain][root] = type(uint256).max; //~ BENIGN STATE_MOD stays known, and is never usable
        emit CheckpointRejected(originDomain, root);
    }

    /// Delivers a message. Anybody may, and gets its fee. Returns whether the recipient has accepted it.
    function process(
        Messages.Message calldata message,
        bytes32[32] calldata siblings,
        uint256 index
    ) external returns (bool accepted) {
        bytes32 identifier = _requireProved(message, siblings, index);
        require(statusOf[identifier] == Status.Unknown, "The message has been handled already.");
        require(gasleft() * 63 / 64 > message.gasLimit + GAS_RESERVE, "There is too little gas for the message.");
        statusOf[identifier] = Status.Delivered;
        handlingOf[identifier] = Handling(msg.sender, message.originDomain, false);
        accepted = _deliver(identifier, message, message.gasLimit);
        if (!accepted) statusOf[identifier] = Status.Failed;
        emit MessageHandled(identifier, statusOf[identifier], msg.sender);
    }

    /// Delivers a message whose first delivery has failed, with all the gas that the caller provides, and no less than the
    /// sender has paid for. Anybody may. Reverts if the recipient refuses it again.
    function retry(Messages.Message calldata message) external {
        bytes32 identifier = message.identifierOf();
        require(gasleft() * 63 / 64 > message.gasLimit + GAS_RESERVE, "There is too little gas for the message.");
        require(statusOf[identifier] == Status.Failed, "The message has not failed.");
        statusOf[identifier] = Status.Delivered; //~ BENIGN STATE_MOD before the recipient is called
        require(_deliver(identifier, message, gasleft()), "The recipient refuses the message.");
        emit MessageHandled(identifier, Status.Delivered, msg.sender);
    }

    /// Declares a message expired which was not delivered before its deadline, and tells its sender. Anybody may, and gets
    /// the fee unless somebody has tried to deliver the message.
    function expire(
        Messages.Message calldata message,
        bytes32[32] calldata siblings,
        uint256 index
    ) external {
        bytes32 identifier = _requireProved(message, siblings, index);
        require(block.timestamp > message.deadline, "The deadline has not passed yet.");
        Status status = statusOf[identifier];
        require(status == Status.Unknown || status == Status.Failed, "The message cannot expire any more.");
        statusOf[identifier] = Status.Expired; //~ BENIGN STATE_MOD nobody delivers it any more
        if (handlingOf[identifier].relayer == address(0)) {
            handlingOf[identifier] = Handling(msg.sender, message.originDomain, false);
        }
        outbox.dispatchReceipt(message.originDomain, message.sender, abi.encode(identifier));
        emit MessageHandled(identifier, Status.Expired, msg.sender);
    }

    /// Reports to an origin who has handled its messages, so that the fees are paid there. Anybody may; relayers report
    /// many messages at once. At least one of them has to be new. Those that somebody else has reported in the meantime
    /// are reported again, which earns their relayers nothing more.
    function reportHandlings(uint32 originDomain, bytes32[] calldata identifiers) external returns (bytes32) {
        require(identifiers.length > 0, "There is nothing to report.");
        require(identifiers.length <= MOST_REPORTED, "There are too many messages to report.");
        require(relayFeesOf[originDomain] != address(0), "The origin is not connected.");
        address[] memory relayers = new address[](identifiers.length);
        bool anyNew = false;
        for (uint256 i = 0; i < identifiers.length; i++) {
            Handling storage handling = handlingOf[identifiers[i]];
            require(handling.relayer != address(0), "The message has not been handled.");
            require(handling.originDomain == originDomain, "The message is of another origin.");
            if (!handling.reported) {
                handling.reported = true;
                anyNew = true;
            }
            relayers[i] = handling.relayer;
        }
        require(anyNew, "All messages have been reported already.");
        emit HandlingsReported(originDomain, identifiers);
        return outbox.dispatchReceipt(originDomain, relayFeesOf[originDomain], abi.encode(identifiers, relayers));
    }

    /// Decides who may replace the implementation: the owner.
    function _authorizeUpgrade(address) internal view override onlyOwner {}

    /// Reverts unless a message is below a usable checkpoint of its origin. The siblings and the index lead from its leaf to
    /// the root.
    function _requireProved(
        Messages.Message calldata message,
        bytes32[32] calldata siblings,
        uint256 index
    ) private view returns (bytes32 identifier) {
        require(message.destinationDomain == localDomain, "The message is for another domain.");
        identifier = message.identifierOf();
        bytes32 root = IncrementalTree.rootFrom(Messages.leafOf(identifier), siblings, index);
        uint256 time = usableFrom[message.originDomain][root];
        require(time > 0, "No checkpoint has this root."); //~ DECOY INPUT_VAL an unknown root has the time zero, which has passed
        require(block.timestamp >= time, "The checkpoint can still be contested.");
    }

    /// Calls the recipient of a message. What it returns is not copied, since the copy would take gas of the inbox. An account
    /// without code accepts nothing.
    function _deliver(bytes32 identifier, Messages.Message calldata message, uint256 gasLimit)
        private
        returns (bool accepted)
    {
        address recipient = message.recipient;
        if (recipient.code.length == 0) return false;
        bytes memory data = abi.encodeCall(
            IMessageRecipient.receiveMessage, (identifier, message.originDomain, message.sender, message.body)
        );
        assembly ("memory-safe") {
            accepted := call(gasLimit, recipient, 0, add(data, 32), mload(data), 0, 0)
        }
    }
}
