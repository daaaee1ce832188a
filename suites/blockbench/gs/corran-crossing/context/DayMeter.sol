// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/// @notice Counts an amount per day against a limit.
library DayMeter {
    struct Meter {
        uint256 limit;
        uint256 day;
        uint256 used;
    }

    error OverLimit(uint256 asked, uint256 room);

    function room(Meter storage self) internal view returns (uint256) {
        uint256 used = self.day == block.timestamp / 1 days ? self.used : 0;
        return self.limit > used ? self.limit - used : 0;
    }

    function spend(Meter storage self, uint256 amount) internal {
        uint256 left = room(self);
        if (amount > left) revert OverLimit(amount, left);
        uint256 today = block.timestamp / 1 days;
        self.used = self.day == today ? self.used + amount : amount;
        self.day = today;
    }
}
