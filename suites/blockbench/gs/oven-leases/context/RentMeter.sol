// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.24;

import {ICoin} from "./ICoin.sol";

/// @title RentMeter
/// @notice Holds the rent that bakeries pay in advance and releases it to the fund second by second.
contract RentMeter {
    ICoin public immutable coin;
    address public immutable fund;

    uint256 public rentPerSecond;
    uint256 public readAt;

    event Prepaid(address indexed payer, uint256 amount);
    event Read(uint256 elapsed, uint256 released);
    event RentSet(uint256 rentPerSecond);

    error FundOnly();
    error CoinRefused();

    modifier onlyFund() {
        if (msg.sender != fund) revert FundOnly();
        _;
    }

    constructor(ICoin coin_) {
        coin = coin_;
        fund = msg.sender;
        readAt = block.timestamp;
    }

    /// @notice Adds to the rent paid in advance. Any account may pay for any bakery.
    function prepay(uint256 amount) external {
        emit Prepaid(msg.sender, amount);
        if (!coin.transferFrom(msg.sender, address(this), amount)) revert CoinRefused();
    }

    /// @notice Rent that has run since the last reading, as far as it has been paid in advance.
    function due() public view returns (uint256) {
        uint256 run = (block.timestamp - readAt) * rentPerSecond;
        uint256 held = coin.balanceOf(address(this));
        return run < held ? run : held;
    }

    function read() external onlyFund returns (uint256 released) {
        released = due();
        emit Read(block.timestamp - readAt, released);
        readAt = block.timestamp;
        if (!coin.transfer(fund, released)) revert CoinRefused();
    }

    function setRent(uint256 rentPerSecond_) external onlyFund {
        rentPerSecond = rentPerSecond_;
        emit RentSet(rentPerSecond_);
    }
}
