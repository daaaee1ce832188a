// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.24;

/// Terms that the guild offers, and what a thread pledged for each of them weighs.
library Terms {
    uint256 internal constant ONE = 100;

    error NoSuchTerm(uint256 term);

    function weight(uint256 term) internal pure returns (uint256 percent) {
        if (term == 0) return ONE;
        if (term == 90 days) return 150;
        if (term == 180 days) return 200;
        if (term == 360 days) return 300;
        revert NoSuchTerm(term);
    }
}
