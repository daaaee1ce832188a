// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// What the desk charges on the price of an order: less for makers who trade often.
library FeeTiers {
    uint256 internal constant BPS = 10_000;

    function feeOn(uint256 price, uint256 tradesBefore) internal pure returns (uint256) {
        uint256 bps = 10;
        if (tradesBefore >= 100) bps = 2;
        else if (tradesBefore >= 20) bps = 5;
        return (price * bps) / BPS;
    }
}
