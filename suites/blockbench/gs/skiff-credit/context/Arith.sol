// SPDX-License-Identifier: LGPL-2.1-or-later
pragma solidity 0.6.12;

/* Integer arithmetic that reverts on overflow. */
library Arith {
    function plus(uint256 a, uint256 b) internal pure returns (uint256 c) {
        c = a + b;
        require(c >= a, "Arith/plus");
    }

    function minus(uint256 a, uint256 b) internal pure returns (uint256) {
        require(b <= a, "Arith/minus");
        return a - b;
    }

    function times(uint256 a, uint256 b) internal pure returns (uint256 c) {
        c = a * b;
        require(a == 0 || c / a == b, "Arith/times");
    }

    /* a * b / c, rounded down. */
    function ratio(uint256 a, uint256 b, uint256 c) internal pure returns (uint256) {
        return times(a, b) / c;
    }

    /* a * b / c, rounded up. */
    function ratioUp(uint256 a, uint256 b, uint256 c) internal pure returns (uint256) {
        return plus(times(a, b), c - 1) / c;
    }
}
