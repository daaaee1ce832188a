// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

/// @title Wad
/// @notice Products and quotients of numbers with 18 decimals.
/// @dev The names say where the last digit goes: down, except for those that end with up. Products have to fit a word.
library Wad {
    uint256 internal constant ONE = 1e18;

    function mul(uint256 x, uint256 y) internal pure returns (uint256) {
        return x * y / ONE;
    }

    function mul_up(uint256 x, uint256 y) internal pure returns (uint256) {
        uint256 product = x * y;
        return product / ONE + (product % ONE == 0 ? 0 : 1);
    }

    function div(uint256 x, uint256 y) internal pure returns (uint256) {
        return x * ONE / y;
    }

    function div_up(uint256 x, uint256 y) internal pure returns (uint256) {
        uint256 numerator = x * ONE;
        return numerator / y + (numerator % y == 0 ? 0 : 1);
    }

    function min(uint256 x, uint256 y) internal pure returns (uint256) {
        return x < y ? x : y;
    }
}
