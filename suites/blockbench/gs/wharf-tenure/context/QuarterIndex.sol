// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/// @title QuarterIndex
/// @notice What is locked until the end of each quarter, and a list of the quarters that count towards the total.
library QuarterIndex {
    struct Index {
        uint256[] quarters;
        mapping(uint256 => uint256) amountAt;
        mapping(uint256 => bool) listed;
    }

    function add(Index storage self, uint256 quarter, uint256 amount) internal {
        self.amountAt[quarter] += amount;
        if (!self.listed[quarter]) {
            self.listed[quarter] = true;
            self.quarters.push(quarter);
        }
    }

    function subtract(Index storage self, uint256 quarter, uint256 amount) internal {
        self.amountAt[quarter] -= amount;
    }

    /// @notice Takes a quarter off the list. Its amount, if any, is kept.
    function unlist(Index storage self, uint256 quarter) internal {
        if (!self.listed[quarter]) return;
        self.listed[quarter] = false;
        uint256 last = self.quarters.length - 1;
        for (uint256 i = 0; i < last; ++i) {
            if (self.quarters[i] == quarter) {
                self.quarters[i] = self.quarters[last];
                break;
            }
        }
        self.quarters.pop();
    }

    /// @notice Sum of the amounts of all listed quarters.
    function total(Index storage self) internal view returns (uint256 sum) {
        for (uint256 i = 0; i < self.quarters.length; ++i) {
            sum += self.amountAt[self.quarters[i]];
        }
    }
}
