// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.24;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

abstract contract Lines {
    struct Line {
        uint256 limit;
        uint256 principal;
        uint256 acc;
        uint64 at;
        uint64 due;
        uint32 rate;
        uint32 term;
        bool bad;
    }

    uint256 internal constant BPS = 10_000;
    uint256 internal constant SCALE = 365 days * BPS;

    mapping(address => Line) public lines;
    uint256 public lent;
    uint256 public defaults;
    uint256 private _flow;
    uint256 private _acc;
    uint256 private _at = block.timestamp;

    function interestOf(address b) public view returns (uint256) {
        return _accOf(lines[b]) / SCALE;
    }

    function debtOf(address b) public view returns (uint256) {
        return lines[b].principal + interestOf(b);
    }

    function overdue(address b) public view returns (bool) {
        return debtOf(b) > 0 && block.timestamp > lines[b].due;
    }

    function interest() public view returns (uint256) {
        return (_acc + _flow * (block.timestamp - _at)) / SCALE;
    }

    function _accOf(Line storage l) private view returns (uint256) {
        return l.acc + l.principal * l.rate * (block.timestamp - l.at);
    }

    function _sync(Line storage l) private {
        l.acc = _accOf(l);
        l.at = uint64(block.timestamp);
        _acc += _flow * (block.timestamp - _at);
        _at = block.timestamp;
    }

    function _move(Line storage l, uint256 p, uint256 r) internal {
        _sync(l);
        _flow = _flow + p * r - l.principal * l.rate;
        lent = lent + p - l.principal;
        l.principal = p;
        l.rate = uint32(r);
    }

    function _pay(Line storage l, uint256 a) internal returns (uint256 i) {
        _sync(l);
        i = Math.min(a, l.acc / SCALE);
        l.acc -= i * SCALE;
        _acc -= i * SCALE;
        if (a > i) _move(l, l.principal - (a - i), l.rate);
    }

    function _drop(Line storage l) internal {
        _move(l, 0, l.rate);
        _acc -= l.acc;
        l.acc = 0;
    }

    function _cure(Line storage l) internal {
        if (!l.bad) return;
        l.bad = false;
        --defaults;
    }
}
