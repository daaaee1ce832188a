// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

/// How much of a token may leave the gateway.
interface IFlowLimiter {
    event LimitSet(address indexed token, uint256 limit);
    event FlowCounted(address indexed token, uint256 amount, uint256 level);

    /// Is called when tokens leave, and reverts if they may not leave at this time.
    function consume(address token, uint256 amount) external;
}
