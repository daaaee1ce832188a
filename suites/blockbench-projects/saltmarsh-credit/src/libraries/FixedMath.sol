// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/// @title FixedMath
/// @notice Arithmetic with 18 decimals, with the rounding in the name of each function.
library FixedMath {
    /// @notice One, with 18 decimals.
    uint256 internal constant WAD = 1e18;

    /// @notice x * y / WAD, rounded down.
    function wadMulDown(uint256 x, uint256 y) internal pure returns (uint256) {
        return Math.mulDiv(x, y, WAD);
    }

    /// @notice x * y / WAD, rounded up.
    function wadMulUp(uint256 x, uint256 y) internal pure returns (uint256) {
        return Math.mulDiv(x, y, WAD, Math.Rounding.Ceil);
    }

    /// @notice x * WAD / y, rounded down.
    function wadDivDown(uint256 x, uint256 y) internal pure returns (uint256) {
        return Math.mulDiv(x, WAD, y);
    }

    /// @notice x * WAD / y, rounded up.
    function wadDivUp(uint256 x, uint256 y) internal pure returns (uint256) {
        return Math.mulDiv(x, WAD, y, Math.Rounding.Ceil);
    }

    /// @notice x * y / d, rounded down.
    function mulDivDown(uint256 x, uint256 y, uint256 d) internal pure returns (uint256) {
        return Math.mulDiv(x, y, d);
    }

    /// @notice x * y / d, rounded up.
    function mulDivUp(uint256 x, uint256 y, uint256 d) internal pure returns (uint256) {
        return Math.mulDiv(x, y, d, Math.Rounding.Ceil);
    }

    /// @notice The smaller of two numbers.
    function min(uint256 x, uint256 y) internal pure returns (uint256) {
        return x < y ? x : y;
    }

    /// @notice x - y, or zero where y is larger.
    function subFloor(uint256 x, uint256 y) internal pure returns (uint256) {
        return x > y ? x - y : 0;
    }
}
