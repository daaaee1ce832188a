// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

/// @title ILendingPool
/// @notice A pool that lends one asset against collateral that a vault keeps.
/// @dev Suppliers own shares of the pool's assets, and borrowers owe shares of its debt. Interest raises the value of
/// both kinds of share.
interface ILendingPool {
    /// @notice Emitted when assets are supplied.
    event Supplied(address indexed payer, address indexed receiver, uint256 assets, uint256 shares);

    /// @notice Emitted when shares are redeemed.
    event Redeemed(address indexed owner, address indexed receiver, uint256 assets, uint256 shares);

    /// @notice Emitted when assets are borrowed.
    event Borrowed(address indexed account, address indexed receiver, uint256 assets, uint256 debtShares);

    /// @notice Emitted when debt is repaid.
    event Repaid(address indexed payer, address indexed account, uint256 assets, uint256 debtShares);

    /// @notice Emitted when an account is liquidated.
    event Liquidated(
        address indexed liquidator, address indexed account, address indexed collateral, uint256 repaid, uint256 seized
    );

    /// @notice Emitted when debt is written off. `covered` of it was paid by the treasury.
    event WrittenOff(address indexed account, uint256 debt, uint256 covered);

    /// @notice Emitted when a flash loan is returned.
    event FlashLoan(address indexed initiator, address indexed receiver, uint256 amount, uint256 fee);

    /// @notice Emitted when interest is added to the debt.
    event Accrued(uint256 interest, uint256 feeShares);

    /// @notice Emitted when a limit or a fee changes.
    event LimitsSet(uint256 borrowCap, uint256 reserveFactor, uint256 flashFee);

    /// @notice An amount or an address is zero.
    error Nothing();

    /// @notice The pool holds less than it would have to pay out.
    error NotEnoughCash(uint256 wanted, uint256 cash);

    /// @notice The cap on the debt of all accounts does not allow the loan.
    error CapExceeded(uint256 debt, uint256 cap);

    /// @notice The caller may not act for the account.
    error NotOperator(address account, address caller);

    /// @notice The account would owe more than its collateral allows.
    error Unhealthy(address account);

    /// @notice The account is healthy and cannot be liquidated.
    error Healthy(address account);

    /// @notice A flash loan was not returned, or its receiver did not confirm it.
    error FlashLoanNotReturned(uint256 expected, uint256 balance);

    /// @notice A limit or fee is out of its range.
    error BadLimit();

    /// @notice Asset that the pool lends.
    function asset() external view returns (address);

    /// @notice Assets that belong to the suppliers: cash and debt, without pending interest.
    function totalAssets() external view returns (uint256);

    /// @notice Debt of an account with the interest up to now, rounded up.
    function debtOf(address account) external view returns (uint256);

    /// @notice Reverts unless the collateral of an account supports its debt with the interest up to now.
    function requireHealthy(address account) external view;
}
