// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

// Times and prices that vault, registry and desk agree on.
library CoverTerms {
    uint256 internal constant BPS = 10_000;
    uint256 internal constant NOTICE = 7 days; // from the announcement of a claim to its payment
    uint256 internal constant REPORTING = 14 days; // from the end of a policy to its last claim

    // Premium of a policy at a yearly rate, never less than it should be.
    function premium(uint256 cover, uint256 rateBps, uint256 term) internal pure returns (uint256) {
        return Math.mulDiv(cover, rateBps * term, BPS * 365 days, Math.Rounding.Ceil);
    }
}
