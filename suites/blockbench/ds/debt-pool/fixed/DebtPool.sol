// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {DebtShares} from "./context/DebtShares.sol";
import {IPriceSource} from "./context/IPriceSource.sol";

/// @title DebtPool
/// @notice Lends the treasury's tokens against one collateral. Interest accrues on the debt of all borrowers at once;
///         each of them owes by the shares of the debt that the pool has on record.
contract DebtPool is AccessControl {
    using DebtShares for DebtShares.Debt;
    using SafeERC20 for IERC20;

    /// @notice The role that funds the pool and takes funds back.
    bytes32 public constant TREASURY_ROLE = keccak256("TREASURY_ROLE");

    /// @notice Interest a second, with 18 decimals: ten per cent a year.
    uint256 public constant RATE = 3_170_979_198;

    /// @notice Up to which part of its collateral's worth an account may borrow, in per cent.
    uint256 public constant MAX_LTV = 75;

    /// @notice What liquidators receive, in per cent of what they repay.
    uint256 public constant LIQUIDATION_PAYOUT = 108;

    /// @notice The token that is lent.
    IERC20 public immutable loanToken;

    /// @notice The token that secures loans.
    IERC20 public immutable collateralToken;

    /// @notice Prices the collateral.
    IPriceSource public immutable source;

    /// @notice The most that all may owe together when somebody borrows.
    uint256 public immutable debtCeiling;

    /// @notice The debt of all borrowers.
    DebtShares.Debt public debt;

    /// @notice When interest was accrued last.
    uint256 public accruedAt;

    /// @notice The shares of the debt, by borrower.
    mapping(address account => uint256) public sharesOf;

    /// @notice The collateral, by borrower.
    mapping(address account => uint256) public collateralOf;

    /// @notice Somebody borrowed.
    event Borrowed(address indexed account, uint256 amount, uint256 shares);

    /// @notice Debt was repaid.
    event Repaid(address indexed account, uint256 amount, uint256 shares);

    /// @notice An account was liquidated.
    event Liquidated(address indexed account, address indexed liquidator, uint256 amount, uint256 seized);

    /// @notice Sets up the pool.
    /// @param admin_ Who grants roles, and is the treasury at first.
    /// @param loanToken_ The token that is lent.
    /// @param collateralToken_ The token that secures loans.
    /// @param source_ Prices the collateral.
    /// @param debtCeiling_ The most that all may owe together.
    constructor(address admin_, IERC20 loanToken_, IERC20 collateralToken_, IPriceSource source_, uint256 debtCeiling_) {
        _grantRole(DEFAULT_ADMIN_ROLE, admin_);
        _grantRole(TREASURY_ROLE, admin_);
        loanToken = loanToken_;
        collateralToken = collateralToken_;
        source = source_;
        debtCeiling = debtCeiling_;
        accruedAt = block.timestamp;
    }

    /// @notice Lends more to the pool.
    /// @param amount How much.
    function fund(uint256 amount) external onlyRole(TREASURY_ROLE) {
        loanToken.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @notice Takes back what is not lent.
    /// @param amount How much.
    function defund(uint256 amount) external onlyRole(TREASURY_ROLE) { //~ BENIGN ACCESS_CTRL
        loanToken.safeTransfer(msg.sender, amount);
    }

    /// @notice Adds to the caller's collateral.
    /// @param amount How much.
    function pledge(uint256 amount) external {
        collateralOf[msg.sender] += amount;
        collateralToken.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @notice Takes collateral back that the caller's debt does not need.
    /// @param amount How much.
    function release(uint256 amount) external {
        accrue();
        collateralOf[msg.sender] -= amount;
        require(isSolvent(msg.sender), "DebtPool: not solvent"); //~ BENIGN CTRL_FLOW
        collateralToken.safeTransfer(msg.sender, amount);
    }

    /// @notice Borrows against the caller's collateral.
    /// @param amount How much.
    function borrow(uint256 amount) external {
        accrue();
        uint256 shares = debt.toShares(amount, Math.Rounding.Ceil); //~ BENIGN ARITHMETIC
        debt.amount += amount; //~ BENIGN STATE_MOD
        debt.shares += shares;
        sharesOf[msg.sender] += shares;
        require(debt.amount <= debtCeiling, "DebtPool: above ceiling"); //~ BENIGN INPUT_VAL
        require(isSolvent(msg.sender), "DebtPool: not solvent"); //~ BENIGN CTRL_FLOW
        loanToken.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
        emit Borrowed(msg.sender, amount, shares);
    }

    /// @notice Repays shares of an account's debt.
    /// @param account Whose debt.
    /// @param shares How many shares of it.
    /// @return amount What it took, rounded up.
    function repay(address account, uint256 shares) public returns (uint256 amount) {
        accrue();
        amount = debt.toAmount(shares, Math.Rounding.Ceil); //~ BENIGN ARITHMETIC against the payer
        sharesOf[account] -= shares; //~ BENIGN STATE_MOD
        debt.shares -= shares;
        debt.amount -= amount;
        loanToken.safeTransferFrom(msg.sender, address(this), amount);
        emit Repaid(account, amount, shares);
    }

    /// @notice Repays shares of an account that is not solvent, for its collateral.
    /// @param account The account.
    /// @param shares How many shares.
    /// @return seized The collateral.
    function liquidate(address account, uint256 shares) external returns (uint256 seized) {
        accrue();
        require(!isSolvent(account), "DebtPool: solvent"); //~ BENIGN CTRL_FLOW
        uint256 amount = repay(account, shares);
        seized = Math.mulDiv(amount * LIQUIDATION_PAYOUT, 1e18, 100 * source.price()); //~ BENIGN ARITHMETIC rounds down
        collateralOf[account] -= seized;
        collateralToken.safeTransfer(msg.sender, seized);
        emit Liquidated(account, msg.sender, amount, seized);
    }

    /// @notice Brings the debt of all up to date.
    function accrue() public {
        debt.amount += (debt.amount * RATE * (block.timestamp - accruedAt)) / 1e18; //~ BENIGN ARITHMETIC
        accruedAt = block.timestamp;
    }

    /// @notice What an account owes, as of the last accrual.
    /// @param account The account.
    /// @return The amount, rounded up.
    function debtOf(address account) public view returns (uint256) {
        return debt.toAmount(sharesOf[account], Math.Rounding.Ceil);
    }

    /// @notice Whether an account's collateral covers its debt.
    /// @param account The account.
    /// @return Whether it does.
    function isSolvent(address account) public view returns (bool) {
        uint256 worth = Math.mulDiv(collateralOf[account], source.price(), 1e18); //~ BENIGN ORACLE
        return debtOf(account) * 100 <= worth * MAX_LTV;
    }
}
