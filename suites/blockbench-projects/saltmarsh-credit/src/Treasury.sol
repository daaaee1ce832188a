// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {Governed} from "./Governed.sol";
import {ITreasury} from "./interfaces/IRewards.sol";
import {FixedMath} from "./libraries/FixedMath.sol";

/// @title Treasury
/// @notice Holds the fees of the protocol, and pays for losses of the pool out of them.
/// @dev Fees arrive as shares of the pool. The governor redeems them when it wants the loan asset at hand.
contract Treasury is ITreasury, Governed {
    using SafeERC20 for IERC20;

    /// @notice Asset in which losses are covered.
    IERC20 public immutable asset;

    /// @notice Pool whose losses are covered.
    address public pool;

    /// @param asset_ Asset in which losses are covered.
    constructor(IERC20 asset_) {
        asset = asset_;
    }

    /// @notice Names the pool, once.
    /// @param pool_ Pool whose losses are covered.
    function initialize(address pool_) external onlyGovernor {
        if (pool != address(0) || pool_ == address(0)) revert AlreadySet();
        pool = pool_;
    }

    /// @inheritdoc ITreasury
    function cover(uint256 amount) external returns (uint256 paid) {
        if (msg.sender != pool) revert OnlyLender(msg.sender);
        paid = FixedMath.min(amount, asset.balanceOf(address(this)));
        if (paid > 0) asset.safeTransfer(pool, paid);
        emit Covered(amount, paid);
    }

    /// @notice Spends funds: grants, salaries, audits.
    /// @param token Token to pay in.
    /// @param to Account that is paid.
    /// @param amount Amount in the smallest unit of the token.
    function spend(IERC20 token, address to, uint256 amount) external onlyGovernor {
        token.safeTransfer(to, amount);
        emit Spent(address(token), to, amount);
    }
}
