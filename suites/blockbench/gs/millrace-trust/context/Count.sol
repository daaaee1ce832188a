// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.7.6;

/// @dev Sums, differences and products that revert rather than wrap.
library Count {
    function add(uint a, uint b) internal pure returns (uint c) {
        c = a + b;
        require(c >= a, "Count: add");
    }

    function sub(uint a, uint b) internal pure returns (uint) {
        require(b <= a, "Count: sub");
        return a - b;
    }

    function mul(uint a, uint b) internal pure returns (uint c) {
        c = a * b;
        require(a == 0 || c / a == b, "Count: mul");
    }
}
