// SPDX-License-Identifier: GPL-3.0-only
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";

abstract contract Budgets {
    using SafeERC20 for IERC20;

    struct Budget {
        uint128 cap;
        uint128 used;
        uint64 from;
    }

    uint256 public constant PERIOD = 7 days;

    mapping(address op => mapping(address t => Budget)) public budgets;

    event BudgetSet(address indexed op, address indexed t, uint256 cap);
    event Spent(address indexed op, address indexed t, address indexed to, uint256 x);

    error OverBudget();

    function left(address op, address t) public view returns (uint256) {
        Budget storage b = budgets[op][t];
        if (block.timestamp >= b.from + PERIOD) return b.cap;
        unchecked {
            return b.used < b.cap ? b.cap - b.used : 0;
        }
    }

    function _setBudget(address op, address t, uint128 cap) internal {
        budgets[op][t].cap = cap;
        emit BudgetSet(op, t, cap);
    }

    function _spend(address t, address to, uint128 x) internal {
        if (x > left(msg.sender, t)) revert OverBudget();
        Budget storage b = budgets[msg.sender][t];
        if (block.timestamp >= b.from + PERIOD) (b.used, b.from) = (0, uint64(block.timestamp));
        b.used += x;
        emit Spent(msg.sender, t, to, x);
        if (t == address(0)) Address.sendValue(payable(to), x);
        else IERC20(t).safeTransfer(to, x);
    }
}
