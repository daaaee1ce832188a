// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.6.12;
pragma experimental ABIEncoderV2;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2/cryptography/MerkleProof.sol";
import "@openzeppelin/contracts@3.4.2/utils/Address.sol";
import "@openzeppelin/contracts@3.4.2/utils/Pausable.sol";
import "./context/BridgeState.sol";
import "./context/TokenVault.sol";

// BridgeRelay carries messages between chains.
//
// Anybody may send. The keeper, a wallet of all operators, posts batches of what was sent on the other chains, and then
// anybody may have a posted message delivered. Receivers are expected to look at the sender of a message and at its chain.
//
// The owner looks after chains and fees. The guardian can stop everything, the owner lets it go on.
contract BridgeRelay is IMessageSender, Ownable, Pausable {
    // One message. Looks the same on every chain.
    struct Message {
        uint64 fromChain; // Where it was sent.
        uint64 nonce; // Number of the message over there.
        bytes sender; // Who sent it.
        address recipient; // Who gets it here.
        uint16 action; // What the recipient should do.
        bytes args; // And with what.
    }

    // Info of each other chain.
    struct ChainInfo {
        uint64 id; // Id of the chain.
        bool active; // Does anything go there or come from there?
        uint128 sendFee; // Ether for one message.
        uint64 sent; // Messages that went there.
    }

    // Info of each batch.
    struct BatchInfo {
        uint64 postedAt; // Zero if it wasn't posted.
        uint32 deliveries; // How many of its messages got delivered.
        address keeper; // Who posted it.
    }

    uint128 public constant MAX_FEE = 0.1 ether;
    uint256 public constant MAX_CHAINS = 50;
    uint256 public constant MAX_ARGS = 4096;
    uint256 public constant MAX_DELIVERIES = 20;

    // This chain.
    uint64 public immutable chain;
    // Keeper, nonces and delivered messages.
    BridgeState public immutable state;
    // Can stop everything.
    address public guardian;

    ChainInfo[] public chainInfo;
    // Id of a chain => its place in chainInfo, plus one.
    mapping(uint64 => uint256) public chainIndex;
    // Chain => root of a batch => info.
    mapping(uint64 => mapping(bytes32 => BatchInfo)) public batchInfo;

    event ChainSet(uint64 indexed id, uint128 sendFee, bool active);
    event GuardianChanged(address indexed guardian);
    event Sent(uint64 indexed toChain, uint64 nonce, address sender, bytes recipient, uint16 action, bytes args);
    event Posted(uint64 indexed fromChain, bytes32 indexed root);
    event Revoked(uint64 indexed fromChain, bytes32 indexed root);
    event Delivered(bytes32 indexed hash, address indexed recipient);
    event FeesCollected(address indexed to, uint256 amount);

    modifier onlyKeeper() {
        require(msg.sender == state.keeper(), "relay: keeper only"); //~ BENIGN ACCESS_CTRL read anew on every call
        _;
    }

    constructor(
        uint64 _chain,
        address _keeper,
        address _guardian
    ) public {
        require(_chain > 0, "constructor: zero chain"); //~ BENIGN INIT
        chain = _chain;
        state = new BridgeState(_keeper);
        _setGuardian(_guardian);
    }

    // ------------------------------------------------------------------ owner

    // Opens the way to another chain.
    function addChain(uint64 _id, uint128 _sendFee) external onlyOwner {
        require(_id > 0 && _id != chain, "addChain: bad chain"); //~ BENIGN INPUT_VAL
        require(chainIndex[_id] == 0, "addChain: added before"); //~ BENIGN INPUT_VAL
        require(chainInfo.length < MAX_CHAINS, "addChain: too many chains");
        require(_sendFee <= MAX_FEE, "addChain: fee too high"); //~ BENIGN INPUT_VAL
        chainInfo.push(ChainInfo(_id, true, _sendFee, 0));
        chainIndex[_id] = chainInfo.length;
        emit ChainSet(_id, _sendFee, true);
    }

    // Changes the fee, or closes and opens the way.
    function setChain(
        uint64 _id,
        uint128 _sendFee,
        bool _active
    ) external onlyOwner {
        ChainInfo storage info = _chainOf(_id);
        require(_sendFee <= MAX_FEE, "setChain: fee too high"); //~ BENIGN INPUT_VAL
        info.sendFee = _sendFee;
        info.active = _active;
        emit ChainSet(_id, _sendFee, _active);
    }

    function setGuardian(address _guardian) external onlyOwner {
        _setGuardian(_guardian);
    }

    // All the ether here is fees.
    function collectFees(address payable _to) external onlyOwner {
        require(_to != address(0), "collectFees: zero address");
        uint256 amount = address(this).balance;
        Address.sendValue(_to, amount); //~ BENIGN FUND_XFER the fees of all messages, and nothing else is here
        emit FeesCollected(_to, amount);
    }

    function pause() external {
        require(msg.sender == guardian || msg.sender == owner(), "pause: guardian only"); //~ BENIGN ACCESS_CTRL
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    // ------------------------------------------------------------------ keeper

    // Posts a batch: the merkle root over the hashes of its messages.
    function post(uint64 _fromChain, bytes32 _root) external onlyKeeper whenNotPaused {
        require(_chainOf(_fromChain).active, "post: chain not active"); //~ BENIGN INPUT_VAL
        require(_root != bytes32(0), "post: zero root");
        BatchInfo storage batch = batchInfo[_fromChain][_root];
        require(batch.postedAt == 0, "post: posted before"); //~ BENIGN CTRL_FLOW
        batch.postedAt = uint64(block.timestamp); //~ UNRELATED TIMESTAMP
        batch.keeper = msg.sender;
        emit Posted(_fromChain, _root);
    }

    // Takes a batch back. What was delivered stays delivered.
    function revoke(uint64 _fromChain, bytes32 _root) external onlyKeeper {
        require(batchInfo[_fromChain][_root].postedAt > 0, "revoke: not posted"); //~ BENIGN CTRL_FLOW
        delete batchInfo[_fromChain][_root];
        emit Revoked(_fromChain, _root);
    }

    // The keeper passes its job on.
    function setKeeper(address _keeper) external onlyKeeper {
        state.onMessage(state.SET_KEEPER(), abi.encode(_keeper), "", chain); //~ BENIGN ACCESS_CTRL the keeper's own decision
    }

    // The keeper lets another relay take over. State and vaults stay where they are.
    function setRelay(address _relay) external onlyKeeper {
        state.onMessage(state.SET_RELAY(), abi.encode(_relay), "", chain); //~ BENIGN ACCESS_CTRL the keeper's own decision
    }

    // ------------------------------------------------------------------ outgoing

    // Sends a message. Anybody may, to any recipient on any chain that is open.
    function send(
        uint64 _toChain,
        bytes calldata _recipient,
        uint16 _action,
        bytes calldata _args
    ) external payable override whenNotPaused returns (uint64 nonce) {
        ChainInfo storage info = _chainOf(_toChain);
        require(info.active, "send: chain not active"); //~ BENIGN INPUT_VAL
        require(msg.value == info.sendFee, "send: bad fee"); //~ BENIGN INPUT_VAL
        require(_recipient.length > 0 && _args.length <= MAX_ARGS, "send: bad message"); //~ BENIGN INPUT_VAL
        info.sent++;
        nonce = state.nextNonce();
        emit Sent(_toChain, nonce, msg.sender, _recipient, _action, _args); //~ UNRELATED EVENT_EMIT
    }

    // ------------------------------------------------------------------ incoming

    // Delivers a message of a posted batch, once.
    function deliver(
        Message memory _message,
        bytes32 _root,
        bytes32[] memory _proof
    ) public whenNotPaused {
        bytes32 hash = hashOf(_message);
        require(batchInfo[_message.fromChain][_root].postedAt > 0, "deliver: not posted"); //~ BENIGN INPUT_VAL
        require(MerkleProof.verify(_proof, _root, hash), "deliver: not in the batch"); //~ BENIGN INPUT_VAL the message was really sent
        batchInfo[_message.fromChain][_root].deliveries++;
        state.markDelivered(hash); //~ BENIGN STATE_MOD before the call, and never twice
        require(_message.recipient != address(this) && _message.recipient != address(state), "deliver: bad recipient"); //~ BENIGN INPUT_VAL
        IMessageReceiver(_message.recipient).onMessage( //~ BENIGN EXT_CALL
            _message.action,
            _message.args,
            _message.sender,
            _message.fromChain
        );
        emit Delivered(hash, _message.recipient);
    }

    // A few of them at once.
    function deliverMany(
        Message[] memory _messages,
        bytes32 _root,
        bytes32[][] memory _proofs
    ) external {
        require(_messages.length <= MAX_DELIVERIES, "deliverMany: too many"); //~ BENIGN INPUT_VAL
        require(_messages.length == _proofs.length, "deliverMany: bad lengths"); //~ BENIGN INPUT_VAL
        for (uint256 i = 0; i < _messages.length; ++i) {
            deliver(_messages[i], _root, _proofs[i]);
        }
    }

    // ------------------------------------------------------------------ views

    function keeper() external view returns (address) {
        return state.keeper();
    }

    function chainLength() external view returns (uint256) {
        return chainInfo.length;
    }

    // What a message to a chain costs.
    function sendFee(uint64 _toChain) external view returns (uint256) {
        return _chainOf(_toChain).sendFee;
    }

    // For this chain only, and over every field.
    function hashOf(Message memory _message) public view returns (bytes32) {
        return keccak256(abi.encode(chain, _message)); //~ BENIGN COMPUTATION
    }

    // Could it be delivered now, with the right proof?
    function isOpen(Message memory _message, bytes32 _root) public view returns (bool) {
        return batchInfo[_message.fromChain][_root].postedAt > 0 && !state.delivered(hashOf(_message)) && !paused();
    }

    // ------------------------------------------------------------------ internal

    function _chainOf(uint64 _id) private view returns (ChainInfo storage) {
        uint256 index = chainIndex[_id];
        require(index > 0, "relay: no such chain"); //~ BENIGN INPUT_VAL
        return chainInfo[index - 1];
    }

    function _setGuardian(address _guardian) private {
        require(_guardian != address(0), "relay: zero guardian"); //~ BENIGN INPUT_VAL
        guardian = _guardian;
        emit GuardianChanged(_guardian);
    }
}
