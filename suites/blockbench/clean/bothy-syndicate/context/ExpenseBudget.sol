// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/// @notice A spending limit that is set anew for each period, as a part of the assets at its first expense.
abstract contract ExpenseBudget {
    uint256 public constant BUDGET_PERIOD = 30 days;

    /// @dev A twentieth of the assets in a period.
    uint256 public constant BUDGET_DIVISOR = 20;

    uint256 public budgetStart;
    uint256 public budgetLeft;

    event BudgetOpened(uint256 start, uint256 budget);

    error OverBudget(uint256 assets, uint256 left);

    /// @notice What could be spent now.
    function availableBudget() external view returns (uint256) {
        return block.timestamp >= budgetStart + BUDGET_PERIOD ? _budgetBase() / BUDGET_DIVISOR : budgetLeft;
    }

    function _useBudget(uint256 assets) internal {
        if (block.timestamp >= budgetStart + BUDGET_PERIOD) {
            budgetStart = block.timestamp;
            budgetLeft = _budgetBase() / BUDGET_DIVISOR;
            emit BudgetOpened(budgetStart, budgetLeft);
        }
        if (assets > budgetLeft) revert OverBudget(assets, budgetLeft);
        budgetLeft -= assets;
    }

    /// @dev Assets of which the budget is a part.
    function _budgetBase() internal view virtual returns (uint256);
}
