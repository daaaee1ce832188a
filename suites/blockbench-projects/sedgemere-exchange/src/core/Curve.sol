// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {IPool} from "../interfaces/IPool.sol";
import {Amounts} from "../libraries/Amounts.sol";
import {Grid} from "../libraries/Grid.sol";

// What pools compute with prices. It is a contract of its own because a pool with all of it would be too large.
contract Curve {
    function move(uint160 price, int24 next, uint160 limit, uint128 liquidity, int256 left, uint24 fee)
        external
        pure
        returns (Amounts.Part memory part, bool reached)
    {
        uint160 end = Grid.priceAt(next);
        bool beyond = limit < price ? end < limit : end > limit;
        part = Amounts.move(price, beyond ? limit : end, liquidity, left, fee);
        reached = part.price == end;
    }

    function both(uint160 price, int24 lower, int24 upper, uint128 liquidity, bool up)
        external
        pure
        returns (uint256, uint256)
    {
        Math.Rounding r = up ? Math.Rounding.Ceil : Math.Rounding.Floor;
        return Amounts.both(price, Grid.priceAt(lower), Grid.priceAt(upper), liquidity, r);
    }

    function stepBetween(uint160 price, int24 low, int24 high) external pure returns (int24) {
        return Grid.stepBetween(price, low, high);
    }

    function check(uint160 price) external pure {
        if (price <= Grid.priceAt(-Grid.LAST) || price >= Grid.priceAt(Grid.LAST)) revert IPool.BadLimit();
    }
}
