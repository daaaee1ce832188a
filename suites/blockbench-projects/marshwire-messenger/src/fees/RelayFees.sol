// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

import {TwoStepOwner} from "../access/TwoStepOwner.sol";
import {IMessageRecipient} from "../interfaces/IRecipients.sol";
import {IRelayFees} from "../interfaces/IRelayFees.sol";

/// The fees of the messages of this domain. A fee waits here until a report from the destination says who has handled
/// the message, and then belongs to this relayer.
contract RelayFees is IRelayFees, IMessageRecipient, TwoStepOwner {
    address public immutable outbox;
    address public immutable inbox;

    /// The inbox of another domain; zero for a domain that is not connected.
    mapping(uint32 domain => address) public reporterOf;

    /// The fee of a message that was not reported yet.
    mapping(bytes32 identifier => uint256) public feeOf;

    /// The destination of a message, which the origin of a report is compared with.
    mapping(bytes32 identifier => uint32) public destinationOf;

    /// What a relayer has earned and not collected yet.
    mapping(address relayer => uint256) public earnedBy;

    /// The sum of all fees and earnings that were not collected yet.
    uint256 public totalOwed;

    constructor(address outbox_, address inbox_, address firstOwner) {
        outbox = outbox_;
        inbox = inbox_;
        _becomeOwner(firstOwner);
    }

    /// Names the inbox of another domain.
    function connectReporter(uint32 domain, address reporter) external onlyOwner {
        reporterOf[domain] = reporter;
        emit ReporterConnected(domain, reporter);
    }

    /// Takes the fees of new messages from the outbox, which passes on what the sender of the messages has paid. Each
    /// fee waits with the identifier and the destination of its message.
    function escrow(bytes32[] calldata identifiers, uint256[] calldata fees, uint32[] calldata destinations)
        external
        payable
    {
        require(msg.sender == outbox, "Only the outbox may escrow fees.");
        uint256 sum = 0;
        for (uint256 i = 0; i < identifiers.length; i++) {
            feeOf[identifiers[i]] = fees[i];
            destinationOf[identifiers[i]] = destinations[i];
            totalOwed += fees[i];
            sum += fees[i];
            emit FeePaid(identifiers[i], fees[i]);
        }
        require(msg.value == sum, "The payment is not the sum of the fees."); //~ BENIGN INPUT_VAL all fees together
    }

    /// Raises the fee of a message that waits, so that relayers hurry. Anybody may.
    function raise(bytes32 identifier) external payable {
        require(feeOf[identifier] > 0, "No such message is waiting.");
        feeOf[identifier] += msg.value;
        totalOwed += msg.value;
        emit FeePaid(identifier, msg.value);
    }

    /// Receives a report about messages of this domain, a list of them and of their relayers. What it says about
    /// messages for other domains does not count, and a message that is reported a second time has no fee any more.
    function receiveMessage(bytes32, uint32 originDomain, address sender, bytes calldata body) external {
        require(msg.sender == inbox, "Only the inbox may deliver messages.");
        require(reporterOf[originDomain] == sender, "The sender is not an inbox."); //~ BENIGN ACCESS_CTRL the inbox of that domain alone
        (bytes32[] memory identifiers, address[] memory relayers) = abi.decode(body, (bytes32[], address[]));
        for (uint256 i = 0; i < identifiers.length; i++) {
            if (destinationOf[identifiers[i]] != originDomain) continue;
            uint256 fee = feeOf[identifiers[i]];
            delete feeOf[identifiers[i]];
            earnedBy[relayers[i]] += fee;
            emit FeeEarned(identifiers[i], relayers[i], fee);
        }
    }

    /// Pays what the caller has earned to an account of its choice.
    function collect(address payable receiver) external returns (uint256 amount) {
        amount = earnedBy[msg.sender];
        require(amount > 0, "The caller has earned nothing.");
        earnedBy[msg.sender] = 0; //~ DECOY STATE_MOD before the receiver is called
        totalOwed -= amount;
        (bool paid,) = receiver.call{value: amount}("");
        require(paid, "The receiver refuses the payment.");
        emit FeesCollected(msg.sender, receiver, amount);
    }
}
