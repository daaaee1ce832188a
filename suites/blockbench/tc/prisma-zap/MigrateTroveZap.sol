// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IERC3156FlashBorrower} from "@openzeppelin/contracts@5.4.0/interfaces/IERC3156FlashBorrower.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {BorrowerOperations, TroveManager} from "./context/BorrowerOperations.sol";
import {DebtToken} from "./context/DebtToken.sol";

/// @notice Moves a trove from one manager to another of the same collateral in one call. The debt is repaid with a loan
/// of mkUSD that the new trove pays back, so that the owner needs no capital.
/// @dev Owners make this contract a delegate first.
contract MigrateTroveZap is IERC3156FlashBorrower {
    using SafeERC20 for IERC20;

    error CollateralDiffers(TroveManager from, TroveManager to);
    error NothingToMove(address account);
    error UnexpectedLoan(address lender, address initiator);

    bytes32 private constant LOAN_ACCEPTED = keccak256("ERC3156FlashBorrower.onFlashLoan");

    BorrowerOperations public immutable operations;
    DebtToken public immutable debtToken;

    event TroveMigrated(address indexed account, address indexed initiator, TroveManager from, TroveManager to, uint256 debt);

    constructor(BorrowerOperations operations_) {
        operations = operations_;
        debtToken = operations_.debtToken();
    }

    /// @notice Moves the caller's own trove.
    /// @param topUp collateral that the caller adds on the way, for a manager that asks for more
    function migrateTrove(TroveManager from, TroveManager to, uint256 topUp) external {
        IERC20 collateralToken = from.collateralToken();
        if (collateralToken != to.collateralToken()) revert CollateralDiffers(from, to); //~ BENIGN INPUT_VAL
        (uint256 collateral, uint256 debt) = from.troves(msg.sender);
        if (debt == 0) revert NothingToMove(msg.sender); //~ BENIGN INPUT_VAL
        collateralToken.safeTransferFrom(msg.sender, address(this), topUp); //~ BENIGN FUND_XFER
        bytes memory data = abi.encode(msg.sender, from, to, collateral + topUp); //~ BENIGN ACCESS_CTRL
        debtToken.flashLoan(this, address(debtToken), debt, data);
    }

    /// @inheritdoc IERC3156FlashBorrower
    function onFlashLoan(address initiator, address token, uint256 amount, uint256 fee, bytes calldata data) external returns (bytes32) {
        if (msg.sender != address(debtToken)) revert UnexpectedLoan(msg.sender, initiator); //~ ROOT_CAUSE ACCESS_CTRL the lender serves everybody and calls whom it is told to; who took the loan is not asked
        (address account, TroveManager from, TroveManager to, uint256 collateral) =
            abi.decode(data, (address, TroveManager, TroveManager, uint256)); //~ PREREQ INPUT_VAL the account and the collateral are believed
        _move(account, from, to, collateral, amount + fee);
        emit TroveMigrated(account, initiator, from, to, amount); //~ UNRELATED EVENT_EMIT
        debtToken.approve(msg.sender, amount + fee); //~ BENIGN FUND_XFER
        return LOAN_ACCEPTED;
    }

    function _move(address account, TroveManager from, TroveManager to, uint256 collateral, uint256 debt) internal {
        operations.closeTrove(from, account); //~ PREREQ EXT_CALL as the account's delegate; its collateral comes here
        to.collateralToken().forceApprove(address(operations), collateral);
        operations.openTrove(to, account, collateral, debt); //~ PREREQ FUND_XFER the new trove may hold less than the old one, the rest stays here
    }
}
