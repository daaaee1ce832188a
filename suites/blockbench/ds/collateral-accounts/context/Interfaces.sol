// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

/**
 * What the market needs of a token, which either moves the whole amount or fails.
 */
interface IToken {
    function balanceOf(address account) external view returns (uint256);

    function transfer(address recipient, uint256 amount) external returns (bool);

    function transferFrom(address sender, address recipient, uint256 amount) external returns (bool);
}

/**
 * Reports how many units of the coin one whole unit of the collateral is worth, as a fraction of
 * ONE, and when this was found.
 */
interface IPriceSource {
    function latestPrice() external view returns (uint256 price, uint256 updatedAt);
}
