// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

/**
 * @title Root
 * @dev Square roots of whole numbers
 */
library Root {
    /**
     * @dev The root, rounded down
     */
    function root(uint256 _x) internal pure returns (uint256 y) {
        if (_x < 4) {
            return _x == 0 ? 0 : 1;
        }
        y = _x;
        uint256 next = _x / 2 + 1;
        while (next < y) {
            y = next;
            next = (_x / next + next) / 2;
        }
    }
}
