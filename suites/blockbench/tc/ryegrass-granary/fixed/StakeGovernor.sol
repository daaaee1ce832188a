// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {Checkpoints} from "@openzeppelin/contracts@5.4.0/utils/structs/Checkpoints.sol";
import {Signed} from "./context/Signed.sol";
import {Stakes} from "./context/Stakes.sol";

contract StakeGovernor is Stakes, Signed {
    using Checkpoints for Checkpoints.Trace208;

    struct Proposal {
        IERC20 t;
        address to;
        uint48 at;
        uint32 dur;
        bool done;
        address by;
        uint256 amt;
        uint256 w;
        string text;
    }

    uint256 public constant DAY = 1 days;
    uint256 public constant WEEK = 7 days;
    uint256 public constant LAPSE = 14 days;
    uint256 public constant MAX_DUR = 4 * 365 days;

    bytes32 private constant BACK = keccak256("Back(uint256 id,address member,uint256 nonce,uint256 end)");

    Proposal[] private _ps;
    mapping(address m => uint256) private _backs;
    mapping(uint256 id => mapping(address m => uint256)) public counted;

    event Proposed(uint256 indexed id, address indexed by, IERC20 t, address to, uint256 amt, uint256 dur, string text);
    event Backed(uint256 indexed id, address indexed m, uint256 w);
    event Retracted(uint256 indexed id, address indexed m);
    event Executed(uint256 indexed id, bool urgent);
    event Cancelled(uint256 indexed id);

    error Closed();
    error Early();
    error Few();
    error Bad();
    error Denied();

    modifier onlyOpen(uint256 id) {
        if (!isOpen(id)) revert Closed(); //~ BENIGN CTRL_FLOW
        _;
    }

    constructor(IERC20 g) Stakes(g) Signed("StakeGovernor") {}

    function propose(IERC20 t, address to, uint256 amt, uint32 dur, string calldata text) external returns (uint256 id) {
        if (to == address(0) || amt == 0 || dur > MAX_DUR) revert Bad(); //~ BENIGN INPUT_VAL
        uint48 n = uint48(block.timestamp - 1);
        if (uint256(_own[msg.sender].upperLookupRecent(n)) * 1_000 < _all.upperLookupRecent(n)) revert Few();
        id = _ps.length;
        Proposal storage p = _ps.push();
        (p.t, p.to, p.amt, p.dur, p.text) = (t, to, amt, dur, text);
        (p.at, p.by) = (uint48(block.timestamp), msg.sender);
        emit Proposed(id, msg.sender, t, to, amt, dur, text); //~ UNRELATED EVENT_EMIT
    }

    function back(uint256 id) external {
        _back(id, msg.sender);
    }

    function backFor(uint256 id, address m, uint256 end, bytes calldata sig) external {
        if (block.timestamp > end) revert Closed(); //~ BENIGN TIMESTAMP
        _check(keccak256(abi.encode(BACK, id, m, _useNonce(m), end)), m, sig); //~ BENIGN SIGNATURE works once
        _back(id, m);
    }

    function retract() external {
        uint256 b = _backs[msg.sender];
        if (b == 0) revert Closed(); //~ BENIGN CTRL_FLOW
        delete _backs[msg.sender];
        _count(b - 1, msg.sender); //~ BENIGN STATE_MOD
        emit Retracted(b - 1, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    function cancel(uint256 id) external onlyOpen(id) {
        if (msg.sender != _ps[id].by) revert Denied(); //~ BENIGN ACCESS_CTRL
        _ps[id].done = true;
        emit Cancelled(id);
    }

    function execute(uint256 id) external onlyOpen(id) {
        Proposal storage p = _ps[id];
        if (block.timestamp < p.at + WEEK) revert Early(); //~ BENIGN TIMESTAMP
        if (p.w * 2 <= _whole(id)) revert Few(); //~ BENIGN CTRL_FLOW more than half
        p.done = true; //~ BENIGN STATE_MOD before tokens move
        if (p.dur == 0) _pay(p.t, p.to, p.amt);
        else _stream(p.t, p.to, p.amt, p.dur);
        emit Executed(id, false);
    }

    function executeUrgent(uint256 id) external onlyOpen(id) {
        Proposal storage p = _ps[id];
        if (block.timestamp < p.at + DAY) revert Early(); //~ BENIGN TIMESTAMP
        if (p.dur != 0) revert Bad(); //~ BENIGN INPUT_VAL
        if (p.w == 0 || p.w * 3 < _whole(id) * 2) revert Few(); //~ BENIGN CTRL_FLOW
        p.done = true; //~ BENIGN STATE_MOD
        _pay(p.t, p.to, p.amt);
        emit Executed(id, true);
    }

    function isOpen(uint256 id) public view returns (bool) {
        return id < _ps.length && !_ps[id].done && block.timestamp < _ps[id].at + LAPSE; //~ BENIGN TIMESTAMP
    }

    function length() external view returns (uint256) {
        return _ps.length;
    }

    function get(uint256 id) external view returns (Proposal memory) {
        return _ps[id];
    }

    function backedBy(address m) external view returns (bool any, uint256 id) {
        uint256 b = _backs[m];
        if (b != 0) (any, id) = (true, b - 1);
    }

    function tally(uint256 id) external view returns (uint256 w, uint256 whole, bool half, bool most) {
        (w, whole) = (_ps[id].w, _whole(id));
        half = w * 2 > whole;
        most = w != 0 && w * 3 >= whole * 2;
    }

    function leftOf(uint256 id) external view returns (uint256 soon, uint256 late, uint256 end) {
        uint256 x = block.timestamp - _ps[id].at;
        unchecked {
            soon = x < DAY ? DAY - x : 0;
            late = x < WEEK ? WEEK - x : 0;
            end = x < LAPSE ? LAPSE - x : 0;
        }
    }

    function page(uint256 i, uint256 n) external view returns (Proposal[] memory r) {
        uint256 k = _ps.length;
        if (i > k) i = k;
        if (n > k - i) n = k - i;
        r = new Proposal[](n);
        unchecked {
            for (k = 0; k < n; ++k) r[k] = _ps[i + k];
        }
    }

    function _back(uint256 id, address m) private onlyOpen(id) {
        uint256 b = _backs[m];
        _backs[m] = id + 1; //~ BENIGN STATE_MOD one at a time
        if (b != 0) _count(b - 1, m); //~ BENIGN STATE_MOD the one before loses what it had
        _count(id, m);
        emit Backed(id, m, counted[id][m]); //~ UNRELATED EVENT_EMIT
    }

    function _when(uint256 id) private view returns (uint48) {
        return uint48(Math.min(block.timestamp, _ps[id].at - 1)); //~ BENIGN STORAGE_READ the stake from before the proposal counts
    }

    function _voice(uint256 id, address m) private view returns (uint256) {
        return _backs[m] == id + 1 ? _own[m].upperLookupRecent(_when(id)) : 0;
    }

    function _whole(uint256 id) private view returns (uint256) {
        return _all.upperLookupRecent(_when(id));
    }

    function _moved(address m) internal override {
        uint256 b = _backs[m];
        if (b != 0) _count(b - 1, m);
    }

    function _count(uint256 id, address m) private {
        uint256 v = _voice(id, m);
        _ps[id].w = _ps[id].w - counted[id][m] + v; //~ BENIGN STATE_MOD nobody is counted twice
        counted[id][m] = v;
    }
}
