// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts@5.4.0/utils/cryptography/EIP712.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {EnumerableSet} from "@openzeppelin/contracts@5.4.0/utils/structs/EnumerableSet.sol";

// A shipper pays a carrier on another chain. The usd go into our bridge here and come out of our bridge there,
// before the deadline of the payment or not at all.

struct Payment {
    uint32 srcLane; // our own number of the chain
    address srcBridge;
    uint32 dstLane;
    address dstBridge;
    uint64 nonce;
    uint64 deadline;
    address from;
    address to;
    uint256 amount;
    uint256 tip; // out of the amount, for who carries the signatures over
    bytes32 invoice;
}

library Payments {
    bytes32 constant SENT = keccak256("Sent(bytes32 id)");
    bytes32 constant MISSING = keccak256("Missing(bytes32 id,uint64 checkedAt)");

    function idOf(Payment memory p) internal pure returns (bytes32) {
        return keccak256(abi.encode(p)); //~ BENIGN SIGNATURE every field, both ends among them
    }

    function sent(bytes32 id) internal pure returns (bytes32) {
        return keccak256(abi.encode(SENT, id));
    }

    function missing(bytes32 id, uint64 checkedAt) internal pure returns (bytes32) {
        return keccak256(abi.encode(MISSING, id, checkedAt)); //~ BENIGN SIGNATURE
    }
}

/// People who watch all of our bridges. More than half of them have to sign. They sign two things, for whoever asks:
/// that a payment was sent, and that it was not paid out in any block of the other chain up to the time checkedAt.
abstract contract Watchers is EIP712, Ownable2Step {
    using EnumerableSet for EnumerableSet.AddressSet;

    uint256 constant FEWEST = 3;

    EnumerableSet.AddressSet private _watchers;

    error NotAWatcher(address who);
    error NotEnough(uint256 got, uint256 need);
    error OutOfOrder(address who);
    error NoChange(address who);

    constructor(address[] memory first) {
        for (uint256 i = 0; i < first.length; i++) {
            _set(first[i], true);
        }
        require(_watchers.length() >= FEWEST, "too few watchers"); //~ BENIGN INIT
    }

    modifier onlyWatcher() {
        if (!isWatcher(msg.sender)) revert NotAWatcher(msg.sender);
        _;
    }

    function setWatcher(address who, bool on) external onlyOwner { //~ BENIGN ACCESS_CTRL
        _set(who, on);
        require(_watchers.length() >= FEWEST, "too few watchers");
    }

    function isWatcher(address who) public view returns (bool) {
        return _watchers.contains(who);
    }

    function watchers() external view returns (address[] memory) {
        return _watchers.values();
    }

    function quorum() public view returns (uint256) {
        return _watchers.length() / 2 + 1; //~ BENIGN ARITHMETIC
    }

    /// signatures in the order of their signers' addresses
    function _check(bytes32 structHash, bytes[] calldata signatures) internal view {
        if (signatures.length < quorum()) revert NotEnough(signatures.length, quorum());
        bytes32 digest = _hashTypedDataV4(structHash); //~ BENIGN SIGNATURE
        address last;
        for (uint256 i = 0; i < signatures.length; i++) {
            address who = ECDSA.recover(digest, signatures[i]);
            if (who <= last) revert OutOfOrder(who); //~ BENIGN SIGNATURE
            if (!isWatcher(who)) revert NotAWatcher(who);
            last = who;
        }
    }

    function _set(address who, bool on) private {
        bool changed = on ? _watchers.add(who) : _watchers.remove(who);
        if (!changed) revert NoChange(who); //~ BENIGN INPUT_VAL
        emit WatcherSet(who, on); //~ UNRELATED EVENT_EMIT
    }

    event WatcherSet(address indexed who, bool on);
}

