// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

import {Wards} from "../core/Wards.sol";
import {IDelayedFeed, ISource} from "../interfaces/IFeeds.sol";

/// @title DelayedFeed
/// @notice Reads the price of one token once an hour, and lets it take effect an hour later.
/// @dev The hour is for the guardian, who looks at the next price before others come to depend on it. The feed reads on
/// its own schedule all the time, and governance resumes it with a price of that moment.
contract DelayedFeed is IDelayedFeed, Wards {
    uint256 public constant INTERVAL = 1 hours;
    uint256 public constant MAX_AGE = 1 days;

    ISource public immutable source;

    /// @notice May stop the feed, and nothing else.
    address public immutable guardian;

    uint256 private immutable scale;

    /// @notice Price that is in effect.
    uint256 public current;

    /// @notice Price that is in effect after the next advance.
    uint256 public next;

    /// @notice Time of the last advance.
    uint256 public advanced_at;

    /// @notice Time at which the price in effect was read.
    uint256 public read_at;

    /// @notice Set by the guardian, and cleared by governance.
    bool public stopped;

    constructor(ISource source_, address guardian_) {
        source = source_;
        guardian = guardian_;
        scale = 10 ** (18 - source_.decimals());
        current = read();
        next = current;
        advanced_at = block.timestamp;
        read_at = block.timestamp;
    }

    /// @inheritdoc IDelayedFeed
    function advance() external {
        require(block.timestamp >= advanced_at + INTERVAL, TooEarly());
        current = next;
        read_at = advanced_at;
        next = read();
        advanced_at = block.timestamp;
        emit Advanced(current, next);
    }

    /// @notice Stop the feed.
    function stop() external {
        require(msg.sender == guardian, NotGuardian());
        stopped = true;
        emit Stopped(msg.sender);
    }

    /// @notice Begin again, with what the source says now. Governance has made sure that it is right.
    function resume() external only_ward {
        stopped = false;
        current = read();
        next = current;
        advanced_at = block.timestamp;
        read_at = block.timestamp;
        emit Resumed(current);
    }

    /// @inheritdoc IDelayedFeed
    function peek() external view returns (uint256 price, bool usable) {
        price = current;
        usable = !stopped && block.timestamp <= read_at + MAX_AGE; //~ BENIGN ORACLE a stopped feed is of no use
    }

    function read() private view returns (uint256) {
        (uint256 answer, uint256 updated_at) = source.latest();
        require(answer != 0, NoAnswer());
        require(block.timestamp <= updated_at + MAX_AGE, OldAnswer());
        return answer * scale;
    }
}
