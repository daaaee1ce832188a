// SPDX-License-Identifier: GPL-3.0-only
pragma solidity 0.8.24;

import {ECDSA} from "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";
import {Nonces} from "@openzeppelin/contracts@5.4.0/utils/Nonces.sol";
import {Budgets} from "./context/Budgets.sol";
import {Jobs} from "./context/Jobs.sol";
import {Roster} from "./context/Roster.sol";

contract Council is Nonces, Roster, Jobs, Budgets {
    struct Tx {
        address to;
        uint96 val;
        uint64 at;
        uint32 gas;
        bool done;
        address by;
        bytes data;
    }

    uint256 public constant TERM = 21 days;
    bytes32 private constant DOMAIN =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant CONFIRM = keccak256("Confirm(uint256 id,address signer,uint256 nonce,uint256 end)");

    Tx[] private _txs;
    mapping(uint256 id => mapping(address s => uint256)) private _ok;

    event Proposed(uint256 indexed id, address indexed by, address to, uint256 val, bytes data);
    event Confirmed(uint256 indexed id, address indexed s);
    event Revoked(uint256 indexed id, address indexed s);
    event Executed(uint256 indexed id, bytes res);
    event Cancelled(uint256 indexed id);
    event Comment(uint256 indexed id, address indexed by, string text);
    event Received(address indexed by, uint256 x);

    error NotSigner();
    error NotSelf();
    error NotEoa();
    error NotHolder();
    error NotProposer();
    error NoTx();
    error Done();
    error Expired();
    error Unconfirmed();
    error LowGas();
    error BadSig();
    error Taken();

    modifier onlySigner() {
        if (seat[msg.sender] == 0) revert NotSigner(); //~ BENIGN ACCESS_CTRL
        _;
    }

    modifier onlyOp() {
        if (!isOp[msg.sender]) revert NotOp(); //~ BENIGN ACCESS_CTRL
        _;
    }

    modifier onlySelf() {
        if (msg.sender != address(this)) revert NotSelf(); //~ BENIGN ACCESS_CTRL this contract calls itself from execute() alone
        _;
    }

    constructor(address[] memory ss, uint256 q) {
        for (uint256 i; i < ss.length; ++i) _add(ss[i]); //~ BENIGN INIT
        _setQuorum(q); //~ BENIGN INIT
    }

    receive() external payable {
        emit Received(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    function propose(address to, uint96 x, uint32 g, bytes calldata d) external returns (uint256 id) {
        id = _txs.length;
        _txs.push(Tx(to, x, uint64(block.timestamp), g, false, msg.sender, d));
        emit Proposed(id, msg.sender, to, x, d); //~ UNRELATED EVENT_EMIT
        confirm(id); //~ PREREQ CTRL_FLOW who proposes has to be able to confirm
    }

    function confirm(uint256 id) public onlySigner {
        _confirm(id, msg.sender);
    }

    function confirmMany(uint256[] calldata ids) external onlySigner {
        for (uint256 i; i < ids.length; ++i) _confirm(ids[i], msg.sender);
    }

    function confirmFor(uint256 id, address s, uint256 end, bytes calldata sig) external {
        if (block.timestamp > end) revert Expired(); //~ BENIGN TIMESTAMP
        if (seat[s] == 0) revert NotSigner(); //~ BENIGN ACCESS_CTRL a signer of today
        bytes32 h = keccak256(abi.encode(CONFIRM, id, s, _useNonce(s), end)); //~ BENIGN SIGNATURE works once and for one transaction
        h = keccak256(abi.encodePacked(hex"1901", domain(), h)); //~ BENIGN SIGNATURE
        if (ECDSA.recover(h, sig) != s) revert BadSig(); //~ BENIGN SIGNATURE
        _confirm(id, s);
    }

    function revoke(uint256 id) external {
        _ok[id][msg.sender] = 0; //~ BENIGN STATE_MOD the caller's own, and nothing for whoever has no seat
        _useNonce(msg.sender); //~ BENIGN SIGNATURE signatures that were not handed in lapse
        emit Revoked(id, msg.sender);
    }

    function cancel(uint256 id) external {
        Tx storage t = _open(id);
        if (msg.sender != t.by) revert NotProposer(); //~ BENIGN ACCESS_CTRL
        t.done = true;
        emit Cancelled(id);
    }

    function execute(uint256 id) external returns (bytes memory r) {
        Tx storage t = _open(id);
        if (count(id) < quorum) revert Unconfirmed(); //~ PREREQ ACCESS_CTRL what makes the open call below one of the signers
        t.done = true; //~ BENIGN STATE_MOD before the call, so a transaction is executed once
        (address to, uint256 x, bytes memory d) = (t.to, t.val, t.data);
        if (gasleft() < (uint256(t.gas) * 64) / 63 + 50_000) revert LowGas(); //~ BENIGN CTRL_FLOW everything is read by now, and the call itself costs less than what is added
        bool ok;
        assembly {
            ok := call(gas(), to, x, add(d, 0x20), mload(d), 0, 0) //~ BENIGN EXT_CALL target and data were confirmed by a quorum
            r := mload(0x40)
            mstore(0x40, add(r, and(add(returndatasize(), 0x3f), not(0x1f))))
            mstore(r, returndatasize())
            returndatacopy(add(r, 0x20), 0, returndatasize())
        }
        if (!ok) {
            assembly {
                revert(add(r, 0x20), mload(r))
            }
        }
        emit Executed(id, r);
    }

    function add(address s) external onlySelf {
        _add(s);
    }

    function drop(address s) external onlySelf {
        _drop(s);
    }

    function swap(address s, address t) external onlySelf {
        _swap(s, t);
    }

    function setQuorum(uint256 q) external onlySelf {
        _setQuorum(q);
    }

    function setBudget(address op, address t, uint128 cap) external onlySelf {
        _setBudget(op, t, cap);
    }

    function setOp(address op, bool on) external onlySigner {
        _setOp(op, on);
    }

    function claim(bytes32 job) external onlyOp {
        if (holder(job) != address(0)) revert Taken(); //~ BENIGN ACCESS_CTRL
        _assign(job, msg.sender);
    }

    function assign(bytes32 job, address to) external {
        if (msg.sender != holder(job) && seat[msg.sender] == 0) revert NotHolder(); //~ BENIGN ACCESS_CTRL holder zero is nobody
        if (to != address(0) && !isOp[to]) revert NotOp(); //~ BENIGN INPUT_VAL
        _assign(job, to);
    }

    function spend(address t, address to, uint128 x) external onlyOp {
        _spend(t, to, x); //~ BENIGN FUND_XFER no more than a vote of the signers has granted for the week
    }

    function comment(uint256 id, string calldata text) external {
        if (tx.origin != msg.sender) revert NotEoa(); //~ BENIGN ACCESS_CTRL grants nothing, it keeps contracts out of an event
        emit Comment(id, msg.sender, text);
    }

    function count(uint256 id) public view returns (uint256 n) {
        address[] memory ss = signers();
        for (uint256 i; i < ss.length; ++i) { //~ BENIGN CTRL_FLOW nine signers at most
            if (_ok[id][ss[i]] == seat[ss[i]]) ++n; //~ BENIGN STORAGE_READ a seat is given once, so that confirmations of an earlier one do not count
        }
    }

    function domain() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN, keccak256("Council"), keccak256("1"), block.chainid, this)); //~ BENIGN SIGNATURE this council, on this chain
    }

    function length() external view returns (uint256) {
        return _txs.length;
    }

    function get(uint256 id) external view returns (Tx memory) {
        return _txs[id];
    }

    function ready(uint256 id) external view returns (bool) {
        if (id >= _txs.length || _txs[id].done) return false;
        return block.timestamp <= _txs[id].at + TERM && count(id) >= quorum;
    }

    function _confirm(uint256 id, address s) private {
        _open(id);
        _ok[id][s] = seat[s];
        emit Confirmed(id, s);
    }

    function _open(uint256 id) private view returns (Tx storage t) {
        if (id >= _txs.length) revert NoTx(); //~ BENIGN INPUT_VAL
        t = _txs[id];
        if (t.done) revert Done(); //~ BENIGN CTRL_FLOW
        if (block.timestamp > t.at + TERM) revert Expired(); //~ UNRELATED TIMESTAMP three weeks
    }
}
