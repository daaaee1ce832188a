// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/utils/math/Math.sol";

// Parts of amounts, in ten thousandths, and shares of a whole.
library Parts {
    uint256 internal constant WHOLE = 10_000;

    // A part of an amount, rounded down.
    function cut(uint256 _amount, uint256 _part) internal pure returns (uint256) {
        return (_amount * _part) / WHOLE;
    }

    // A part of an amount, rounded up. For whatever somebody has to pay.
    function cutUp(uint256 _amount, uint256 _part) internal pure returns (uint256) {
        return Math.ceilDiv(_amount * _part, WHOLE);
    }

    // What _amount out of _whole is, when the whole is _of instead.
    function share(uint256 _amount, uint256 _of, uint256 _whole) internal pure returns (uint256) {
        return Math.mulDiv(_amount, _of, _whole);
    }
}
