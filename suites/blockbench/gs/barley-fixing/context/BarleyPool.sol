// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.19;

import "./IQuoteSource.sol";

/// @title Constant-product pool of barley receipts and cash
/// @notice Quotes the price at its margin, undated.
contract BarleyPool is IQuoteSource {
    IToken public immutable barley;
    IToken public immutable cash;
    uint256 public barleyReserve;
    uint256 public cashReserve;

    constructor(IToken barley_, IToken cash_) {
        barley = barley_;
        cash = cash_;
    }

    /// @dev Takes in what has been sent here as liquidity that stays.
    function found() external {
        barleyReserve = barley.balanceOf(address(this));
        cashReserve = cash.balanceOf(address(this));
    }

    function buy(uint256 cashIn, uint256 minOut) external returns (uint256 out) {
        out = (barleyReserve * cashIn) / (cashReserve + cashIn);
        require(out >= minOut, "price moved");
        cashReserve += cashIn;
        barleyReserve -= out;
        require(cash.transferFrom(msg.sender, address(this), cashIn) && barley.transfer(msg.sender, out), "transfer");
    }

    function sell(uint256 barleyIn, uint256 minOut) external returns (uint256 out) {
        out = (cashReserve * barleyIn) / (barleyReserve + barleyIn);
        require(out >= minOut, "price moved");
        barleyReserve += barleyIn;
        cashReserve -= out;
        require(barley.transferFrom(msg.sender, address(this), barleyIn) && cash.transfer(msg.sender, out), "transfer");
    }

    function quote() external view returns (uint256, uint64) {
        return ((cashReserve * 1e18) / barleyReserve, 0);
    }
}
