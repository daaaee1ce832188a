// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.30;

/// @title Epoch queue
/// @notice Deposits that wait for the next epoch.
abstract contract EpochQueue {
    struct Request {
        uint128 assets;
        uint64 epoch;
    }

    uint256 public constant EPOCH = 14 days;

    uint256 public immutable genesis;

    /// @notice The sum of all requests.
    uint256 public waiting;

    mapping(address member => Request) public requestOf;

    event Requested(address indexed member, uint256 assets, uint256 epoch);
    event Reduced(address indexed member, uint256 assets);
    event Cancelled(address indexed member, uint256 assets);

    error NothingRequested(address member);
    error EpochNotStarted(uint256 epoch);
    error RequestTooSmall(uint256 assets, uint256 minimum);

    constructor() {
        genesis = block.timestamp;
    }

    function currentEpoch() public view returns (uint256) {
        return (block.timestamp - genesis) / EPOCH;
    }

    function isReady(address member) public view returns (bool) {
        Request memory request = requestOf[member];
        return request.assets > 0 && currentEpoch() >= request.epoch;
    }

    /// @dev What is added later makes the whole request wait anew.
    function _addRequest(address member, uint128 assets, uint256 minimum) internal {
        Request storage request = requestOf[member];
        if (request.assets + assets < minimum) revert RequestTooSmall(request.assets + assets, minimum);
        request.assets += assets;
        request.epoch = uint64(currentEpoch() + 1);
        waiting += assets;
        emit Requested(member, request.assets, request.epoch);
    }

    /// @dev The rest keeps its place in the queue.
    function _reduceRequest(address member, uint128 assets, uint256 minimum) internal {
        Request storage request = requestOf[member];
        uint128 rest = request.assets - assets;
        if (rest < minimum) revert RequestTooSmall(rest, minimum);
        request.assets = rest;
        waiting -= assets;
        emit Reduced(member, assets);
    }

    function _removeRequest(address member) internal returns (uint256 assets) {
        assets = requestOf[member].assets;
        if (assets == 0) revert NothingRequested(member);
        delete requestOf[member];
        waiting -= assets;
    }

    function _requireReady(address member) internal view {
        Request memory request = requestOf[member];
        if (request.assets == 0) revert NothingRequested(member);
        if (currentEpoch() < request.epoch) revert EpochNotStarted(request.epoch);
    }
}
