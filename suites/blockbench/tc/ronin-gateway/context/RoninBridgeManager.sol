// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// keeps the list of bridge operators. governance changes it elsewhere.
contract RoninBridgeManager {
    address[] private _ops;
    uint96[] private _weights;

    constructor(address[] memory ops, uint96[] memory weights) {
        require(ops.length == weights.length && ops.length > 0, "mgr: lists");
        for (uint256 i = 0; i < ops.length; i++) {
            require(ops[i] != address(0) && weights[i] > 0, "mgr: entry");
            for (uint256 j = 0; j < i; j++) require(ops[j] != ops[i], "mgr: twice");
            _ops.push(ops[i]);
            _weights.push(weights[i]);
        }
    }

    function getBridgeOperators() external view returns (address[] memory, uint96[] memory) {
        return (_ops, _weights);
    }
}
