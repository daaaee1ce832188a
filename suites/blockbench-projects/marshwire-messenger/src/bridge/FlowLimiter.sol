// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

import {TwoStepOwner} from "../access/TwoStepOwner.sol";
import {IFlowLimiter} from "../interfaces/IFlowLimiter.sol";

/// Limits how much of each token leaves the gateway. Each token has a level, which is compared with its limit when
/// tokens leave and falls steadily, so that a full one is empty after a day.
///
/// Limits are for the case that everything else fails, and give the owner time to act. Users with larger amounts send
/// them in parts.
contract FlowLimiter is IFlowLimiter, TwoStepOwner {
    /// The time in which a full level falls to zero.
    uint256 public constant TIME_TO_EMPTY = 1 days;

    /// The limit of a token, and its level at a time.
    struct Gauge {
        uint256 limit;
        uint256 level;
        uint256 measuredAt;
    }

    address public gateway;
    mapping(address token => Gauge) public gaugeOf;

    constructor(address firstOwner) {
        _becomeOwner(firstOwner);
    }

    /// Names the gateway. This can be done once.
    function connectGateway(address gateway_) external onlyOwner {
        require(gateway == address(0), "The limiter is connected already.");
        gateway = gateway_;
    }

    /// Sets the limit of a token. The level stays what it is, also where it is above the new limit. The limit is bounded, so
    /// that its product with any time fits.
    function setLimit(address token, uint256 limit) external onlyOwner {
        require(limit <= type(uint128).max, "The limit is too large.");
        gaugeOf[token] = Gauge(limit, levelOf(token), block.timestamp);
        emit LimitSet(token, limit);
    }

    /// Is called when tokens leave the gateway, and reverts if they may not leave at this time.
    function consume(address token, uint256 amount) external {
        require(msg.sender == gateway, "Only the gateway may count tokens.");
        uint256 level = levelOf(token) + amount; //~ BENIGN COMPUTATION every amount is counted
        require(level <= gaugeOf[token].limit, "The flow of the token is at its limit.");
        gaugeOf[token].level = level;
        gaugeOf[token].measuredAt = block.timestamp;
        emit FlowCounted(token, amount, level);
    }

    /// Returns the present level of a token.
    function levelOf(address token) public view returns (uint256) {
        Gauge memory gauge = gaugeOf[token];
        uint256 fallen = gauge.limit * (block.timestamp - gauge.measuredAt) / TIME_TO_EMPTY;
        if (fallen >= gauge.level) return 0;
        unchecked {
            return gauge.level - fallen;
        }
    }

    /// Returns how much of a token can leave at present.
    function roomFor(address token) external view returns (uint256) {
        uint256 level = levelOf(token);
        uint256 limit = gaugeOf[token].limit;
        return level < limit ? limit - level : 0;
    }
}
