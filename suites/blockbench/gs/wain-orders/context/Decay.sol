// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

library Decay {
    function at(uint256 s, uint256 m, uint256 t0, uint256 t1, uint256 t) internal pure returns (uint256) {
        if (t <= t0) return s;
        if (t >= t1) return m;
        return s - ((s - m) * (t - t0)) / (t1 - t0);
    }
}
