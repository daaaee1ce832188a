// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.19;

interface IQuoteSource {
    /// @return price cash for one tonne, both with 18 decimals; zero when the source has nothing to say
    /// @return at when the price was made; zero when the source does not date it
    function quote() external view returns (uint256 price, uint64 at);
}

interface IToken {
    function balanceOf(address who) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}
