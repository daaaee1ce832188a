// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

interface IPriceFeed {
    // price: dai for one token, 18 decimals, zero when the feed has nothing to say
    // time: when the price was made, zero when the feed does not know
    function quote() external view returns (uint256 price, uint64 time);
}
