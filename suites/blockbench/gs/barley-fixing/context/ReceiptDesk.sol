// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.19;

import "./IQuoteSource.sol";

interface IFixing {
    function fixing() external view returns (uint256);
}

/// @title Lends cash against barley receipts, up to 60 % of their value at the fixing
contract ReceiptDesk {
    uint256 public constant LOAN_BPS = 6_000;

    IToken public immutable barley;
    IToken public immutable cash;
    IFixing public immutable price;
    mapping(address => uint256) public receipts;
    mapping(address => uint256) public debt;

    constructor(IToken barley_, IToken cash_, IFixing price_) {
        barley = barley_;
        cash = cash_;
        price = price_;
    }

    function pledge(uint256 amount) external {
        receipts[msg.sender] += amount;
        require(barley.transferFrom(msg.sender, address(this), amount), "transfer");
    }

    function borrow(uint256 amount) external {
        require(amount <= room(msg.sender), "not enough pledged");
        debt[msg.sender] += amount;
        require(cash.transfer(msg.sender, amount), "transfer");
    }

    function redeem(uint256 amount) external {
        require(debt[msg.sender] == 0, "debt first");
        receipts[msg.sender] -= amount;
        require(barley.transfer(msg.sender, amount), "transfer");
    }

    function repay(uint256 amount) external {
        debt[msg.sender] -= amount;
        require(cash.transferFrom(msg.sender, address(this), amount), "transfer");
    }

    function room(address who) public view returns (uint256) {
        uint256 limit = (((receipts[who] * price.fixing()) / 1e18) * LOAN_BPS) / 10_000;
        return limit > debt[who] ? limit - debt[who] : 0;
    }
}