contract FreightBridge is Watchers, Pausable {
    using SafeERC20 for IERC20;
    using Payments for Payment;

    enum State {
        None,
        Sent,
        Refunded
    }

    struct Lane {
        address bridge; // ours at the other end
        uint256 fee;
        uint256 most; // in one payment
    }

    struct Order {
        address to;
        uint256 amount;
        uint256 tip;
        bytes32 invoice;
    }

    uint64 constant SHORTEST = 1 hours;
    uint64 constant LONGEST = 7 days;
    uint64 constant FRESH = 1 days;

    IERC20 public immutable usd;
    uint32 public immutable lane; // this one

    uint64 public lastNonce;
    uint256 public fees;
    mapping(uint32 => Lane) public lanes;
    mapping(bytes32 => State) public outgoing;
    mapping(bytes32 => bool) public paid;

    error NoLane(uint32 lane);
    error NotHere(uint32 lane, address bridge);
    error BadAmount(uint256 amount);
    error Over(uint256 deadline);
    error NotOver(uint256 deadline);
    error AlreadyPaid(bytes32 id);
    error NotOut(bytes32 id);

    constructor(
        IERC20 _usd,
        uint32 _lane,
        address[] memory first
    ) EIP712("FreightBridge", "1") Ownable(msg.sender) Watchers(first) {
        usd = _usd;
        lane = _lane;
    }

    // ---- out of here

    function send(
        uint32 dstLane,
        Order calldata order,
        uint64 ttl
    ) external whenNotPaused returns (bytes32 id) {
        return _send(dstLane, order, ttl);
    }

    function sendMany(
        uint32 dstLane,
        Order[] calldata orders,
        uint64 ttl
    ) external whenNotPaused returns (bytes32[] memory ids) { //~ BENIGN CTRL_FLOW
        ids = new bytes32[](orders.length);
        for (uint256 i = 0; i < orders.length; i++) {
            ids[i] = _send(dstLane, orders[i], ttl);
        }
    }

    /// Too late and not paid out there, so it goes back. The fee stays. Anybody may bring the signatures.
    function refund(
        Payment calldata p,
        uint64 checkedAt,
        bytes[] calldata signatures
    ) external whenNotPaused { //~ BENIGN CTRL_FLOW
        bytes32 id = p.idOf();
        if (outgoing[id] != State.Sent) revert NotOut(id);
        if (checkedAt <= p.deadline) revert NotOver(p.deadline); //~ BENIGN TIMESTAMP
        require(checkedAt <= block.timestamp, "not looked yet"); //~ BENIGN INPUT_VAL
        require(block.timestamp - checkedAt <= FRESH, "looked too long ago"); //~ BENIGN TIMESTAMP
        outgoing[id] = State.Refunded;
        _check(Payments.missing(id, checkedAt), signatures); //~ BENIGN SIGNATURE
        usd.safeTransfer(p.from, p.amount); //~ BENIGN FUND_XFER
        emit Refunded(id, p.from, p.amount); //~ UNRELATED EVENT_EMIT
    }

    // ---- into here

    function deliver(Payment calldata p, bytes[] calldata signatures) external whenNotPaused { //~ BENIGN CTRL_FLOW
        _deliver(p, signatures);
    }

    function deliverMany(
        Payment[] calldata payments,
        bytes[][] calldata signatures
    ) external whenNotPaused {
        require(payments.length == signatures.length, "one list for each"); //~ BENIGN INPUT_VAL
        for (uint256 i = 0; i < payments.length; i++) {
            _deliver(payments[i], signatures[i]);
        }
    }

    // ---- the house

    function setLane(
        uint32 other,
        address bridge,
        uint256 fee,
        uint256 most
    ) external onlyOwner {
        if (other == lane) revert NoLane(other); //~ BENIGN INPUT_VAL
        lanes[other] = Lane(bridge, fee, most);
        emit LaneSet(other, bridge, fee, most);
    }

    function takeFees(address to) external onlyOwner {
        uint256 amount = fees;
        fees = 0;
        usd.safeTransfer(to, amount);
        emit FeesTaken(to, amount);
    }

    /// any watcher may pull the brake
    function brake() external onlyWatcher {
        _pause();
    }

    function unpause() external onlyOwner { //~ BENIGN ACCESS_CTRL
        _unpause();
    }

    // ---- for the website

    function costOf(uint32 dstLane, uint256 amount) external view returns (uint256) {
        return amount + lanes[dstLane].fee;
    }

    function idOf(Payment calldata p) external pure returns (bytes32) {
        return p.idOf();
    }

    function isOpen(Payment calldata p) external view returns (bool) {
        return !paid[p.idOf()] && block.timestamp <= p.deadline && _isForUs(p);
    }

    // ---- inside

    function _send(
        uint32 dstLane,
        Order calldata order,
        uint64 ttl
    ) private returns (bytes32 id) {
        Lane memory l = lanes[dstLane];
        if (l.bridge == address(0)) revert NoLane(dstLane); //~ BENIGN INPUT_VAL
        require(order.to != address(0), "to nobody");
        if (order.amount == 0 || order.amount > l.most) revert BadAmount(order.amount); //~ BENIGN INPUT_VAL
        require(order.tip <= order.amount / 10, "big tip");
        require(ttl >= SHORTEST && ttl <= LONGEST, "too short or too long"); //~ BENIGN TIMESTAMP

        Payment memory p = Payment({
            srcLane: lane,
            srcBridge: address(this),
            dstLane: dstLane,
            dstBridge: l.bridge,
            nonce: ++lastNonce,
            deadline: uint64(block.timestamp) + ttl,
            from: msg.sender,
            to: order.to,
            amount: order.amount,
            tip: order.tip,
            invoice: order.invoice
        });
        id = p.idOf();
        outgoing[id] = State.Sent;
        fees += l.fee;
        usd.safeTransferFrom(msg.sender, address(this), order.amount + l.fee); //~ BENIGN FUND_XFER
        emit Sent(id, p);
    }

    function _deliver(Payment calldata p, bytes[] calldata signatures) private {
        if (!_isForUs(p)) revert NotHere(p.dstLane, p.dstBridge);
        address bridge = lanes[p.srcLane].bridge;
        if (bridge == address(0) || bridge != p.srcBridge) revert NoLane(p.srcLane); //~ BENIGN INPUT_VAL
        if (block.timestamp > p.deadline) revert Over(p.deadline); //~ BENIGN TIMESTAMP
        bytes32 id = p.idOf();
        if (paid[id]) revert AlreadyPaid(id);
        paid[id] = true; //~ BENIGN STATE_MOD
        _check(Payments.sent(id), signatures);
        usd.safeTransfer(p.to, p.amount - p.tip); //~ BENIGN FUND_XFER if there's not enough here now, later
        if (p.tip > 0) {
            usd.safeTransfer(msg.sender, p.tip); //~ BENIGN FUND_XFER
        }
        emit Delivered(id, p.to, p.amount, p.invoice);
    }

    function _isForUs(Payment calldata p) private view returns (bool) {
        return p.dstLane == lane && p.dstBridge == address(this);
    }

    event Sent(bytes32 indexed id, Payment payment);
    event Refunded(bytes32 indexed id, address indexed from, uint256 amount);
    event Delivered(bytes32 indexed id, address indexed to, uint256 amount, bytes32 indexed invoice);
    event LaneSet(uint32 indexed lane, address bridge, uint256 fee, uint256 most);
    event FeesTaken(address indexed to, uint256 amount);
}
