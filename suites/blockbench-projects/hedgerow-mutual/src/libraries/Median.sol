// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// The middle of a few numbers.
library Median {
    // Sorts a copy by insertion, since there are never many. Of two in the middle it takes the larger one.
    function middle(int256[] memory _values) internal pure returns (int256) {
        uint256 count = _values.length;
        int256[] memory sorted = new int256[](count);
        for (uint256 i = 0; i < count; i++) {
            uint256 j = i;
            while (j > 0 && sorted[j - 1] > _values[i]) {
                sorted[j] = sorted[j - 1];
                j--;
            }
            sorted[j] = _values[i];
        }
        return sorted[count / 2];
    }
}
