// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.6.12;
pragma experimental ABIEncoderV2;

interface IHeldToken {
    function transfer(address to, uint256 amount) external returns (bool);

    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @dev Everything that is called from elsewhere takes this form.
interface IRecipient {
    function perform(uint16 action, bytes calldata args, bytes calldata sender, uint64 fromChain) external;
}

/// @dev The one place that says who the keeper is, so that the relay can be replaced without it.
contract KeeperBook is IRecipient {
    uint16 public constant ENTER = 1;
    uint16 public constant MOVE = 2;

    address public relay;
    address public keeper;
    uint64 public term;

    event RelayChanged(address indexed relay);
    event KeeperChanged(uint64 indexed term, address indexed keeper);

    modifier onlyRelay() {
        require(msg.sender == relay, "Book: relay only"); //~ PREREQ ACCESS_CTRL whoever makes the relay call is obeyed
        _;
    }

    constructor(address firstKeeper) public {
        relay = msg.sender;
        keeper = firstKeeper;
        emit KeeperChanged(0, firstKeeper);
    }

    function perform(uint16 action, bytes calldata args, bytes calldata, uint64) external override onlyRelay {
        address next = abi.decode(args, (address));
        require(next != address(0), "Book: nobody");
        if (action == ENTER) {
            keeper = next;
            term++;
            emit KeeperChanged(term, next);
        } else if (action == MOVE) {
            relay = next;
            emit RelayChanged(next);
        } else {
            revert("Book: action");
        }
    }
}

/// @title  CormorantRelay
/// @notice Carries messages between chains. The keeper, a wallet of all operators, posts batches of messages that were
///         sent on other chains, and anybody may have a posted message delivered.
/// @dev    Recipients are expected to look at the sender of a message and its chain.
contract CormorantRelay {
    struct Message {
        uint64 fromChain;
        uint64 nonce;
        bytes sender;
        address recipient;
        uint16 action;
        bytes args;
    }

    uint64 public immutable chain;
    KeeperBook public immutable book;

    uint64 public sentCount;
    mapping(uint64 => mapping(bytes32 => bool)) public posted;
    mapping(bytes32 => bool) public delivered;

    event Sent(uint64 indexed toChain, uint64 nonce, address sender, bytes recipient, uint16 action, bytes args);
    event Posted(uint64 indexed fromChain, bytes32 indexed batch);
    event Delivered(bytes32 indexed hash, address indexed recipient);

    modifier onlyKeeper() {
        require(msg.sender == book.keeper(), "Relay: keeper only"); //~ BENIGN ACCESS_CTRL read anew on every call
        _;
    }

    constructor(uint64 chain_, address firstKeeper) public {
        chain = chain_;
        book = new KeeperBook(firstKeeper);
    }

    function keeper() external view returns (address) {
        return book.keeper();
    }

    // ------------------------------------------------------------- outgoing

    /// @notice Sends a message. Anybody may, to any recipient on any chain.
    function send(uint64 toChain, bytes calldata recipient, uint16 action, bytes calldata args) external returns (uint64 nonce) {
        require(toChain != chain, "Relay: this chain");
        nonce = ++sentCount;
        emit Sent(toChain, nonce, msg.sender, recipient, action, args); //~ UNRELATED EVENT_EMIT
    }

    // ------------------------------------------------------------- incoming

    /// @notice Posts a batch: the hash over the hashes of its messages.
    function post(uint64 fromChain, bytes32 batch) external onlyKeeper {
        require(fromChain != chain, "Relay: this chain");
        posted[fromChain][batch] = true;
        emit Posted(fromChain, batch);
    }

    /// @notice The keeper passes its office on.
    function passOn(address next) external onlyKeeper {
        book.perform(book.ENTER(), abi.encode(next), "", chain); //~ BENIGN ACCESS_CTRL the keeper's own decision
    }

    /// @notice The keeper lets another relay take the place of this one.
    function makeWayFor(address nextRelay) external onlyKeeper {
        book.perform(book.MOVE(), abi.encode(nextRelay), "", chain);
    }

    function hashOf(Message memory message) public view returns (bytes32) {
        return keccak256(abi.encode(chain, message)); //~ BENIGN COMPUTATION for this chain only, and for every field
    }

    /// @notice Delivers a message of a posted batch, once.
    function deliver(Message memory message, bytes32[] memory hashes, uint256 index) public {
        bytes32 hash = hashOf(message);
        require(hashes[index] == hash, "Relay: not in the batch");
        require(posted[message.fromChain][keccak256(abi.encode(hashes))], "Relay: not posted"); //~ BENIGN INPUT_VAL the message was really sent
        require(!delivered[hash], "Relay: delivered before");
        delivered[hash] = true; //~ BENIGN STATE_MOD before the call
        require(message.recipient != address(this), "Relay: recipient"); //~ ROOT_CAUSE INPUT_VAL leaves out the book, which obeys the relay
        IRecipient(message.recipient).perform(message.action, message.args, message.sender, message.fromChain); //~ ROOT_CAUSE EXT_CALL recipient and action are the sender's choice, the caller is the relay
        emit Delivered(hash, message.recipient);
    }
}

/// @title TokenHold
/// @notice Keeps tokens that are used on other chains, and gives them back when the hold over there says so.
contract TokenHold is IRecipient {
    uint16 public constant GIVE_BACK = 1;

    CormorantRelay public immutable relay;
    IHeldToken public immutable token;
    address public immutable house;

    mapping(uint64 => bytes) public counterpart;

    event Kept(address indexed from, uint64 indexed toChain, uint256 amount);
    event GivenBack(address indexed to, uint256 amount);

    constructor(CormorantRelay relay_, IHeldToken token_) public {
        relay = relay_;
        token = token_;
        house = msg.sender;
    }

    /// @notice Names the hold of another chain, for good.
    function pair(uint64 chain, bytes calldata other) external {
        require(msg.sender == house, "Hold: house only");
        require(counterpart[chain].length == 0 && other.length > 0, "Hold: paired");
        counterpart[chain] = other;
    }

    function keep(uint64 toChain, address to, uint256 amount) external {
        require(counterpart[toChain].length > 0, "Hold: chain");
        require(token.transferFrom(msg.sender, address(this), amount), "Hold: tokens");
        relay.send(toChain, counterpart[toChain], GIVE_BACK, abi.encode(to, amount));
        emit Kept(msg.sender, toChain, amount);
    }

    function perform(uint16 action, bytes calldata args, bytes calldata sender, uint64 fromChain) external override {
        require(msg.sender == address(relay), "Hold: relay only");
        require(action == GIVE_BACK, "Hold: action");
        require(counterpart[fromChain].length > 0, "Hold: chain");
        require(keccak256(sender) == keccak256(counterpart[fromChain]), "Hold: sender"); //~ BENIGN INPUT_VAL the relay alone is not enough
        (address to, uint256 amount) = abi.decode(args, (address, uint256));
        require(token.transfer(to, amount), "Hold: tokens");
        emit GivenBack(to, amount);
    }
}
