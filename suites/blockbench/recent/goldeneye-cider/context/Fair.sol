// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @title Fair
/// @notice Where shares are bought and sold for coins. The parish has put in what is here, and does not take it out.
contract Fair {
    using SafeERC20 for IERC20;

    IERC20 public immutable share;
    IERC20 public immutable coin;
    uint256 public shares;
    uint256 public coins;

    error TooLittle(uint256 got, uint256 least);

    constructor(IERC20 share_, IERC20 coin_) {
        share = share_;
        coin = coin_;
    }

    /// @notice A gift to the fair.
    function give(uint256 shares_, uint256 coins_) external {
        shares += shares_;
        coins += coins_;
        share.safeTransferFrom(msg.sender, address(this), shares_);
        coin.safeTransferFrom(msg.sender, address(this), coins_);
    }

    function sell(uint256 given, uint256 least) external returns (uint256 got) {
        got = coins * given / (shares + given);
        if (got < least) revert TooLittle(got, least);
        shares += given;
        coins -= got;
        share.safeTransferFrom(msg.sender, address(this), given);
        coin.safeTransfer(msg.sender, got);
    }

    function buy(uint256 given, uint256 least) external returns (uint256 got) {
        got = shares * given / (coins + given);
        if (got < least) revert TooLittle(got, least);
        coins += given;
        shares -= got;
        coin.safeTransferFrom(msg.sender, address(this), given);
        share.safeTransfer(msg.sender, got);
    }
}
