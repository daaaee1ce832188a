// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.24;

library Flow {
    uint256 internal constant LEN = 30 days;
    uint256 internal constant ONE = 1e18;

    struct S {
        uint256 rate;
        uint256 end;
        uint256 at;
        uint256 acc;
    }

    function pend(S storage s, uint256 n) internal view returns (uint256) {
        uint256 u = block.timestamp < s.end ? block.timestamp : s.end;
        if (n == 0 || u <= s.at) return 0;
        return ((u - s.at) * s.rate) / n;
    }

    function sync(S storage s, uint256 n) internal returns (uint256 a) {
        a = s.acc + pend(s, n);
        s.acc = a;
        s.at = block.timestamp;
    }

    function add(S storage s, uint256 a) internal {
        uint256 l = block.timestamp < s.end ? (s.end - block.timestamp) * s.rate : 0;
        s.rate = (l + a * ONE) / LEN;
        s.end = block.timestamp + LEN;
    }

    function due(uint256 h, uint256 a, uint256 b) internal pure returns (uint256) {
        return (h * (a - b)) / ONE;
    }
}
