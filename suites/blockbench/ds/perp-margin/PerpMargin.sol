// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/utils/math/Math.sol";
import "@openzeppelin/contracts@4.9.6/utils/math/SafeCast.sol";
import "./context/Ledger.sol";

library Pnl {
    using SafeCast for uint256;

    function calc(uint256 size, uint256 avg, uint256 p, bool long) internal pure returns (int256) {
        bool up = p > avg;
        uint256 d = Math.mulDiv(size, up ? p - avg : avg - p, avg); //~ PREREQ COMPUTATION the size is in dollars, so the result is not linear in the entry price
        if (d > size) d = size; //~ DECOY ARITHMETIC neither side can win more than is reserved for it
        return up == long ? d.toInt256() : -d.toInt256();
    }
}

abstract contract Fees is Ledger {
    event RateSet(uint256 rate);

    error HighRate();

    uint256 public constant ONE = 1e18;
    uint256 public constant MAX_RATE = 1e11;
    uint256 public constant TRADE_FEE = 1e15;

    uint256 public rate;
    uint256 public index;
    uint256 public indexAt;

    constructor(uint256 r) {
        if (r > MAX_RATE) revert HighRate();
        rate = r;
        indexAt = block.timestamp;
    }

    function setRate(uint256 r) external onlyOwner {
        if (r > MAX_RATE) revert HighRate(); //~ BENIGN INPUT_VAL
        _accrue(); //~ BENIGN CTRL_FLOW
        rate = r;
        emit RateSet(r); //~ UNRELATED EVENT_EMIT
    }

    function indexNow() public view returns (uint256) {
        return index + rate * (block.timestamp - indexAt);
    }

    function _accrue() internal {
        index = indexNow();
        indexAt = block.timestamp;
    }

    function _carry(uint256 size, uint256 from) internal view returns (uint256) {
        return Math.mulDiv(size, indexNow() - from, ONE, Math.Rounding.Up); //~ BENIGN ARITHMETIC rounds up
    }

    function _tradeFee(uint256 size) internal pure returns (uint256) {
        return Math.mulDiv(size, TRADE_FEE, ONE, Math.Rounding.Up);
    }
}

