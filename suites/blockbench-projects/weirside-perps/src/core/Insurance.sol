// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {Controlled} from "../access/Controlled.sol";
import {IInsurance, ILiquidityPool} from "../interfaces/IPool.sol";

/**
 * @title Insurance
 * @notice Owns a part of the fees and the rests of liquidated margins, and pays what liquidated positions lack.
 */
contract Insurance is IInsurance, Controlled {
    using SafeERC20 for IERC20;

    IERC20 public immutable usd;
    ILiquidityPool public immutable pool;

    constructor(IERC20 usd_, ILiquidityPool pool_) {
        usd = usd_;
        pool = pool_;
        usd_.forceApprove(address(pool_), type(uint256).max);
    }

    /// @inheritdoc IInsurance
    function cover(uint256 amount) external onlyOperator returns (uint256 paid) {
        paid = Math.min(amount, usd.balanceOf(address(this)));
        pool.collect(paid);
        emit Covered(amount, paid);
    }

    /**
     * @notice Take out dollars that are not needed.
     * @param to Who gets them
     * @param amount How many
     */
    function withdraw(address to, uint256 amount) external onlyController {
        usd.safeTransfer(to, amount);
        emit Withdrawn(to, amount);
    }
}
