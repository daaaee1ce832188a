// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/// @notice One call that a proposal makes.
struct Action {
    address target;
    uint256 value;
    bytes data;
}

interface IVotes {
    function totalSupply() external view returns (uint256);
    function getVotes(address account) external view returns (uint256);
    function getPastVotes(address account, uint256 time) external view returns (uint256);
}

interface ITimelock {
    function queue(bytes32 key) external returns (uint256 readyAt);
    function cancel(bytes32 key) external;
    function execute(bytes32 key, Action[] calldata actions) external payable;
    function readyAt(bytes32 key) external view returns (uint256);
    function GRACE_PERIOD() external view returns (uint256);
}
