// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

import {Wad} from "./Wad.sol";

/// @title PriceCurve
/// @notice How the price of a sale falls.
library PriceCurve {
    using Wad for uint256;

    /// @dev A straight line from the top at the start to zero after the fall, and zero from then on.
    function price_at(uint256 top, uint256 elapsed, uint256 fall) internal pure returns (uint256) {
        if (elapsed >= fall) return 0;
        return top * (fall - elapsed) / fall;
    }

    /// @dev The floor of a sale that began at the top.
    function floor_of(uint256 top, uint256 floor) internal pure returns (uint256) {
        return top.mul_up(floor);
    }
}
