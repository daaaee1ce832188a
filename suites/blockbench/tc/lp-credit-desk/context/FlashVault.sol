// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

interface IFlashBorrower {
    function onFlash(uint256 amount, uint256 fee) external;
}

/// @title  Flash vault
/// @notice Lends idle dollars for the length of one transaction, at five basis points.
contract FlashVault {
    using SafeERC20 for IERC20;

    IERC20 public immutable usd;

    event Flashed(address indexed borrower, uint256 amount, uint256 fee);

    constructor(IERC20 usd_) {
        usd = usd_;
    }

    function flash(uint256 amount) external {
        uint256 fee = Math.ceilDiv(amount, 2000);
        emit Flashed(msg.sender, amount, fee);
        usd.safeTransfer(msg.sender, amount);
        IFlashBorrower(msg.sender).onFlash(amount, fee);
        usd.safeTransferFrom(msg.sender, address(this), amount + fee);
    }
}
