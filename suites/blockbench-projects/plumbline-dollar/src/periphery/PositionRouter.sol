// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {ICollateralGate} from "../interfaces/ICollateralGate.sol";
import {ILedger} from "../interfaces/ILedger.sol";

/// @title PositionRouter
/// @notice Several steps of the owner of a position in one call.
/// @dev The owner approves tokens and dollars to the router, and lets it manage the position. The router acts for its
/// caller only, and owns nothing between calls.
contract PositionRouter {
    using SafeERC20 for IERC20;

    ILedger public immutable ledger;
    IERC20 public immutable dollar;

    event Opened(bytes32 indexed kind, address indexed owner, uint256 units, uint256 drawn);
    event Closed(bytes32 indexed kind, address indexed owner, uint256 units, uint256 repaid);
    event Reduced(bytes32 indexed kind, address indexed owner, uint256 repaid);

    constructor(ILedger ledger_, IERC20 dollar_) {
        ledger = ledger_;
        dollar = dollar_;
    }

    /// @notice Add collateral, and draw dollars if any are wanted.
    function open(ICollateralGate gate, uint256 units, uint256 dollars) external {
        bytes32 kind = gate.kind();
        IERC20 token = gate.token();
        token.safeTransferFrom(msg.sender, address(this), units);
        token.forceApprove(address(gate), units);
        uint256 amount = gate.deposit(units, address(this));
        ledger.lock(kind, msg.sender, amount);
        if (dollars > 0) ledger.draw(kind, msg.sender, dollars, msg.sender);
        emit Opened(kind, msg.sender, units, dollars);
    }

    /// @notice Repay a part of the debt.
    function reduce(bytes32 kind, uint256 dollars) external {
        uint256 repaid = repay(kind, dollars);
        emit Reduced(kind, msg.sender, repaid);
    }

    /// @notice Repay all of the debt, and take all of the collateral out.
    function close(ICollateralGate gate) external {
        bytes32 kind = gate.kind();
        ledger.accrue(kind);
        uint256 repaid = repay(kind, ledger.debt_of(kind, msg.sender));
        uint256 amount = ledger.position_of(kind, msg.sender).collateral;
        ledger.unlock(kind, msg.sender, amount, address(this));
        uint256 units = gate.withdraw(amount, msg.sender);
        emit Closed(kind, msg.sender, units, repaid);
    }

    /// @dev What the ledger does not take goes back.
    function repay(bytes32 kind, uint256 dollars) private returns (uint256 repaid) {
        dollar.safeTransferFrom(msg.sender, address(this), dollars);
        repaid = ledger.repay(kind, msg.sender, dollars);
        dollar.safeTransfer(msg.sender, dollars - repaid);
    }
}
