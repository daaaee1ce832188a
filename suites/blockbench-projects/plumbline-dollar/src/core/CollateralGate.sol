// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/IERC20Metadata.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {ICollateralGate} from "../interfaces/ICollateralGate.sol";
import {ILedger} from "../interfaces/ILedger.sol";

/// @title CollateralGate
/// @notice Tokens of one kind of collateral come in and go out here.
/// @dev The ledger counts all collateral with 18 decimals. Tokens with fewer decimals have units that are worth `scale`
/// there, and tokens with more cannot have a gate. There is one gate for each kind.
contract CollateralGate is ICollateralGate {
    using SafeERC20 for IERC20;

    ILedger public immutable ledger;

    /// @inheritdoc ICollateralGate
    bytes32 public immutable kind;

    /// @inheritdoc ICollateralGate
    IERC20 public immutable token;

    /// @inheritdoc ICollateralGate
    uint256 public immutable scale;

    constructor(ILedger ledger_, bytes32 kind_, IERC20Metadata token_) {
        ledger = ledger_;
        kind = kind_;
        token = token_;
        scale = 10 ** (18 - token_.decimals());
    }

    /// @inheritdoc ICollateralGate
    function deposit(uint256 units, address account) external returns (uint256 amount) {
        amount = units * scale;
        token.safeTransferFrom(msg.sender, address(this), units);
        ledger.credit(kind, account, amount);
        emit Deposited(msg.sender, account, units);
    }

    /// @inheritdoc ICollateralGate
    function withdraw(uint256 amount, address to) external returns (uint256 units) {
        units = amount / scale; //~ BENIGN ARITHMETIC a part of a unit is not paid
        ledger.debit(kind, msg.sender, amount);
        token.safeTransfer(to, units);
        emit Withdrawn(msg.sender, to, units);
    }

    /// @notice Units that an account could take out now.
    function available(address account) external view returns (uint256) {
        return ledger.free_of(kind, account) / scale;
    }
}
