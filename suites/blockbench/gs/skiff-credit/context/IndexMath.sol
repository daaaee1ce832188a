// SPDX-License-Identifier: LGPL-2.1-or-later
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";

library IndexMath {
    using SafeMath for uint256;

    function down(uint256 a, uint256 b, uint256 c) internal pure returns (uint256) {
        return a.mul(b).div(c);
    }

    function up(uint256 a, uint256 b, uint256 c) internal pure returns (uint256) {
        return a.mul(b).add(c - 1).div(c);
    }
}
