// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/// @notice The arithmetic of a reward that is emitted evenly between two points in time.
library EmissionSchedule {
    /// @param rate Tokens a second.
    /// @param updatedAt Up to when the index is right.
    /// @param endsAt When the last token is emitted.
    /// @param index Tokens emitted for one staked unit since the beginning, with 18 decimals.
    struct Schedule {
        uint256 rate;
        uint256 updatedAt;
        uint256 endsAt;
        uint256 index;
    }

    uint256 internal constant ONE = 1e18;
    uint256 internal constant MIN_DURATION = 1 days;
    uint256 internal constant MAX_DURATION = 365 days;

    error DurationOutOfBounds(uint256 duration);
    error RateTooLow(uint256 amount, uint256 duration);

    /// @notice Brings the index up to date for an amount staked that has not changed since the last time.
    /// @dev While nobody stakes, the emission waits.
    function advance(Schedule storage self, uint256 total) internal {
        uint256 left = self.endsAt - self.updatedAt;
        if (left == 0) return;
        if (total == 0) {
            self.updatedAt = block.timestamp;
            self.endsAt = block.timestamp + left;
            return;
        }
        self.index = indexNow(self, total);
        uint256 elapsed = block.timestamp - self.updatedAt;
        self.updatedAt += elapsed < left ? elapsed : left;
    }

    /// @notice The index of now.
    function indexNow(Schedule storage self, uint256 total) internal view returns (uint256) {
        if (total == 0) return self.index;
        uint256 left = self.endsAt - self.updatedAt;
        if (left == 0) return self.index;
        uint256 elapsed = block.timestamp - self.updatedAt;
        if (elapsed > left) elapsed = left;
        return self.index + (self.rate * elapsed * ONE) / total;
    }

    /// @notice Adds tokens, and spreads them with those not emitted yet.
    /// @dev The schedule must be up to date.
    function extend(Schedule storage self, uint256 amount, uint256 duration) internal {
        if (duration < MIN_DURATION || duration > MAX_DURATION) revert DurationOutOfBounds(duration);
        uint256 rest = self.rate * (self.endsAt - self.updatedAt);
        uint256 rate = (rest + amount) / duration;
        if (rate == 0) revert RateTooLow(amount, duration);
        self.rate = rate;
        self.updatedAt = block.timestamp;
        self.endsAt = block.timestamp + duration;
    }
}
