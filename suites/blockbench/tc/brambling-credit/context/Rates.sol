// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

library Rates {
    uint256 internal constant ONE = 1e18;
    uint256 internal constant BASE = 0.01e18;
    uint256 internal constant LOW = 0.05e18;
    uint256 internal constant HIGH = 3e18;
    uint256 internal constant KINK = 0.8e18;

    function perYear(uint256 cash, uint256 debts) internal pure returns (uint256) {
        if (debts == 0) return BASE;
        uint256 u = (debts * ONE) / (cash + debts);
        if (u <= KINK) return BASE + (u * LOW) / ONE;
        return BASE + (KINK * LOW) / ONE + ((u - KINK) * HIGH) / ONE;
    }
}
