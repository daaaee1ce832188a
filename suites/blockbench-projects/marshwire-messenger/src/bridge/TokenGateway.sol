// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/IERC20Metadata.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {TwoStepOwner} from "../access/TwoStepOwner.sol";
import {IFlowLimiter} from "../interfaces/IFlowLimiter.sol";
import {IOutbox} from "../interfaces/IOutbox.sol";
import {IMessageRecipient, ITransferHook} from "../interfaces/IRecipients.sol";
import {ITokenGateway} from "../interfaces/ITokenGateway.sol";
import {Messages} from "../libraries/Messages.sol";
import {WrappedToken, WrappedTokenFactory} from "./WrappedToken.sol";

/// Moves tokens between domains. A token is locked in the gateway of its home, and a wrapped one is created in the other
/// domain; on the way back the wrapped one is destroyed and the token is released.
///
/// Tokens are ordinary ERC-20 tokens without fees on transfer, rebasing or callbacks. The owner lists no others.
contract TokenGateway is ITokenGateway, IMessageRecipient, TwoStepOwner {
    using SafeERC20 for IERC20;

    uint32 public immutable localDomain;
    address public immutable inbox;
    IOutbox public immutable outbox;
    IFlowLimiter public immutable limiter;
    WrappedTokenFactory public immutable factory;

    mapping(uint32 domain => Peer) public peerOf;
    mapping(address token => bool) public isListed;

    /// What is locked here for wrapped tokens in other domains.
    mapping(address token => uint256) public lockedOf;

    /// The wrapped token for a token of another domain, and its home.
    mapping(uint32 domain => mapping(address token => WrappedToken)) public wrappedOf;
    mapping(address wrapped => Home) public homeOf;

    /// What is given back if the message of a transfer expires.
    mapping(bytes32 identifier => Outgoing) public outgoingOf;

    constructor(
        IOutbox outbox_,
        address inbox_,
        IFlowLimiter limiter_,
        WrappedTokenFactory factory_,
        address firstOwner
    ) {
        localDomain = outbox_.localDomain();
        outbox = outbox_;
        inbox = inbox_;
        limiter = limiter_;
        factory = factory_;
        _becomeOwner(firstOwner);
    }

    /// Names the contracts of another domain to which this gateway listens.
    function connectPeer(uint32 domain, address gateway, address remoteInbox) external onlyOwner {
        require(domain != localDomain, "A gateway is not its own peer.");
        peerOf[domain] = Peer(gateway, remoteInbox);
        emit PeerConnected(domain, gateway, remoteInbox);
    }

    /// Lists a token, which can then be sent, or takes it off the list. What is locked can be released in any case.
    function list(address token, bool listed) external onlyOwner {
        require(homeOf[token].token == address(0), "A wrapped token is not listed.");
        isListed[token] = listed;
        emit TokenListed(token, listed);
    }

    /// Sends tokens of the caller to another domain. The fee of the message is paid with the call. If the message expires,
    /// the caller gets the tokens back.
    function send(Order calldata order) external payable returns (bytes32 identifier) {
        require(order.amount > 0, "There is nothing to send.");
        require(order.recipient != address(0), "The recipient is missing.");
        Home memory home = homeOf[order.token];
        if (home.token == address(0)) {
            require(isListed[order.token], "The token is not listed.");
            lockedOf[order.token] += order.amount;
            IERC20(order.token).safeTransferFrom(msg.sender, address(this), order.amount);
        } else {
            require(home.domain == order.destinationDomain, "A wrapped token only returns to its home.");
            WrappedToken(order.token).burn(msg.sender, order.amount);
        }
        identifier = outbox.dispatch{value: msg.value}(draftOf(msg.sender, order));
        outgoingOf[identifier] = Outgoing(msg.sender, order.token, order.amount);
        emit TransferSent(identifier, msg.sender, order.token, order.amount);
    }

    /// Receives a message: a transfer from another gateway, or the receipt of another inbox for a transfer that has expired.
    function receiveMessage(bytes32 identifier, uint32 originDomain, address sender, bytes calldata body) external {
        require(msg.sender == inbox, "Only the inbox may deliver messages."); //~ DECOY ACCESS_CTRL everything is an argument, and comes from the inbox alone
        Peer memory peer = peerOf[originDomain];
        if (sender == peer.inbox) {
            _giveBack(abi.decode(body, (bytes32)));
            return;
        }
        require(sender == peer.gateway, "The sender is not a gateway.");
        _complete(identifier, originDomain, abi.decode(body, (Transfer)));
    }

    /// Returns the message that an order of an account becomes.
    function draftOf(address sender, Order calldata order) public view returns (Messages.Draft memory) {
        address gateway = peerOf[order.destinationDomain].gateway;
        require(gateway != address(0), "The destination has no gateway.");
        return Messages.Draft({
            destinationDomain: order.destinationDomain,
            recipient: gateway,
            gasLimit: order.gasLimit,
            lifetime: order.lifetime,
            body: abi.encode(_transferOf(sender, order))
        });
    }

    /// Returns the fee of an order.
    function feeFor(address sender, Order calldata order) external view returns (uint256) {
        return outbox.feeFor(draftOf(sender, order));
    }

    /// Returns what the other gateway is told about an order. A token that returns home needs no description.
    function _transferOf(address sender, Order calldata order) private view returns (Transfer memory transfer) {
        transfer.sender = sender;
        transfer.recipient = order.recipient;
        transfer.amount = order.amount;
        transfer.data = order.data;
        transfer.home = homeOf[order.token];
        if (transfer.home.token == address(0)) {
            transfer.home = Home(localDomain, order.token);
            transfer.name = IERC20Metadata(order.token).name();
            transfer.symbol = IERC20Metadata(order.token).symbol();
            transfer.decimals = IERC20Metadata(order.token).decimals();
        }
    }

    /// Completes a transfer: releases a token that returns home, or creates wrapped ones for a token of the origin. If there
    /// are data, the recipient is called when everything else is done.
    function _complete(bytes32 identifier, uint32 originDomain, Transfer memory transfer) private {
        address token;
        if (transfer.home.domain == localDomain) {
            token = transfer.home.token;
            limiter.consume(token, transfer.amount);
            lockedOf[token] -= transfer.amount;
            IERC20(token).safeTransfer(transfer.recipient, transfer.amount);
        } else {
            require(transfer.home.domain == originDomain, "The home of the token is elsewhere.");
            WrappedToken wrapped = _wrappedFor(transfer);
            token = address(wrapped);
            wrapped.mint(transfer.recipient, transfer.amount);
        }
        emit TransferReceived(identifier, transfer.recipient, token, transfer.amount);
        if (transfer.data.length > 0) {
            ITransferHook(transfer.recipient).onTokensReceived(token, transfer.amount, transfer.sender, transfer.data);
        }
    }

    /// Gives the tokens of an expired transfer back to their sender.
    function _giveBack(bytes32 identifier) private {
        Outgoing memory outgoing = outgoingOf[identifier];
        require(outgoing.sender != address(0), "There is no such transfer.");
        delete outgoingOf[identifier];
        if (homeOf[outgoing.token].token == address(0)) {
            lockedOf[outgoing.token] -= outgoing.amount;
            IERC20(outgoing.token).safeTransfer(outgoing.sender, outgoing.amount);
        } else {
            WrappedToken(outgoing.token).mint(outgoing.sender, outgoing.amount);
        }
        emit TransferReturned(identifier, outgoing.sender, outgoing.token, outgoing.amount);
    }

    /// Returns the wrapped token of a transfer, and deploys it if it is the first one of its kind.
    function _wrappedFor(Transfer memory transfer) private returns (WrappedToken wrapped) {
        Home memory home = transfer.home;
        wrapped = wrappedOf[home.domain][home.token];
        if (address(wrapped) == address(0)) {
            wrapped = factory.deploy(home.domain, home.token, transfer.name, transfer.symbol, transfer.decimals);
            wrappedOf[home.domain][home.token] = wrapped;
            homeOf[address(wrapped)] = home;
            emit TokenWrapped(home.domain, home.token, address(wrapped));
        }
    }
}
