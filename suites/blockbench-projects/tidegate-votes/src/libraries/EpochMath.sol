// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title EpochMath
 * @notice Calendar of the protocol: an epoch is a week, and begins on Thursday at midnight UTC.
 */
library EpochMath {
    /// @notice Length of an epoch in seconds.
    uint256 internal constant EPOCH = 7 days;

    /**
     * @notice Returns the beginning of the epoch that contains a moment.
     * @param time Moment in seconds since 1970.
     * @return The first second of its epoch.
     */
    function startOf(uint256 time) internal pure returns (uint256) {
        return time - (time % EPOCH);
    }

    /**
     * @notice Returns the end of the epoch that contains a moment.
     * @param time Moment in seconds since 1970.
     * @return The first second of the epoch after it.
     */
    function endOf(uint256 time) internal pure returns (uint256) {
        return startOf(time) + EPOCH;
    }

    /**
     * @notice Returns the seconds between two moments.
     * @param from The earlier moment.
     * @param to The later moment.
     * @return The difference, and zero if the moments are in the other order.
     */
    function between(uint256 from, uint256 to) internal pure returns (uint256) {
        return to > from ? to - from : 0;
    }

    /**
     * @notice Returns the earlier of two moments.
     * @param a First moment.
     * @param b Second moment.
     * @return The smaller of both.
     */
    function earlier(uint256 a, uint256 b) internal pure returns (uint256) {
        return a < b ? a : b;
    }
}
