// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @title Treasury
/// @notice Keeps exit charges until the guild spends them.
contract Treasury {
    using SafeERC20 for IERC20;

    address public immutable guild;

    error NotGuild(address caller);

    constructor(address guild_) {
        guild = guild_;
    }

    function spend(IERC20 coin, address to, uint256 amount) external {
        if (msg.sender != guild) revert NotGuild(msg.sender);
        coin.safeTransfer(to, amount);
    }
}
