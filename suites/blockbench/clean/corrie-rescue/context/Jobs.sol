// SPDX-License-Identifier: GPL-3.0-only
pragma solidity 0.8.24;

abstract contract Jobs {
    mapping(address => bool) public isOp;
    mapping(bytes32 => address) private _h;

    event OpSet(address indexed op, bool on);
    event Assigned(bytes32 indexed job, address indexed from, address indexed to);

    error NotOp();

    function holder(bytes32 job) public view returns (address h) {
        h = _h[job];
        if (!isOp[h]) h = address(0);
    }

    function _setOp(address op, bool on) internal {
        if (op == address(0)) revert NotOp();
        isOp[op] = on;
        emit OpSet(op, on);
    }

    function _assign(bytes32 job, address to) internal {
        emit Assigned(job, holder(job), to);
        _h[job] = to;
    }
}
