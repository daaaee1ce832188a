// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

library Window {
    struct W {
        uint128 cap;
        uint128 used;
        uint64 day;
    }

    error OverCap();

    function spent(W storage w) internal view returns (uint256) {
        return w.day == block.timestamp / 1 days ? w.used : 0;
    }

    function room(W storage w) internal view returns (uint256 r) {
        uint256 u = spent(w);
        uint256 c = w.cap;
        unchecked {
            if (c > u) r = c - u;
        }
    }

    function take(W storage w, uint256 a) internal {
        if (a > room(w)) revert OverCap();
        w.used = uint128(spent(w) + a);
        w.day = uint64(block.timestamp / 1 days);
    }
}
