// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/**
 * @title CurveMath
 * @notice A constant product of coins and tokens, of which some are pretended.
 */
library CurveMath {
    /**
     * @notice Returns the tokens with which a curve begins, so that its last price is the first price of its pool.
     * @dev With Y tokens, V pretended coins and a target T, the curve sells YT/(V+T) and the pool gets T coins and TVY/(V+T)².
     * Both together are the supply.
     * @param supply Tokens of curve and pool together.
     * @param virtualCoins Coins that the first price pretends.
     * @param target Coins of the pool.
     */
    function startReserve(uint256 supply, uint256 virtualCoins, uint256 target) internal pure returns (uint256) {
        uint256 end = virtualCoins + target;
        return Math.mulDiv(Math.mulDiv(supply, end, target), end, end + virtualCoins);
    }

    /**
     * @notice Returns what comes out for what goes in, rounded down.
     * @param reserveIn Reserve of what goes in.
     * @param reserveOut Reserve of what comes out.
     * @param amountIn Amount that goes in.
     */
    function amountOut(uint256 reserveIn, uint256 reserveOut, uint256 amountIn) internal pure returns (uint256) {
        return Math.mulDiv(reserveOut, amountIn, reserveIn + amountIn);
    }
}
