// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts@5.4.0/utils/cryptography/EIP712.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

/// usd goes in on one chain and comes out of the desk on another one. The watchers sign what they saw,
/// more than half of them have to, and anybody may carry their signatures over.
contract BridgeDesk is EIP712, Ownable, Pausable {
    using SafeERC20 for IERC20;

    struct Message {
        uint256 srcChain;
        address srcDesk; // where it went in
        uint256 nonce;
        address to;
        uint256 amount;
    }

    bytes32 constant MESSAGE =
        keccak256("Message(uint256 srcChain,address srcDesk,uint256 nonce,address to,uint256 amount)");
    uint256 constant FEWEST = 3;

    IERC20 public immutable usd;

    uint256 public watchers;
    uint256 public lastNonce;
    mapping(address => bool) public isWatcher;
    mapping(uint256 => address) public deskOn; // chain => our desk there
    mapping(bytes32 => bool) public done;

    error NoDesk(uint256 chain);
    error Done(bytes32 digest);
    error NotEnough(uint256 got, uint256 need);
    error NotAWatcher(address who);

    constructor(IERC20 _usd, address[] memory first) EIP712("BridgeDesk", "1") Ownable(msg.sender) { //~ PREREQ SIGNATURE this chain and this desk
        usd = _usd;
        for (uint256 i = 0; i < first.length; i++) _setWatcher(first[i], true);
        require(watchers >= FEWEST, "too few watchers"); //~ BENIGN INIT
    }

    // ---- in

    function send(uint256 dstChain, address to, uint256 amount) external whenNotPaused returns (uint256 nonce) { //~ BENIGN CTRL_FLOW
        if (deskOn[dstChain] == address(0)) revert NoDesk(dstChain); //~ BENIGN INPUT_VAL
        require(to != address(0) && amount > 0, "to whom, how much"); //~ BENIGN INPUT_VAL
        nonce = ++lastNonce; //~ BENIGN STATE_MOD no two messages of a desk are the same
        usd.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        emit Sent(dstChain, nonce, to, amount); //~ UNRELATED EVENT_EMIT
    }

    // ---- out

    /// signatures in the order of their signers' addresses
    function deliver(Message calldata m, bytes[] calldata signatures) external whenNotPaused { //~ BENIGN CTRL_FLOW
        address desk = deskOn[m.srcChain];
        if (desk == address(0) || desk != m.srcDesk) revert NoDesk(m.srcChain); //~ BENIGN INPUT_VAL
        bytes32 digest = digestOf(m);
        if (done[digest]) revert Done(digest); //~ BENIGN CTRL_FLOW
        done[digest] = true; //~ BENIGN STATE_MOD the message counts, not who signed it
        _check(digest, signatures); //~ BENIGN SIGNATURE
        usd.safeTransfer(m.to, m.amount); //~ BENIGN FUND_XFER if there's not enough here now, later
        emit Delivered(m.srcChain, m.nonce, m.to, m.amount); //~ UNRELATED EVENT_EMIT
    }

    function digestOf(Message calldata m) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(MESSAGE, m.srcChain, m.srcDesk, m.nonce, m.to, m.amount))); //~ BENIGN SIGNATURE every field, and the domain names the destination
    }

    function quorum() public view returns (uint256) {
        return watchers / 2 + 1; //~ BENIGN ARITHMETIC
    }

    function _check(bytes32 digest, bytes[] calldata signatures) private view {
        if (signatures.length < quorum()) revert NotEnough(signatures.length, quorum()); //~ BENIGN INPUT_VAL
        address last;
        for (uint256 i = 0; i < signatures.length; i++) {
            address who = ECDSA.recover(digest, signatures[i]);
            require(who > last, "out of order"); //~ BENIGN SIGNATURE rising addresses are different ones
            if (!isWatcher[who]) revert NotAWatcher(who); //~ BENIGN ACCESS_CTRL a watcher now, whatever it was then
            last = who;
        }
    }

    // ---- the house

    function setDesk(uint256 chain, address desk) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(chain != block.chainid, "that is here"); //~ BENIGN INPUT_VAL
        deskOn[chain] = desk;
        emit DeskSet(chain, desk); //~ UNRELATED EVENT_EMIT
    }

    function setWatcher(address who, bool on) external onlyOwner { //~ BENIGN ACCESS_CTRL
        _setWatcher(who, on);
        require(watchers >= FEWEST, "too few watchers"); //~ BENIGN CTRL_FLOW
    }

    function pause(bool on) external onlyOwner { //~ BENIGN ACCESS_CTRL
        if (on) _pause();
        else _unpause();
    }

    function _setWatcher(address who, bool on) private {
        require(who != address(0) && isWatcher[who] != on, "no change"); //~ BENIGN INPUT_VAL each is counted once
        isWatcher[who] = on;
        watchers = on ? watchers + 1 : watchers - 1;
        emit WatcherSet(who, on); //~ UNRELATED EVENT_EMIT
    }

    event Sent(uint256 indexed dstChain, uint256 indexed nonce, address indexed to, uint256 amount);
    event Delivered(uint256 indexed srcChain, uint256 indexed nonce, address indexed to, uint256 amount);
    event DeskSet(uint256 indexed chain, address desk);
    event WatcherSet(address indexed who, bool on);
}
