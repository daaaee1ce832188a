// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// The amounts of the club.
library Terms {
    uint256 internal constant STAKE = 1 ether;
    uint256 internal constant GIFT = 0.1 ether;

    function pay(address to, uint256 amount) internal {
        (bool paid, ) = to.call{value: amount}("");
        require(paid, "not paid");
    }
}
