// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {EnumerableSet} from "@openzeppelin/contracts@5.4.0/utils/structs/EnumerableSet.sol";

/**
 * @title EpochIndex
 * @notice What is locked to the end of each epoch, and the list of the epochs that count.
 */
library EpochIndex {
    using EnumerableSet for EnumerableSet.UintSet;

    /**
     * @notice Amounts by epoch.
     * @param listed The epochs that count.
     * @param amountAt The tokens of all accounts by epoch.
     */
    struct Index {
        EnumerableSet.UintSet listed;
        mapping(uint256 => uint256) amountAt;
    }

    /**
     * @notice Adds tokens to an epoch and lists it.
     * @param self The index.
     * @param epoch The epoch.
     * @param amount The tokens.
     */
    function add(Index storage self, uint256 epoch, uint256 amount) internal {
        self.amountAt[epoch] += amount;
        self.listed.add(epoch);
    }

    /**
     * @notice Takes tokens out of an epoch.
     * @param self The index.
     * @param epoch The epoch.
     * @param amount The tokens.
     */
    function subtract(Index storage self, uint256 epoch, uint256 amount) internal {
        self.amountAt[epoch] -= amount;
    }

    /**
     * @notice Takes an epoch off the list.
     * @param self The index.
     * @param epoch The epoch.
     */
    function drop(Index storage self, uint256 epoch) internal {
        self.listed.remove(epoch);
    }

    /**
     * @notice The sum over all listed epochs.
     * @param self The index.
     * @return sum The tokens.
     */
    function total(Index storage self) internal view returns (uint256 sum) {
        uint256 count = self.listed.length();
        for (uint256 i = 0; i < count; ++i) {
            sum += self.amountAt[self.listed.at(i)];
        }
    }
}
