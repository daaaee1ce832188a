// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {Wards} from "../core/Wards.sol";
import {IBuffer, ISurplusAuction} from "../interfaces/ISurplus.sol";
import {ILedger} from "../interfaces/ILedger.sol";
import {Wad} from "../libraries/Wad.sol";

/// @title Buffer
/// @notice Fees and proceeds of sales come in here. They cover deficits, pay savings and keepers, and are sold if there is
/// too much of them.
contract Buffer is IBuffer, Wards {
    using SafeERC20 for IERC20;
    using Wad for uint256;

    IERC20 public immutable dollar;

    ILedger public ledger;
    ISurplusAuction public auction;

    /// @notice Dollars that stay when surplus is sold.
    uint256 public reserve = 50_000e18;

    /// @notice Dollars that are sold at once.
    uint256 public lot = 10_000e18;

    constructor(IERC20 dollar_) {
        dollar = dollar_;
    }

    /// @notice Name the contracts that need this one, once.
    function link(ILedger ledger_, ISurplusAuction auction_) external only_ward {
        require(address(ledger) == address(0), AlreadyLinked());
        ledger = ledger_;
        auction = auction_;
        dollar.forceApprove(address(auction_), type(uint256).max);
        emit Linked(address(ledger_), address(auction_));
    }

    /// @notice Choose how much is kept, and how much is sold at once.
    function set_terms(uint256 reserve_, uint256 lot_) external only_ward {
        require(lot_ > 0, NoLot());
        reserve = reserve_;
        lot = lot_;
        emit TermsSet(reserve_, lot_);
    }

    /// @inheritdoc IBuffer
    function pay(address to, uint256 amount) external only_ward returns (uint256 paid) {
        paid = amount.min(dollar.balanceOf(address(this)));
        dollar.safeTransfer(to, paid);
        emit Paid(to, paid);
    }

    /// @inheritdoc IBuffer
    function cover() external returns (uint256 amount) {
        amount = ledger.deficit().min(dollar.balanceOf(address(this)));
        ledger.cover(amount);
        emit Covered(amount);
    }

    /// @inheritdoc IBuffer
    function sell_surplus() external returns (uint256 id) {
        require(ledger.deficit() == 0, NotCovered());
        require(dollar.balanceOf(address(this)) >= reserve + lot, TooLittleSurplus());
        id = auction.start(lot);
    }
}
