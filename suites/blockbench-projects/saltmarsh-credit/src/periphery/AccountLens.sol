// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

import {CollateralVault} from "../CollateralVault.sol";
import {LendingPool} from "../LendingPool.sol";
import {FixedMath} from "../libraries/FixedMath.sol";

/// @title AccountLens
/// @notice Reads what interfaces show of an account and of the pool in one call each.
/// @dev Nothing depends on this contract.
contract AccountLens {
    using FixedMath for uint256;

    /// @notice One kind of collateral of an account.
    /// @param asset The asset.
    /// @param amount Amount in its smallest unit.
    /// @param value Value with 18 decimals.
    /// @param borrowValue Value against which the account may borrow for it.
    struct Holding {
        address asset;
        uint256 amount;
        uint256 value;
        uint256 borrowValue;
    }

    /// @notice An account.
    /// @param debt Debt in the smallest unit of the loan asset.
    /// @param debtValue Its value with 18 decimals.
    /// @param borrowLimit Value against which it may borrow.
    /// @param liquidationLimit Value of debt at which it becomes liquidatable.
    /// @param health Quotient of the last and the debt's value, with 18 decimals; the largest number without debt.
    /// @param holdings Its collateral.
    struct Account {
        uint256 debt;
        uint256 debtValue;
        uint256 borrowLimit;
        uint256 liquidationLimit;
        uint256 health;
        Holding[] holdings;
    }

    /// @notice The pool.
    /// @param cash Assets that it holds.
    /// @param debt Debt of all accounts at the last accrual.
    /// @param utilisation Share of the assets that is lent.
    /// @param yearlyRate Interest of borrowers over a year, without compounding.
    /// @param room Amount that is left below the cap, as far as there is cash.
    struct Pool {
        uint256 cash;
        uint256 debt;
        uint256 utilisation;
        uint256 yearlyRate;
        uint256 room;
    }

    /// @notice The pool that is read.
    LendingPool public immutable pool;

    /// @notice The vault that is read.
    CollateralVault public immutable vault;

    /// @param pool_ The pool to read.
    /// @param vault_ The vault to read.
    constructor(LendingPool pool_, CollateralVault vault_) {
        pool = pool_;
        vault = vault_;
    }

    /// @notice Reads an account.
    /// @param who The account.
    function account(address who) external view returns (Account memory out) {
        out.debt = pool.debtOf(who);
        out.debtValue = pool.oracle().valueOf(pool.asset(), out.debt);
        (out.borrowLimit, out.liquidationLimit) = vault.limitsOf(who);
        out.health = out.debtValue == 0 ? type(uint256).max : out.liquidationLimit.wadDivDown(out.debtValue);
        out.holdings = _holdings(who);
    }

    /// @notice Reads the pool.
    function overview() external view returns (Pool memory out) {
        out.cash = pool.cash();
        out.debt = pool.totalDebt();
        out.utilisation = pool.model().utilisation(out.cash, out.debt);
        out.yearlyRate = pool.model().ratePerSecond(out.cash, out.debt) * 365 days;
        out.room = FixedMath.min(out.cash, pool.borrowCap().subFloor(out.debt));
    }

    /// @notice Amount that an account can still borrow, by its collateral and by the state of the pool.
    /// @param who The account.
    function borrowable(address who) external view returns (uint256) {
        (uint256 limit,) = vault.limitsOf(who);
        uint256 used = pool.oracle().valueOf(pool.asset(), pool.debtOf(who));
        uint256 byCollateral = pool.oracle().amountFor(pool.asset(), limit.subFloor(used));
        uint256 room = FixedMath.min(pool.cash(), pool.borrowCap().subFloor(pool.totalDebt()));
        return FixedMath.min(byCollateral, room);
    }

    /// @notice Amount that a supplier would be paid for all its shares, as far as there is cash.
    /// @param who The supplier.
    function redeemable(address who) external view returns (uint256) {
        uint256 worth = pool.worthOf(IERC20(address(pool.shares())).balanceOf(who));
        return FixedMath.min(worth, pool.cash());
    }

    function _holdings(address who) private view returns (Holding[] memory out) {
        out = new Holding[](vault.assetCount());
        for (uint256 i = 0; i < out.length; i++) {
            address asset = vault.assets(i);
            uint256 amount = vault.collateralOf(who, asset);
            uint256 value = vault.oracle().valueOf(asset, amount);
            out[i] = Holding({
                asset: asset,
                amount: amount,
                value: value,
                borrowValue: value.wadMulDown(vault.termsOf(asset).borrowFactor)
            });
        }
    }
}
