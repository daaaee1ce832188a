// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";

/**
 * @title EarningsLedger
 * @notice What accounts have earned in one token, a plain one without a fee on transfers.
 */
abstract contract EarningsLedger is ReentrancyGuard {
    using SafeERC20 for IERC20;

    IERC20 internal immutable _token;

    /// @notice What an account has earned and not withdrawn.
    mapping(address account => uint256) public earningsOf;

    event Earned(address indexed account, uint256 amount);
    event EarningsWithdrawn(address indexed account, uint256 amount);

    /// @param token_ The token.
    constructor(IERC20 token_) {
        require(address(token_) != address(0), "EarningsLedger: no token");
        _token = token_;
    }

    /// @notice Pays what the caller has earned.
    function withdrawEarnings() external nonReentrant {
        uint256 amount = earningsOf[msg.sender];
        require(amount > 0, "EarningsLedger: nothing earned");
        earningsOf[msg.sender] = 0;
        emit EarningsWithdrawn(msg.sender, amount);
        _token.safeTransfer(msg.sender, amount);
    }

    /// @notice The token of all payments.
    function token() external view returns (IERC20) {
        return _token;
    }

    function _earn(address account, uint256 amount) internal {
        earningsOf[account] += amount;
        emit Earned(account, amount);
    }

    function _collect(address from, uint256 amount) internal {
        _token.safeTransferFrom(from, address(this), amount);
    }

    function _refund(address to, uint256 amount) internal {
        _token.safeTransfer(to, amount);
    }
}
