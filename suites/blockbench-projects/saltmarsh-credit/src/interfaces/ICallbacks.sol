// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

/// @title IFlashBorrower
/// @notice What a contract implements to receive a flash loan.
interface IFlashBorrower {
    /// @notice Called after the loan was paid out. The receiver returns the loan and the fee to the pool before it ends.
    /// @param initiator Account that asked for the loan.
    /// @param amount Amount of the loan.
    /// @param fee Fee that is due on top.
    /// @param data Data that the initiator passed on.
    /// @return The hash of "saltmarsh.flash".
    function onFlashLoan(address initiator, uint256 amount, uint256 fee, bytes calldata data)
        external
        returns (bytes32);
}

/// @title ILiquidationCallback
/// @notice What a contract implements to sell seized collateral before it pays for it.
interface ILiquidationCallback {
    /// @notice Called after the collateral was paid out, before the repayment is collected.
    /// @param repaid Amount of the loan asset that will be collected.
    /// @param seized Amount of collateral that was paid out.
    /// @param data Data that the liquidator passed on.
    function onLiquidation(uint256 repaid, uint256 seized, bytes calldata data) external;
}
