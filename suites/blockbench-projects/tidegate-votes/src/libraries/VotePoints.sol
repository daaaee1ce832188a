// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {EpochMath} from "./EpochMath.sol";

/**
 * @title VotePoints
 * @notice Histories of voting power that decays linearly.
 * @dev A history is a list of points in order of time. Between two points the power falls with the slope of the earlier
 * one, and it never falls below zero.
 */
library VotePoints {
    /**
     * @notice Power at a moment, and how fast it decays from there on.
     * @param bias Power at the moment.
     * @param slope Power that is lost per second.
     * @param at The moment.
     */
    struct Point {
        uint128 bias;
        uint128 slope;
        uint64 at;
    }

    /**
     * @notice Returns the power that is left of a point at a later moment.
     * @param point Point to read.
     * @param time Moment to evaluate.
     * @return Power at that moment.
     */
    function valueAt(Point memory point, uint256 time) internal pure returns (uint256) {
        uint256 decayed = uint256(point.slope) * EpochMath.between(point.at, time);
        if (decayed >= point.bias) return 0;
        unchecked {
            return uint128(point.bias - decayed); //~ DECOY ARITHMETIC unchecked, and compared on the line before it
        }
    }

    /**
     * @notice Returns the power that a history had at a moment.
     * @param history Points in order of time.
     * @param time Moment to evaluate.
     * @return Power at that moment, in the unit of the points.
     */
    function lookup(Point[] storage history, uint256 time) internal view returns (uint256) {
        if (history.length == 0 || history[0].at > time) return 0; //~ BENIGN STORAGE_READ nothing before the first point
        return valueAt(history[indexAt(history, time)], time);
    }

    /**
     * @notice Returns the position of the last point that is not after a moment.
     * @param history Points in order of time, at least one of them.
     * @param time Moment to look for.
     * @return low Index of the point.
     */
    function indexAt(Point[] storage history, uint256 time) internal view returns (uint256 low) {
        uint256 high = history.length - 1;
        while (low < high) {
            uint256 middle = (low + high + 1) / 2;
            if (history[middle].at <= time) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
    }

    /**
     * @notice Appends a point, or replaces the last one if it is of the same moment.
     * @param history Points in order of time.
     * @param point Point to write.
     */
    function write(Point[] storage history, Point memory point) internal {
        uint256 count = history.length;
        if (count > 0 && history[count - 1].at == point.at) {
            history[count - 1] = point;
        } else {
            history.push(point);
        }
    }
}
