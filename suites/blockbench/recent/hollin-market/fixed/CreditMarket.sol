// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {IFeed} from "./context/PriceFeed.sol";
import {Terms} from "./context/Terms.sol";

contract CreditMarket is Terms {
    using SafeERC20 for IERC20;

    struct Act {
        uint8 k;
        address w;
        uint256 n;
    }

    struct S {
        bool check;
        uint256 out;
    }

    uint8 public constant ADD = 1;
    uint8 public constant TAKE = 2;
    uint8 public constant BORROW = 3;
    uint8 public constant REPAY = 4;
    uint8 public constant MOVE = 5;
    uint8 public constant PRICE = 20;
    uint8 public constant ROOM = 21;
    uint8 public constant DEBT = 22;

    uint256 public constant SAME = type(uint256).max;
    uint256 public constant MIN = 500e18;

    mapping(address => uint256) public pledged;
    mapping(address => uint256) public loans;

    event Added(address indexed w, address by, uint256 n);
    event Taken(address indexed w, address to, uint256 n);
    event Moved(address indexed w, address indexed to, uint256 n);
    event Borrowed(address indexed w, address to, uint256 n, uint256 f);
    event Repaid(address indexed w, address by, uint256 n);
    event Liquidated(address indexed w, address by, uint256 n, uint256 c);

    error OverCap();
    error Small();
    error Short();
    error Healthy();
    error Unhealthy();
    error LowPrice();

    constructor(IERC20 c, IERC20 d, IFeed p, uint256 l, uint256 b, address s) Terms(c, d, p, l, b, s) {}

    function run(Act[] calldata q) external returns (uint256) {
        _accrue();
        S memory s;
        for (uint256 i; i < q.length; ++i) {
            Act calldata a = q[i];
            uint256 n = a.n == SAME ? s.out : a.n; //~ BENIGN INPUT_VAL
            if (a.k == ADD) {
                s.out = _add(a.w, n);
            } else if (a.k == TAKE) {
                s.out = _take(a.w, n);
                s.check = true; //~ BENIGN STATE_MOD
            } else if (a.k == BORROW) {
                s.out = _borrow(a.w, n);
                s.check = true; //~ BENIGN STATE_MOD
            } else if (a.k == REPAY) {
                s.out = _repay(a.w, n);
            } else if (a.k == MOVE) {
                s.out = _move(a.w, n);
                s.check = true; //~ BENIGN STATE_MOD
            } else {
                s = _more(a, n, s); //~ BENIGN STATE_MOD
            }
        }
        if (s.check && !healthy(msg.sender)) revert Unhealthy(); //~ BENIGN CTRL_FLOW
        return s.out;
    }

    function liquidate(address w, uint256 n, uint256 least) external returns (uint256 a, uint256 c) {
        _accrue();
        if (healthy(w)) revert Healthy(); //~ BENIGN CTRL_FLOW
        a = _repay(w, n);
        c = Math.min(Math.mulDiv(a * (BPS + bonus), ONE, feed.price() * BPS), pledged[w]); //~ BENIGN ARITHMETIC
        if (c < least) revert Short(); //~ BENIGN INPUT_VAL
        pledged[w] -= c;
        emit Liquidated(w, msg.sender, a, c); //~ UNRELATED EVENT_EMIT
        coll.safeTransfer(msg.sender, c);
    }

    function healthy(address w) public view returns (bool) {
        uint256 d = debtOf(w);
        if (d == 0) return true;
        return d * BPS * ONE <= pledged[w] * feed.price() * ltv; //~ BENIGN ORACLE multiplied before it is compared
    }

    function debtOf(address w) public view returns (uint256) {
        return Math.mulDiv(loans[w], index(), ONE, Math.Rounding.Ceil); //~ BENIGN ARITHMETIC rounded against the borrower
    }

    function room(address w) public view returns (uint256) {
        uint256 l = Math.mulDiv(pledged[w] * ltv, feed.price(), BPS * ONE);
        uint256 d = debtOf(w) + Math.ceilDiv(index(), ONE);
        return d < l ? Math.mulDiv(l - d, BPS, BPS + fee) : 0; //~ BENIGN ARITHMETIC leaves space for the fee and for what is rounded up
    }

    function ltvOf(address w) external view returns (uint256) {
        uint256 d = debtOf(w);
        if (d == 0) return 0;
        uint256 v = Math.mulDiv(pledged[w], feed.price(), ONE);
        return v == 0 ? type(uint256).max : Math.mulDiv(d, BPS, v, Math.Rounding.Ceil);
    }

    function _add(address w, uint256 n) private returns (uint256) {
        if (w == address(0)) revert Zero(); //~ BENIGN INPUT_VAL
        pledged[w] += n;
        emit Added(w, msg.sender, n);
        coll.safeTransferFrom(msg.sender, address(this), n); //~ BENIGN FUND_XFER
        return n;
    }

    function _take(address to, uint256 n) private returns (uint256) {
        pledged[msg.sender] -= n; //~ BENIGN ARITHMETIC checked, of the caller only
        emit Taken(msg.sender, to, n); //~ UNRELATED EVENT_EMIT
        coll.safeTransfer(to, n);
        return n;
    }

    function _move(address to, uint256 n) private returns (uint256) {
        if (to == address(0)) revert Zero(); //~ BENIGN INPUT_VAL
        pledged[msg.sender] -= n;
        pledged[to] += n;
        emit Moved(msg.sender, to, n); //~ UNRELATED EVENT_EMIT
        return n;
    }

    function _borrow(address to, uint256 n) private returns (uint256) {
        _requireNotPaused(); //~ BENIGN ACCESS_CTRL
        uint256 f = Math.mulDiv(n, fee, BPS, Math.Rounding.Ceil);
        uint256 p = Math.mulDiv(n + f, ONE, index(), Math.Rounding.Ceil);
        loans[msg.sender] += p; //~ BENIGN STATE_MOD
        scaled += p;
        if (debtOf(msg.sender) < MIN) revert Small(); //~ BENIGN INPUT_VAL
        if (totalDebt() > cap) revert OverCap(); //~ BENIGN INPUT_VAL
        emit Borrowed(msg.sender, to, n, f); //~ UNRELATED EVENT_EMIT
        dollar.safeTransfer(to, n); //~ BENIGN FUND_XFER
        dollar.safeTransfer(sink, f);
        return n;
    }

    function _repay(address w, uint256 n) private returns (uint256 a) {
        uint256 d = debtOf(w);
        uint256 p = loans[w];
        if (n < d) (a, p) = (n, Math.mulDiv(n, ONE, index()));
        else a = d; //~ BENIGN ARITHMETIC no more than is owed
        loans[w] -= p;
        scaled -= p;
        emit Repaid(w, msg.sender, a); //~ UNRELATED EVENT_EMIT
        dollar.safeTransferFrom(msg.sender, address(this), a); //~ BENIGN FUND_XFER
    }

    function _more(Act calldata a, uint256 n, S memory s) private view returns (S memory t) {
        if (a.k < PRICE || a.k > DEBT) return s; //~ BENIGN STATE_MOD
        t = s;
        if (a.k == PRICE) {
            t.out = feed.price();
            if (t.out < n) revert LowPrice(); //~ BENIGN ORACLE the caller's own bound
        } else {
            t.out = a.k == ROOM ? room(msg.sender) : debtOf(a.w);
        }
    }
}
