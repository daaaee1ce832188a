// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

/// @title ICollateralVault
/// @notice Keeps collateral by account, and knows on which terms each asset is accepted.
interface ICollateralVault {
    /// @notice Terms on which an asset is accepted, with 18 decimals.
    /// @param borrowFactor Share of its value against which an account may borrow.
    /// @param liquidationFactor Share of its value at which an account becomes liquidatable.
    /// @param bonus Discount at which liquidators get it, on top of the value that they repay.
    /// @param cap Amount that the vault accepts of it in total.
    struct Terms {
        uint64 borrowFactor;
        uint64 liquidationFactor;
        uint64 bonus;
        uint128 cap;
    }

    /// @notice Emitted when collateral is deposited.
    event Deposited(address indexed payer, address indexed account, address indexed asset, uint256 amount);

    /// @notice Emitted when collateral is withdrawn.
    event Withdrawn(address indexed account, address indexed receiver, address indexed asset, uint256 amount);

    /// @notice Emitted when collateral moves from one account to another.
    event Moved(address indexed from, address indexed to, address indexed asset, uint256 amount);

    /// @notice Emitted when a liquidation takes collateral.
    event Seized(address indexed account, address indexed receiver, address indexed asset, uint256 amount);

    /// @notice Emitted when an account names an operator, or removes one.
    event OperatorSet(address indexed account, address indexed operator, bool allowed);

    /// @notice Emitted when the terms of an asset are set.
    event TermsSet(address indexed asset, Terms terms);

    /// @notice The asset is not accepted as collateral.
    error NotAccepted(address asset);

    /// @notice The account has less collateral than the amount.
    error NotEnoughCollateral(address account, address asset, uint256 amount);

    /// @notice The vault would hold more of the asset than its cap.
    error VaultFull(address asset, uint256 cap);

    /// @notice The caller is neither the account nor one of its operators.
    error NotAllowed(address account, address caller);

    /// @notice The caller is not the pool.
    error OnlyPool(address caller);

    /// @notice The terms contradict each other.
    error BadTerms(address asset);

    /// @notice Amount of an asset that an account has in the vault.
    function collateralOf(address account, address asset) external view returns (uint256);

    /// @notice Whether an operator may act for an account.
    function isOperator(address account, address operator) external view returns (bool);

    /// @notice Value against which an account may borrow, and value at which it becomes liquidatable.
    function limitsOf(address account) external view returns (uint256 borrowLimit, uint256 liquidationLimit);

    /// @notice Terms of an asset; zero where it is not accepted.
    function termsOf(address asset) external view returns (Terms memory);

    /// @notice Whether an account has any collateral left.
    function isEmpty(address account) external view returns (bool);

    /// @notice Pays collateral of an account to a liquidator. Only the pool calls it.
    function seize(address account, address asset, uint256 amount, address receiver) external;
}
