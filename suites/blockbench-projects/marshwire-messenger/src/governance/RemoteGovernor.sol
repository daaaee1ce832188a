// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

import {TwoStepOwner} from "../access/TwoStepOwner.sol";
import {IMessageRecipient} from "../interfaces/IRecipients.sol";
import {IRemoteGovernor} from "../interfaces/IRemoteGovernor.sol";

/// The owner of all contracts of a domain, on behalf of a council in the home domain. A decision of the council arrives as
/// a message, waits for a delay in which the guardian can veto it, and is then executed by anybody.
contract RemoteGovernor is IRemoteGovernor, IMessageRecipient {
    /// The shortest delay that a governor may have.
    uint256 public constant SHORTEST_DELAY = 1 hours;

    /// The time after the delay in which a decision can be executed.
    uint256 public constant TIME_TO_EXECUTE = 7 days;

    address public immutable inbox;
    uint32 public immutable homeDomain;
    address public immutable council;
    address public immutable guardian;
    uint256 public immutable delay;

    /// The time from which on a decision can be executed; zero for one that does not wait.
    mapping(bytes32 decision => uint256) public readyAt;

    constructor(address inbox_, uint32 homeDomain_, address council_, address guardian_, uint256 delay_) {
        require(delay_ >= SHORTEST_DELAY, "The delay is too short.");
        inbox = inbox_;
        homeDomain = homeDomain_;
        council = council_;
        guardian = guardian_;
        delay = delay_;
    }

    /// Accepts the ownership of contracts that have proposed this governor. Anybody may finish a deployment in this way.
    function acceptAll(TwoStepOwner[] calldata contracts) external {
        for (uint256 i = 0; i < contracts.length; i++) {
            contracts[i].acceptOwnership();
        }
    }

    /// Receives a decision. Its identifier is that of the message, so that the council can decide the same twice.
    function receiveMessage(bytes32 identifier, uint32 originDomain, address sender, bytes calldata body) external {
        require(msg.sender == inbox, "Only the inbox may deliver messages.");
        require(originDomain == homeDomain && sender == council, "The sender is not the council.");
        bytes32 decision = decisionOf(identifier, abi.decode(body, (Call[])));
        readyAt[decision] = block.timestamp + delay;
        emit DecisionReceived(decision, readyAt[decision]);
    }

    /// Vetoes a decision that was not executed yet.
    function veto(bytes32 decision) external {
        require(msg.sender == guardian, "Only the guardian may veto decisions.");
        require(readyAt[decision] > 0, "The decision does not wait.");
        delete readyAt[decision];
        emit DecisionVetoed(decision);
    }

    /// Executes a decision after its delay. Anybody may. All calls have to succeed, and a call of an account without code
    /// does not.
    function execute(bytes32 identifier, Call[] calldata calls) external {
        bytes32 decision = decisionOf(identifier, calls);
        uint256 time = readyAt[decision];
        require(time > 0, "The decision does not wait.");
        require(block.timestamp >= time, "The delay has not passed yet.");
        require(block.timestamp <= time + TIME_TO_EXECUTE, "The decision is too old.");
        delete readyAt[decision];
        for (uint256 i = 0; i < calls.length; i++) {
            require(calls[i].target.code.length > 0, "A target has no code.");
            (bool done,) = calls[i].target.call(calls[i].data);
            require(done, "A call of the decision fails.");
        }
        emit DecisionExecuted(decision, msg.sender);
    }

    /// Returns the number of a decision, which covers its message and its calls.
    function decisionOf(bytes32 identifier, Call[] memory calls) public pure returns (bytes32) {
        return keccak256(abi.encode(identifier, calls));
    }
}
