// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

interface IERC20Minimal {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

interface IMessageHandler {
    function handle(uint32 origin, bytes32 sender, bytes calldata body) external;
}

/// @title Replica
/// @notice Mirrors the roots of one remote outbox and hands the messages below them to local recipients.
/// @dev The reporter reports roots optimistically: a root is usable once `window` seconds have passed without
///      the governor revoking it. Anyone may then prove and deliver the messages it covers.
contract Replica {
    struct Message {
        uint32 origin;
        bytes32 sender;
        uint32 nonce;
        uint32 destination;
        address recipient;
        bytes body;
    }

    uint256 public constant TREE_DEPTH = 16;
    bytes32 public constant DELIVERED = keccak256("replica.message.delivered");

    address public immutable governor;
    uint32 public immutable localDomain;

    uint32 public remoteDomain;
    address public reporter;
    uint256 public window;
    bytes32 public latestRoot;

    /// @notice Time from which a root may be relied upon.
    mapping(bytes32 root => uint256 time) public usableFrom;
    /// @notice Root under which a message was proven, or DELIVERED once it has been delivered.
    mapping(bytes32 messageHash => bytes32 root) public provenUnder;

    event RootSubmitted(bytes32 indexed previous, bytes32 indexed root, uint256 time);
    event RootRevoked(bytes32 indexed root);
    event Proven(bytes32 indexed messageHash, bytes32 indexed root);
    event Delivered(bytes32 indexed messageHash, address indexed recipient);

    error NotGovernor();
    error NotReporter();
    error AlreadyInitialized();
    error InvalidConfig();
    error EmptyRoot();
    error UnexpectedParent(bytes32 expected);
    error AlreadyDelivered(bytes32 messageHash);
    error NotUsable(bytes32 root);
    error ForeignMessage();

    modifier onlyGovernor() {
        if (msg.sender != governor) revert NotGovernor();
        _;
    }

    constructor(uint32 localDomain_) {
        governor = msg.sender;
        localDomain = localDomain_;
    }

    /// @notice Connects this replica to its remote outbox.
    /// @param checkpoint Last root already settled by the previous deployment; zero when the outbox has no leaf yet.
    function initialize(uint32 remote, address reporter_, bytes32 checkpoint, uint256 window_) external onlyGovernor {
        if (remoteDomain != 0) revert AlreadyInitialized();  //~ BENIGN INIT one-shot
        if (remote == 0 || reporter_ == address(0)) revert InvalidConfig();
        remoteDomain = remote;
        reporter = reporter_;
        window = window_;
        latestRoot = checkpoint;  //~ BENIGN INIT zero is a legitimate parent for the first submission
        if (checkpoint != bytes32(0)) {
            usableFrom[checkpoint] = 1;  //~ BENIGN INIT only a settled root is confirmed
            emit RootSubmitted(bytes32(0), checkpoint, block.timestamp);
        }
    }

    function revokeRoot(bytes32 root) external onlyGovernor {
        usableFrom[root] = 0;
        emit RootRevoked(root);
    }

    /// @notice Reports the next root of the remote outbox.
    function submitRoot(bytes32 previous, bytes32 root) external {
        if (msg.sender != reporter) revert NotReporter();
        if (root == bytes32(0)) revert EmptyRoot();  //~ BENIGN INPUT_VAL the zero root is refused here too
        if (previous != latestRoot) revert UnexpectedParent(latestRoot);
        latestRoot = root;
        usableFrom[root] = block.timestamp + window;
        emit RootSubmitted(previous, root, usableFrom[root]);
    }

    /// @notice Records that a message is the leaf at `index` below a usable root.
    function prove(bytes32 hash, bytes32[TREE_DEPTH] calldata siblings, uint256 index) external {
        if (provenUnder[hash] == DELIVERED) revert AlreadyDelivered(hash);  //~ BENIGN STATE_MOD a delivered message cannot be revived
        bytes32 node = hash;
        for (uint256 i = 0; i < TREE_DEPTH; ++i) {
            node = (index >> i) & 1 == 0
                ? keccak256(abi.encode(node, siblings[i]))
                : keccak256(abi.encode(siblings[i], node));
        }
        if (!usable(node)) revert NotUsable(node);  //~ BENIGN CTRL_FLOW a computed root is never zero
        provenUnder[hash] = node;
        emit Proven(hash, node);
    }

    /// @notice Delivers a message. Callable by anyone, once per message.
    function deliver(Message calldata message) external {
        if (message.destination != localDomain || message.origin != remoteDomain) revert ForeignMessage();
        bytes32 hash = messageHash(message);
        bytes32 root = provenUnder[hash];  //~ BENIGN STORAGE_READ zero for a message nobody has proven
        if (!usable(root)) revert NotUsable(root);  //~ BENIGN CTRL_FLOW the zero root is never confirmed
        provenUnder[hash] = DELIVERED;
        IMessageHandler(message.recipient).handle(message.origin, message.sender, message.body);  //~ DECOY EXT_CALL status is written before the call
        emit Delivered(hash, message.recipient);
    }

    function usable(bytes32 root) public view returns (bool) {
        uint256 time = usableFrom[root];
        return time != 0 && block.timestamp >= time;
    }

    function messageHash(Message calldata message) public pure returns (bytes32) {
        return keccak256(bytes.concat(hex"00", abi.encode(message)));
    }
}

/// @title TokenEscrow
/// @notice Holds tokens that circulate on the remote chain and releases them on its instruction.
contract TokenEscrow is IMessageHandler {
    address public immutable replica;
    uint32 public immutable remoteDomain;
    bytes32 public immutable remoteRouter;

    event Locked(address indexed token, address indexed from, bytes32 indexed to, uint256 amount);
    event Released(address indexed token, address indexed to, uint256 amount);

    error NotReplica();
    error UnknownRouter();
    error TransferFailed();

    constructor(address replica_, uint32 remoteDomain_, bytes32 remoteRouter_) {
        replica = replica_;
        remoteDomain = remoteDomain_;
        remoteRouter = remoteRouter_;
    }

    /// @notice Locks tokens; the outbox relays the event to the remote router.
    function lock(address token, bytes32 to, uint256 amount) external {
        if (!IERC20Minimal(token).transferFrom(msg.sender, address(this), amount)) revert TransferFailed();
        emit Locked(token, msg.sender, to, amount);  //~ UNRELATED EVENT_EMIT
    }

    /// @inheritdoc IMessageHandler
    function handle(uint32 origin, bytes32 sender, bytes calldata body) external {
        if (msg.sender != replica) revert NotReplica();
        if (origin != remoteDomain || sender != remoteRouter) revert UnknownRouter();  //~ BENIGN INPUT_VAL the message was proven
        (address token, address to, uint256 amount) = abi.decode(body, (address, address, uint256));
        if (!IERC20Minimal(token).transfer(to, amount)) revert TransferFailed();  //~ BENIGN FUND_XFER on a proven instruction
        emit Released(token, to, amount);
    }
}
