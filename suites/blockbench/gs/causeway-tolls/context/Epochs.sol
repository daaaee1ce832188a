// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

// weeks of unix time, they turn on thursdays at midnight UTC
library Epochs {
    uint256 internal constant WEEK = 7 days;

    function floor(uint256 time) internal pure returns (uint256) {
        return (time / WEEK) * WEEK;
    }

    function ceil(uint256 time) internal pure returns (uint256) {
        return ((time + WEEK - 1) / WEEK) * WEEK;
    }

    function next(uint256 time) internal pure returns (uint256) {
        return floor(time) + WEEK;
    }
}
