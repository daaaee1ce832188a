// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

// Lock periods on offer, and what a token locked for each of them counts.
library LockTiers {
    uint256 internal constant ONE = 100;

    error NoSuchLock(uint256 lock);

    function boost(uint256 lock) internal pure returns (uint256) {
        if (lock == 0) return ONE;
        if (lock == 90 days) return 150;
        if (lock == 180 days) return 200;
        if (lock == 360 days) return 300;
        revert NoSuchLock(lock);
    }

    function weight(uint256 amount, uint256 lock) internal pure returns (uint256) {
        return amount * boost(lock) / ONE;
    }
}
