// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// Days, counted from 1970. Covers begin and end at midnight (UTC), and premiums are earned by the day.
library Almanac {
    // The number of the day that is running.
    function today() internal view returns (uint32) {
        return uint32(block.timestamp / 1 days);
    }

    // The later one of two days.
    function later(uint32 _a, uint32 _b) internal pure returns (uint32) {
        return _a > _b ? _a : _b;
    }
}
