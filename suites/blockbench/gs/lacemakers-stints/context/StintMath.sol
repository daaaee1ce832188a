// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

/// @dev Checked arithmetic, and the bonus table of the lacemakers.
library StintMath {
    uint256 internal constant SHORTEST = 4;
    uint256 internal constant LONGEST = 208;

    function plus(uint256 a, uint256 b) internal pure returns (uint256 c) {
        c = a + b;
        require(c >= a, "StintMath: plus");
    }

    function minus(uint256 a, uint256 b) internal pure returns (uint256) {
        require(b <= a, "StintMath: minus");
        return a - b;
    }

    function times(uint256 a, uint256 b) internal pure returns (uint256 c) {
        c = a * b;
        require(a == 0 || c / a == b, "StintMath: times");
    }

    /// @dev One tenth of a per cent for each week, a fifth more from a year upwards.
    function bonus(uint256 amount, uint256 length) internal pure returns (uint256) {
        uint256 plain = times(amount, length) / 1000;
        return length < 52 ? plain : plus(plain, plain / 5);
    }

    function isLength(uint256 length) internal pure returns (bool) {
        return length >= SHORTEST && length <= LONGEST;
    }
}