contract PerpMargin is Fees {
    using SafeCast for uint256;
    using SafeCast for int256;

    struct Position {
        uint256 size;
        uint256 avg;
        uint256 margin;
        uint256 index;
    }

    error Small();
    error TooMuch();
    error Thin();
    error Sound();
    error Paused();
    error None();

    event Increased(address indexed who, bool long, uint256 margin, uint256 size, uint256 price);
    event Decreased(address indexed who, bool long, uint256 size, uint256 price, int256 pnl);
    event MarginAdded(address indexed who, bool long, uint256 amount);
    event MarginTaken(address indexed who, bool long, uint256 amount);
    event Liquidated(address indexed who, bool long, address indexed by, uint256 size, int256 equity);
    event PausedSet(bool paused);

    uint256 public constant MIN_SIZE = 10e18;
    uint256 public constant OPEN_PART = 0.1e18;
    uint256 public constant KEEP_PART = 0.03e18;
    uint256 public constant BOUNTY_PART = 0.005e18;

    bool public paused;
    mapping(address => mapping(bool => Position)) private _of;

    constructor(IERC20 u, IFeed f, uint256 r) Ledger(u, f) Fees(r) {}

    function setPaused(bool p) external onlyOwner {
        paused = p;
        emit PausedSet(p);
    }

    function increase(bool long, uint256 m, uint256 s) external nonReentrant {
        if (paused) revert Paused();
        if (s < MIN_SIZE) revert Small(); //~ BENIGN INPUT_VAL
        uint256 p = px();
        _pull(m);
        Position storage o = _of[msg.sender][long];
        o.margin += m;
        _settle(o); //~ BENIGN CTRL_FLOW
        _charge(o, _tradeFee(s));
        o.avg = o.size == 0 ? p : _blend(o.size, o.avg, s, p); //~ PREREQ STATE_MOD
        o.size += s;
        reserved += s;
        _covered(); //~ INSUFF_GUARD CTRL_FLOW bounds what may be open, and not what a position has won
        _need(o, long, p, OPEN_PART); //~ INSUFF_GUARD CTRL_FLOW measured with the gain that the new entry price shows
        emit Increased(msg.sender, long, m, s, p);
    }

    function decrease(bool long, uint256 s) external nonReentrant {
        uint256 p = px();
        Position storage o = _of[msg.sender][long];
        if (s == 0) revert Small();
        if (s > o.size) revert TooMuch();
        if (s != o.size && o.size - s < MIN_SIZE) revert Small();
        _settle(o);
        int256 g = Pnl.calc(s, o.avg, p, long);
        _book(o, g); //~ PREREQ FUND_XFER pays the gain out of the pool
        _charge(o, _tradeFee(s));
        o.size -= s;
        reserved -= s;
        emit Decreased(msg.sender, long, s, p, g);
        if (o.size == 0) {
            uint256 m = o.margin;
            delete _of[msg.sender][long];
            _push(msg.sender, m); //~ BENIGN FUND_XFER
        } else {
            _need(o, long, p, KEEP_PART);
        }
    }

    function addMargin(bool long, uint256 a) external nonReentrant {
        Position storage o = _of[msg.sender][long];
        if (o.size == 0) revert None();
        _pull(a);
        o.margin += a;
        emit MarginAdded(msg.sender, long, a);
    }

    function takeMargin(bool long, uint256 a) external nonReentrant {
        Position storage o = _of[msg.sender][long];
        if (o.size == 0) revert None();
        _settle(o);
        if (a > o.margin) revert Thin();
        o.margin -= a; //~ DECOY STATE_MOD before the check of the rest, which undoes all of it
        _need(o, long, px(), OPEN_PART); //~ BENIGN CTRL_FLOW
        _push(msg.sender, a);
        emit MarginTaken(msg.sender, long, a);
    }

    function liquidate(address who, bool long) external nonReentrant {
        uint256 p = px();
        Position memory o = _of[who][long];
        if (o.size == 0) revert None();
        int256 e = _equity(o, long, p);
        if (e >= _part(o.size, KEEP_PART)) revert Sound(); //~ BENIGN CTRL_FLOW
        delete _of[who][long];
        reserved -= o.size;
        uint256 left = e > 0 ? e.toUint256() : 0;
        pool = pool + o.margin - left;
        uint256 b = Math.min(left, Math.mulDiv(o.size, BOUNTY_PART, ONE));
        _push(msg.sender, b);
        _push(who, left - b);
        emit Liquidated(who, long, msg.sender, o.size, e);
    }

    function positionOf(address who, bool long) external view returns (Position memory) {
        return _of[who][long];
    }

    function equityOf(address who, bool long) external view returns (int256) {
        Position memory o = _of[who][long];
        return o.size == 0 ? int256(0) : _equity(o, long, px());
    }

    function leverageOf(address who, bool long) external view returns (uint256) {
        Position memory o = _of[who][long];
        if (o.margin == 0) return 0;
        return Math.mulDiv(o.size, ONE, o.margin);
    }

    function free() external view returns (uint256) {
        return pool > reserved ? pool - reserved : 0;
    }

    function _blend(uint256 a, uint256 pa, uint256 b, uint256 pb) private pure returns (uint256) {
        return (a * pa + b * pb) / (a + b); //~ ROOT_CAUSE COMPUTATION weighs prices by dollars, so that the gain of a short changes with the increase
    }

    function _settle(Position storage o) private {
        uint256 c = _carry(o.size, o.index);
        if (c > o.margin) revert Thin(); //~ BENIGN CTRL_FLOW no gain is booked while carry is open
        _accrue();
        o.index = index;
        o.margin -= c;
        pool += c;
    }

    function _charge(Position storage o, uint256 f) private {
        if (f > o.margin) revert Thin();
        o.margin -= f;
        pool += f;
    }

    function _book(Position storage o, int256 g) private {
        if (g >= 0) {
            uint256 w = g.toUint256();
            pool -= w;
            o.margin += w;
        } else {
            uint256 l = (-g).toUint256();
            if (l > o.margin) revert Thin(); //~ BENIGN CTRL_FLOW
            o.margin -= l;
            pool += l;
        }
    }

    function _equity(Position memory o, bool long, uint256 p) private view returns (int256) {
        int256 c = _carry(o.size, o.index).toInt256();
        return o.margin.toInt256() - c + Pnl.calc(o.size, o.avg, p, long);
    }

    function _need(Position storage o, bool long, uint256 p, uint256 part) private view {
        if (_equity(o, long, p) < _part(o.size, part)) revert Thin();
    }

    function _part(uint256 s, uint256 part) private pure returns (int256) {
        return Math.mulDiv(s, part, ONE).toInt256();
    }
}
