// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

/// @notice Takes deposits for accounts.
interface IDestination {
    /// @notice Takes an amount from the caller, who has approved it, for an account.
    function deposit(IERC20 coin, uint256 amount, address account) external;
}
