// SPDX-License-Identifier: GPL-3.0-only
pragma solidity 0.8.24;

import {EnumerableSet} from "@openzeppelin/contracts@5.4.0/utils/structs/EnumerableSet.sol";

abstract contract Roster {
    using EnumerableSet for EnumerableSet.AddressSet;

    uint256 public constant MAX = 9;

    EnumerableSet.AddressSet private _set;
    uint256 private _n;
    uint256 public quorum;
    mapping(address => uint256) public seat;

    event Added(address indexed s, uint256 n);
    event Dropped(address indexed s);
    event QuorumSet(uint256 q);

    error BadSigner();
    error BadQuorum();

    function signers() public view returns (address[] memory) {
        return _set.values();
    }

    function _add(address s) internal {
        if (s == address(0) || s == address(this)) revert BadSigner();
        if (_set.length() == MAX || !_set.add(s)) revert BadSigner();
        seat[s] = ++_n;
        emit Added(s, _n);
    }

    function _drop(address s) internal {
        _out(s);
        if (_set.length() < quorum) revert BadQuorum();
    }

    function _swap(address s, address t) internal {
        _out(s);
        _add(t);
    }

    function _setQuorum(uint256 q) internal {
        if (q < 2 || q > _set.length()) revert BadQuorum();
        quorum = q;
        emit QuorumSet(q);
    }

    function _out(address s) private {
        if (!_set.remove(s)) revert BadSigner();
        delete seat[s];
        emit Dropped(s);
    }
}
