// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/*
 * An edge is a step at which ranges begin or end. It remembers what has grown on the side of it on which the price is not.
 * The sums only have a meaning as differences, and they are allowed to wrap around.
 */
library Edges {
    error EdgeFull();

    /*
     * gross is the liquidity of all ranges that begin or end here, and net what becomes active when the price rises across
     * the edge. The other values are what has grown on the other side.
     */
    struct Edge {
        uint128 gross;
        int128 net;
        uint256 growth0;
        uint256 growth1;
        uint160 perLiquidity;
    }

    /* Sums over the whole pool, and the step at which it is. */
    struct Sums {
        int24 step;
        uint256 growth0;
        uint256 growth1;
        uint160 perLiquidity;
    }

    /* Adds liquidity to an edge, or takes it away, and tells whether the edge appears or vanishes by that. */
    function add(
        mapping(int24 => Edge) storage self,
        int24 step,
        bool isUpper,
        int128 liquidity,
        uint128 most,
        Sums memory sums
    ) internal returns (bool flipped) {
        Edge storage edge = self[step];
        uint128 before = edge.gross;
        uint128 gross = liquidity < 0 ? before - uint128(-liquidity) : before + uint128(liquidity);
        if (gross > most) revert EdgeFull();
        flipped = (before == 0) != (gross == 0);
        if (before == 0 && step <= sums.step) {
            (edge.growth0, edge.growth1, edge.perLiquidity) = (sums.growth0, sums.growth1, sums.perLiquidity);
        }
        edge.gross = gross;
        edge.net = isUpper ? edge.net - liquidity : edge.net + liquidity;
    }

    /* The other side of an edge becomes this one. */
    function cross(mapping(int24 => Edge) storage self, int24 step, uint256 growth0, uint256 growth1, uint160 perLiquidity)
        internal
        returns (int128 net)
    {
        Edge storage edge = self[step];
        unchecked {
            edge.growth0 = growth0 - edge.growth0;
            edge.growth1 = growth1 - edge.growth1;
            edge.perLiquidity = perLiquidity - edge.perLiquidity;
        }
        net = edge.net;
    }

    /* What has grown between two edges, as long as both are there. */
    function inside(mapping(int24 => Edge) storage self, int24 lower, int24 upper, Sums memory sums)
        internal
        view
        returns (uint256 growth0, uint256 growth1, uint160 perLiquidity)
    {
        Edge storage low = self[lower];
        Edge storage high = self[upper];
        unchecked {
            if (sums.step < lower) {
                return (low.growth0 - high.growth0, low.growth1 - high.growth1, low.perLiquidity - high.perLiquidity);
            }
            if (sums.step >= upper) {
                return (high.growth0 - low.growth0, high.growth1 - low.growth1, high.perLiquidity - low.perLiquidity);
            }
            growth0 = sums.growth0 - low.growth0 - high.growth0;
            growth1 = sums.growth1 - low.growth1 - high.growth1;
            perLiquidity = sums.perLiquidity - low.perLiquidity - high.perLiquidity;
        }
    }
}
