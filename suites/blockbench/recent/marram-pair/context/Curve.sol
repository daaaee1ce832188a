// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

library Curve {
    struct C {
        uint64 base;
        uint64 slope;
        uint64 jump;
        uint64 kink;
    }

    uint256 internal constant ONE = 1e18;

    error BadCurve();

    function check(C memory c) internal pure {
        if (c.kink == 0 || c.kink >= ONE) revert BadCurve();
        if (uint256(c.base) + c.slope + c.jump > ONE) revert BadCurve();
    }

    function yearly(C memory c, uint256 u) internal pure returns (uint256) {
        if (u > ONE) u = ONE;
        unchecked {
            if (u <= c.kink) return c.base + (c.slope * u) / c.kink;
            return uint256(c.base) + c.slope + (c.jump * (u - c.kink)) / (ONE - c.kink);
        }
    }
}
