// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20, IERC4626} from "@openzeppelin/contracts@5.4.0/interfaces/IERC4626.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {Book} from "./context/Book.sol";

contract StableMarkets is Book {
    using SafeERC20 for IERC20;
    using SafeERC20 for IERC4626;

    struct Loan {
        uint256 coll;
        uint256 debt;
    }

    uint256 public constant MIN = 1_000e18;
    uint256 public constant HI = 10e18;
    uint256 private constant SCALE = 1e36;

    mapping(uint256 => mapping(address => Loan)) public loans;
    mapping(address => mapping(address => bool)) public ops;

    event Rate(uint256 indexed i, uint256 r);
    event Op(address indexed w, address indexed o, bool y);
    event Added(uint256 indexed i, address indexed w, uint256 n);
    event Taken(uint256 indexed i, address indexed w, address to, uint256 n);
    event Borrowed(uint256 indexed i, address indexed w, address to, uint256 n, uint256 f);
    event Repaid(uint256 indexed i, address indexed w, address by, uint256 n);
    event Liquidated(uint256 indexed i, address indexed w, address by, uint256 n, uint256 s);

    error Closed();
    error Zero();
    error Short();
    error Small();
    error OverCap();
    error Depeg();
    error Unhealthy();
    error Healthy();

    modifier by(address w) {
        if (w != msg.sender && !ops[w][msg.sender]) revert Auth(); //~ BENIGN ACCESS_CTRL the account itself or one it has named
        _;
    }

    constructor(IERC20 a, IERC20 d, uint256 f) Book(a, d, f) {}

    function setOp(address o, bool y) external {
        ops[msg.sender][o] = y;
        emit Op(msg.sender, o, y); //~ UNRELATED EVENT_EMIT
    }

    function add(uint256 i, uint256 n, address w) external {
        _put(i, n, w);
        _ms[i].vault.safeTransferFrom(msg.sender, address(this), n); //~ BENIGN FUND_XFER
    }

    function addAssets(uint256 i, uint256 a, uint256 least, address w) external returns (uint256 n) {
        IERC4626 v = _ms[i].vault;
        asset.safeTransferFrom(msg.sender, address(this), a);
        asset.forceApprove(address(v), a);
        n = v.deposit(a, address(this)); //~ BENIGN EXT_CALL
        if (n < least) revert Short(); //~ BENIGN INPUT_VAL
        _put(i, n, w);
    }

    function take(uint256 i, uint256 n, address w, address to) external by(w) {
        _get(i, n, w, to);
        _ms[i].vault.safeTransfer(to, n); //~ BENIGN FUND_XFER
    }

    function takeAssets(uint256 i, uint256 n, uint256 least, address w, address to) external by(w) returns (uint256 a) {
        _get(i, n, w, to);
        a = _ms[i].vault.redeem(n, to, address(this));
        if (a < least) revert Short(); //~ BENIGN INPUT_VAL
    }

    function borrow(uint256 i, uint256 n, address w, address to) external by(w) {
        if (read(i) > HI) revert Depeg(); //~ BENIGN ORACLE
        Market storage m = _ms[i];
        Loan storage l = loans[i][w];
        if (!m.open) revert Closed(); //~ BENIGN ACCESS_CTRL
        uint256 f = Math.mulDiv(n, fee, BPS, Math.Rounding.Ceil);
        uint256 p = Math.mulDiv(n + f, ONE, m.idx, Math.Rounding.Ceil); //~ BENIGN ARITHMETIC scaled by the index, rounded against the borrower
        l.debt += p;
        m.debt += p;
        if (debtOf(i, w) < MIN) revert Small(); //~ BENIGN INPUT_VAL
        if (totalDebt(i) > m.cap) revert OverCap(); //~ BENIGN INPUT_VAL
        if (!healthy(i, w)) revert Unhealthy(); //~ BENIGN CTRL_FLOW after the debt has been booked
        emit Borrowed(i, w, to, n, f); //~ UNRELATED EVENT_EMIT
        dollar.safeTransfer(to, n); //~ BENIGN FUND_XFER
    }

    function repay(uint256 i, uint256 n, address w) external returns (uint256 a) {
        _accrue(i);
        a = _pay(i, n, w);
        uint256 d = debtOf(i, w);
        if (d != 0 && d < MIN) revert Small();
    }

    function liquidate(uint256 i, address w, uint256 n, uint256 least) external returns (uint256 a, uint256 s) {
        uint256 r = read(i);
        if (healthy(i, w)) revert Healthy(); //~ BENIGN CTRL_FLOW
        Market storage m = _ms[i];
        Loan storage l = loans[i][w];
        a = _pay(i, n, w);
        s = Math.min(Math.mulDiv(a * (BPS + m.bonus), r, BPS * ONE), l.coll); //~ DECOY ARITHMETIC rounded down, and no more than is pledged
        if (s < least) revert Short();
        l.coll -= s;
        unchecked {
            m.coll -= s; //~ DECOY ARITHMETIC the total is never below the account's part
        }
        emit Liquidated(i, w, msg.sender, a, s); //~ UNRELATED EVENT_EMIT
        m.vault.safeTransfer(msg.sender, s);
    }

    function read(uint256 i) public returns (uint256 r) {
        Market storage m = _accrue(i);
        uint256 p = m.vault.convertToAssets(ONE); //~ BENIGN ORACLE
        r = Math.ceilDiv(SCALE, p); //~ BENIGN ARITHMETIC at least one
        m.rate = r;
        emit Rate(i, r);
    }

    function healthy(uint256 i, address w) public view returns (bool) {
        return need(i, w) * BPS <= loans[i][w].coll * _ms[i].ltv; //~ BENIGN COMPUTATION
    }

    function need(uint256 i, address w) public view returns (uint256) {
        return Math.mulDiv(debtOf(i, w), _ms[i].rate, ONE, Math.Rounding.Ceil); //~ BENIGN ARITHMETIC
    }

    function debtOf(uint256 i, address w) public view returns (uint256) {
        return Math.mulDiv(loans[i][w].debt, index(i), ONE, Math.Rounding.Ceil); //~ BENIGN ARITHMETIC
    }

    function ltvOf(uint256 i, address w) external view returns (uint256) {
        uint256 q = need(i, w);
        if (q == 0) return 0;
        uint256 c = loans[i][w].coll;
        return c == 0 ? type(uint256).max : Math.mulDiv(q, BPS, c, Math.Rounding.Ceil);
    }

    function _put(uint256 i, uint256 n, address w) private {
        if (n == 0) revert Zero(); //~ BENIGN INPUT_VAL
        loans[i][w].coll += n;
        _ms[i].coll += n;
        emit Added(i, w, n);
    }

    function _get(uint256 i, uint256 n, address w, address to) private {
        if (n == 0) revert Zero();
        Loan storage l = loans[i][w];
        l.coll -= n; //~ BENIGN ARITHMETIC checked subtraction
        _ms[i].coll -= n;
        if (l.debt != 0) {
            read(i);
            if (!healthy(i, w)) revert Unhealthy(); //~ BENIGN CTRL_FLOW at the rate just read, with less pledged
        }
        emit Taken(i, w, to, n);
    }

    function _pay(uint256 i, uint256 n, address w) private returns (uint256 a) {
        if (n == 0) revert Zero();
        Market storage m = _ms[i];
        Loan storage l = loans[i][w];
        uint256 d = debtOf(i, w);
        uint256 p = l.debt;
        if (n < d) (a, p) = (n, Math.mulDiv(n, ONE, m.idx));
        else a = d; //~ BENIGN ARITHMETIC no more than is owed
        l.debt -= p;
        m.debt -= p; //~ BENIGN STATE_MOD the account and the total by the same
        emit Repaid(i, w, msg.sender, a);
        dollar.safeTransferFrom(msg.sender, address(this), a); //~ BENIGN FUND_XFER
    }
}
