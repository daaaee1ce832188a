// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/utils/math/SafeCast.sol";

library Lots {
    using SafeCast for uint256;

    struct Lot {
        uint128 n;
        uint64 t;
    }

    uint256 internal constant MAX = 20;

    error TooManyLots();

    function add(Lot[] storage s, uint256 n, uint256 t) internal {
        uint256 k;
        while (k < s.length) {
            if (s[k].t <= block.timestamp) {
                s[k] = s[s.length - 1];
                s.pop();
            } else {
                ++k;
            }
        }
        if (s.length == MAX) revert TooManyLots();
        s.push(Lot(n.toUint128(), t.toUint64()));
    }

    function locked(Lot[] storage s) internal view returns (uint256 n) {
        for (uint256 k; k < s.length; ++k) {
            if (s[k].t > block.timestamp) n += s[k].n;
        }
    }
}
