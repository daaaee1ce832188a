// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {Initializable} from "@openzeppelin/contracts@5.4.0/proxy/utils/Initializable.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {IMessageRecipient} from "./context/IMessageRecipient.sol";
import {Messages, TREE_DEPTH} from "./context/Messages.sol";

/// @title Replica
/// @notice Mirrors the roots of one remote outbox and hands the messages below them to local recipients.
/// @dev Roots are reported optimistically: a root is usable once its window has passed without a watcher revoking it.
///      Anyone may then prove and deliver the messages that it covers.
contract Replica is AccessControl, Initializable, Pausable {
    /// @notice How far a message has come.
    enum Status {
        None,
        Proven,
        Delivered
    }

    /// @notice The role that reports roots.
    bytes32 public constant REPORTER_ROLE = keccak256("REPORTER_ROLE");

    /// @notice The role that delays and revokes roots and stops deliveries.
    bytes32 public constant WATCHER_ROLE = keccak256("WATCHER_ROLE");

    /// @notice The mark of a message that was delivered.
    bytes32 public constant DELIVERED = keccak256("replica.message.delivered");

    /// @notice The shortest window.
    uint256 public constant MIN_WINDOW = 10 minutes;

    /// @notice The longest window.
    uint256 public constant MAX_WINDOW = 7 days;

    /// @notice The time of a root that was revoked.
    uint256 public constant NEVER = type(uint256).max;

    /// @notice The domain of this replica.
    uint32 public immutable localDomain;

    /// @notice The domain of the remote outbox.
    uint32 public remoteDomain;

    /// @notice How long watchers have to look at a root, in seconds.
    uint256 public window;

    /// @notice The root that was reported last.
    bytes32 public latestRoot;

    /// @notice The time from which on a root is usable.
    mapping(bytes32 root => uint256 time) public usableFrom;

    /// @notice Whether the time of a root was put off.
    mapping(bytes32 root => bool) public delayed;

    /// @notice The root that a message was proven under, or DELIVERED.
    mapping(bytes32 leaf => bytes32 root) public provenUnder;

    /// @notice The recipients that receive nothing for now.
    mapping(address recipient => bool) public blocked;

    /// @notice A root was reported.
    /// @param previous The root before it.
    /// @param root The root.
    /// @param time The time from which on it is usable.
    event RootSubmitted(bytes32 indexed previous, bytes32 indexed root, uint256 time);

    /// @notice The time of a root was put off.
    /// @param root The root.
    /// @param time Its new time.
    event RootDelayed(bytes32 indexed root, uint256 time);

    /// @notice A root was revoked.
    /// @param root The root.
    event RootRevoked(bytes32 indexed root);

    /// @notice The window was changed.
    /// @param window The new window.
    event WindowSet(uint256 window);

    /// @notice A recipient receives nothing for now, or does again.
    /// @param recipient The recipient.
    /// @param blocked Whether it is blocked.
    event BlockedSet(address indexed recipient, bool blocked);

    /// @notice A message was proven.
    /// @param leaf The leaf of the message.
    /// @param root The root above it.
    event Proven(bytes32 indexed leaf, bytes32 indexed root);

    /// @notice A message was delivered.
    /// @param leaf The leaf of the message.
    /// @param recipient Who received it.
    event Delivered(bytes32 indexed leaf, address indexed recipient);

    /// @notice Sets the domain and the admin.
    /// @param localDomain_ The domain of this replica.
    /// @param admin_ Who grants the roles and connects the replica.
    constructor(uint32 localDomain_, address admin_) {
        require(localDomain_ != 0 && admin_ != address(0), "Replica: bad setup"); //~ BENIGN INPUT_VAL
        localDomain = localDomain_;
        _grantRole(DEFAULT_ADMIN_ROLE, admin_); //~ BENIGN ACCESS_CTRL
    }

    /// @notice Connects the replica to its remote outbox.
    /// @param remote The domain of the outbox.
    /// @param reporter Who reports its roots.
    /// @param watcher Who watches them.
    /// @param checkpoint The last root that an earlier deployment has settled; zero when the outbox has no leaf yet.
    /// @param window_ How long watchers have to look at a root, in seconds.
    function initialize(
        uint32 remote,
        address reporter,
        address watcher,
        bytes32 checkpoint,
        uint256 window_
    ) external onlyRole(DEFAULT_ADMIN_ROLE) initializer { //~ BENIGN INIT once, and by the admin
        require(remote != 0 && remote != localDomain, "Replica: bad domain"); //~ BENIGN INPUT_VAL
        require(reporter != address(0) && watcher != address(0), "Replica: zero address"); //~ BENIGN INPUT_VAL
        remoteDomain = remote;
        _grantRole(REPORTER_ROLE, reporter);
        _grantRole(WATCHER_ROLE, watcher);
        _setWindow(window_);
        latestRoot = checkpoint;
        if (checkpoint != bytes32(0)) {
            usableFrom[checkpoint] = 1; //~ BENIGN INIT only a settled root is usable
            emit RootSubmitted(bytes32(0), checkpoint, 1); //~ UNRELATED EVENT_EMIT
        }
    }

    /// @notice Changes the window of the roots to come.
    /// @param window_ The new window, in seconds.
    function setWindow(uint256 window_) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setWindow(window_);
    }

    /// @notice Puts another reporter in the place of one.
    /// @param from The reporter of now.
    /// @param to The reporter to come.
    function replaceReporter(address from, address to) external onlyRole(DEFAULT_ADMIN_ROLE) { //~ BENIGN ACCESS_CTRL
        require(to != address(0), "Replica: zero address"); //~ BENIGN INPUT_VAL
        require(_revokeRole(REPORTER_ROLE, from), "Replica: not a reporter"); //~ BENIGN INPUT_VAL
        _grantRole(REPORTER_ROLE, to);
    }

    /// @notice Keeps messages from a recipient.
    /// @param recipient The recipient.
    function blockRecipient(address recipient) external onlyRole(WATCHER_ROLE) {
        blocked[recipient] = true;
        emit BlockedSet(recipient, true);
    }

    /// @notice Lets messages reach a recipient again.
    /// @param recipient The recipient.
    function unblockRecipient(address recipient) external onlyRole(DEFAULT_ADMIN_ROLE) {
        blocked[recipient] = false;
        emit BlockedSet(recipient, false);
    }

    /// @notice Stops deliveries.
    function pause() external onlyRole(WATCHER_ROLE) {
        _pause();
    }

    /// @notice Lets deliveries go on.
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    /// @notice Reports the next root of the remote outbox.
    /// @param previous The root that was reported last.
    /// @param root The root.
    function submitRoot(bytes32 previous, bytes32 root) external onlyRole(REPORTER_ROLE) { //~ BENIGN ACCESS_CTRL
        require(root != bytes32(0), "Replica: empty root"); //~ BENIGN INPUT_VAL the zero root is refused here, too
        require(previous == latestRoot, "Replica: wrong parent"); //~ BENIGN INPUT_VAL
        require(usableFrom[root] == 0, "Replica: known root"); //~ BENIGN STATE_MOD a revoked root does not come back
        latestRoot = root;
        usableFrom[root] = block.timestamp + window; //~ BENIGN TIMESTAMP
        emit RootSubmitted(previous, root, usableFrom[root]); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Puts a root off by one more window, once.
    /// @param root The root.
    function delayRoot(bytes32 root) external onlyRole(WATCHER_ROLE) {
        require(usableFrom[root] > block.timestamp && usableFrom[root] != NEVER, "Replica: not pending"); //~ BENIGN TIMESTAMP
        require(!delayed[root], "Replica: delayed before"); //~ BENIGN STATE_MOD
        delayed[root] = true;
        usableFrom[root] += window;
        emit RootDelayed(root, usableFrom[root]);
    }

    /// @notice Revokes a root for good.
    /// @param root The root.
    function revokeRoot(bytes32 root) external onlyRole(WATCHER_ROLE) { //~ BENIGN ACCESS_CTRL
        require(usableFrom[root] != 0, "Replica: unknown root"); //~ BENIGN INPUT_VAL
        usableFrom[root] = NEVER;
        emit RootRevoked(root);
    }

    /// @notice Records that a leaf stands below a usable root.
    /// @param leaf The leaf.
    /// @param siblings The siblings on the way up, the lowest one first.
    function prove(bytes32 leaf, bytes32[TREE_DEPTH] calldata siblings) external {
        _prove(leaf, siblings);
    }

    /// @notice Delivers a message that was proven.
    /// @param message The message.
    function deliver(Messages.Message calldata message) external {
        _deliver(message);
    }

    /// @notice Delivers several messages that were proven, all or none.
    /// @param messages The messages.
    function deliverBatch(Messages.Message[] calldata messages) external {
        for (uint256 i = 0; i < messages.length; ++i) {
            _deliver(messages[i]);
        }
    }

    /// @notice Proves a message and delivers it.
    /// @param message The message.
    /// @param siblings The siblings on the way up, the lowest one first.
    function proveAndDeliver(Messages.Message calldata message, bytes32[TREE_DEPTH] calldata siblings) external {
        _prove(Messages.leafOf(message), siblings);
        _deliver(message);
    }

    /// @notice Whether messages below a root may be proven and delivered.
    /// @param root The root.
    /// @return Whether they may.
    function usable(bytes32 root) public view returns (bool) {
        uint256 time = usableFrom[root];
        return time != 0 && block.timestamp >= time; //~ BENIGN TIMESTAMP
    }

    /// @notice How long a root is not usable yet.
    /// @param root The root.
    /// @return The time in seconds; zero for a usable root, NEVER for one that was revoked or not reported.
    function waitOf(bytes32 root) external view returns (uint256) {
        uint256 time = usableFrom[root];
        if (time == 0 || time == NEVER) return NEVER;
        return time > block.timestamp ? time - block.timestamp : 0;
    }

    /// @notice How far a message has come.
    /// @param message The message.
    /// @return How far.
    function statusOf(Messages.Message calldata message) external view returns (Status) {
        bytes32 root = provenUnder[Messages.leafOf(message)];
        if (root == DELIVERED) return Status.Delivered;
        return root == bytes32(0) ? Status.None : Status.Proven;
    }

    /// @notice The leaf of a message.
    /// @param message The message.
    /// @return The leaf.
    function leafOf(Messages.Message calldata message) external pure returns (bytes32) {
        return Messages.leafOf(message);
    }

    /// @dev Records that a leaf stands below a usable root.
    /// @param leaf The leaf.
    /// @param siblings The siblings on the way up.
    function _prove(bytes32 leaf, bytes32[TREE_DEPTH] calldata siblings) internal {
        require(provenUnder[leaf] != DELIVERED, "Replica: already delivered"); //~ BENIGN STATE_MOD a delivered message cannot be revived
        bytes32 root = Messages.rootAbove(leaf, siblings);
        require(usable(root), "Replica: root not usable"); //~ BENIGN CTRL_FLOW a computed root is never zero
        provenUnder[leaf] = root;
        emit Proven(leaf, root);
    }

    /// @dev Delivers a message, once.
    /// @param message The message.
    function _deliver(Messages.Message calldata message) internal whenNotPaused {
        require(message.destination == localDomain, "Replica: wrong destination"); //~ BENIGN INPUT_VAL
        require(message.origin == remoteDomain, "Replica: wrong origin"); //~ BENIGN INPUT_VAL
        require(!blocked[message.recipient], "Replica: blocked recipient"); //~ BENIGN ACCESS_CTRL
        bytes32 leaf = Messages.leafOf(message);
        bytes32 root = provenUnder[leaf];
        require(usable(root), "Replica: not proven"); //~ BENIGN CTRL_FLOW zero is never usable
        provenUnder[leaf] = DELIVERED;
        IMessageRecipient(message.recipient).handle(message.origin, message.sender, message.body);
        emit Delivered(leaf, message.recipient);
    }

    /// @dev Changes the window.
    /// @param window_ The new window, in seconds.
    function _setWindow(uint256 window_) internal {
        require(window_ >= MIN_WINDOW && window_ <= MAX_WINDOW, "Replica: bad window"); //~ BENIGN INPUT_VAL
        window = window_;
        emit WindowSet(window_); //~ UNRELATED EVENT_EMIT
    }
}
