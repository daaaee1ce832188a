// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";

contract LoanPools {
    using SafeERC20 for IERC20;

    struct Pool {
        bool open;
        uint64 at;
        uint64 rate;
        uint256 px;
        uint256 ix;
        uint256 lent;
    }

    uint256 public constant BPS = 10_000;
    uint256 public constant LTV = 8_000;
    uint256 public constant BONUS = 500;
    uint256 public constant HALF = 5_000;
    uint256 public constant MAX_RATE = 3_170_979_198;
    uint256 public constant MAX = 8;
    uint256 private constant ONE = 1e18;

    address public immutable boss;
    IERC20[] public list;
    mapping(IERC20 => Pool) public pools;
    mapping(IERC20 => mapping(address => uint256)) public bal;
    mapping(IERC20 => mapping(address => uint256)) public part;

    event Set(IERC20 indexed t, uint256 px, uint64 rate);
    event In(IERC20 indexed t, address indexed w, uint256 n);
    event Out(IERC20 indexed t, address indexed w, uint256 n);
    event Lent(IERC20 indexed t, address indexed w, uint256 n);
    event Paid(IERC20 indexed t, address indexed w, address by, uint256 n);
    event Liq(address indexed w, IERC20 indexed b, IERC20 indexed c, address by, uint256 n, uint256 k);

    error Auth();
    error Many();
    error Rate();
    error Shut();
    error Zero();
    error Weak();
    error Fine();
    error Much();

    constructor() {
        boss = msg.sender;
    }

    function set(IERC20 t, uint256 px, uint64 rate) external {
        if (msg.sender != boss) revert Auth(); //~ BENIGN ACCESS_CTRL
        if (rate > MAX_RATE) revert Rate(); //~ BENIGN INPUT_VAL
        Pool storage p = pools[t];
        if (p.open) {
            _grow(t);
        } else {
            if (list.length == MAX) revert Many(); //~ BENIGN INPUT_VAL
            list.push(t);
            (p.open, p.at, p.ix) = (true, uint64(block.timestamp), ONE);
        }
        (p.px, p.rate) = (px, rate);
        emit Set(t, px, rate);
    }

    function put(IERC20 t, uint256 n) external {
        if (!pools[t].open) revert Shut(); //~ BENIGN INPUT_VAL
        t.safeTransferFrom(msg.sender, address(this), n); //~ BENIGN FUND_XFER
        bal[t][msg.sender] += n;
        emit In(t, msg.sender, n);
    }

    function take(IERC20 t, uint256 n) external {
        _growAll();
        bal[t][msg.sender] -= n; //~ DECOY ARITHMETIC checked, reverts below zero
        if (!ok(msg.sender)) revert Weak(); //~ BENIGN CTRL_FLOW
        emit Out(t, msg.sender, n); //~ UNRELATED EVENT_EMIT
        t.safeTransfer(msg.sender, n); //~ PREREQ FUND_XFER from what all have put in
    }

    function borrow(IERC20 t, uint256 n) external {
        if (!pools[t].open) revert Shut(); //~ BENIGN INPUT_VAL
        if (n == 0) revert Zero(); //~ BENIGN INPUT_VAL
        _growAll();
        Pool storage p = pools[t];
        uint256 q = (n * ONE + p.ix - 1) / p.ix; //~ BENIGN ARITHMETIC rounded against the borrower
        part[t][msg.sender] += q;
        p.lent += q;
        if (!ok(msg.sender)) revert Weak(); //~ BENIGN CTRL_FLOW after the debt is booked
        emit Lent(t, msg.sender, n); //~ UNRELATED EVENT_EMIT
        t.safeTransfer(msg.sender, n);
    }

    function repay(IERC20 t, address w, uint256 n) external returns (uint256) {
        _grow(t);
        return _pay(t, w, n);
    }

    function liquidate(address w, IERC20 b, IERC20 c, uint256 n) external returns (uint256 k) {
        _growAll();
        if (ok(w)) revert Fine(); //~ INSUFF_GUARD CTRL_FLOW time makes one's own loan weak
        if (n > (debt(b, w) * HALF) / BPS) revert Much(); //~ BENIGN INPUT_VAL
        n = _pay(b, w, n);
        k = (n * pools[b].px * (BPS + BONUS)) / (pools[c].px * BPS); //~ DECOY ARITHMETIC rounded down
        uint256 y = bal[c][msg.sender] + k; //~ ROOT_CAUSE STORAGE_READ before the other side is charged, which may be the same entry
        bal[c][w] -= k; //~ PREREQ STATE_MOD lost when the next line writes to the same entry
        bal[c][msg.sender] = y; //~ ROOT_CAUSE STATE_MOD
        emit Liq(w, b, c, msg.sender, n, k); //~ UNRELATED EVENT_EMIT
    }

    function debt(IERC20 t, address w) public view returns (uint256) {
        return (part[t][w] * pools[t].ix + ONE - 1) / ONE;
    }

    function ok(address w) public view returns (bool) {
        uint256 a;
        uint256 d;
        for (uint256 i; i < list.length; ++i) {
            IERC20 t = list[i];
            a += bal[t][w] * pools[t].px;
            d += debt(t, w) * pools[t].px;
        }
        return d * BPS <= a * LTV; //~ BENIGN COMPUTATION
    }

    function _pay(IERC20 t, address w, uint256 n) private returns (uint256) {
        uint256 d = debt(t, w);
        if (n > d) n = d; //~ BENIGN ARITHMETIC
        if (n == 0) revert Zero(); //~ BENIGN INPUT_VAL
        uint256 q = n == d ? part[t][w] : (n * ONE) / pools[t].ix;
        part[t][w] -= q;
        pools[t].lent -= q;
        emit Paid(t, w, msg.sender, n);
        t.safeTransferFrom(msg.sender, address(this), n); //~ BENIGN FUND_XFER
        return n;
    }

    function _growAll() private {
        unchecked {
            for (uint256 i; i < list.length; ++i) _grow(list[i]);
        }
    }

    function _grow(IERC20 t) private {
        Pool storage p = pools[t];
        p.ix += (p.ix * p.rate * (block.timestamp - p.at)) / ONE; //~ DECOY TIMESTAMP linear between two calls
        p.at = uint64(block.timestamp);
    }
}
