// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {VaultRoles} from "./VaultRoles.sol";

/// @title PerformanceFee
/// @notice The part of what is gained that goes to a treasury. A higher fee takes effect after a delay.
abstract contract PerformanceFee is VaultRoles {
    /// @notice The highest fee, in basis points.
    uint256 public constant MAX_FEE = 2_000;

    /// @notice How long a higher fee is known before it takes effect.
    uint256 public constant FEE_DELAY = 3 days;

    /// @dev Basis points of the whole.
    uint256 private constant BASIS_POINTS = 10_000;

    /// @notice The fee, in basis points.
    uint256 public fee;

    /// @notice The fee to come, in basis points.
    uint256 public pendingFee;

    /// @notice When the fee to come takes effect, or zero.
    uint256 public feeReadyAt;

    /// @notice Who receives the fee.
    address public treasury;

    /// @notice Emitted when a higher fee is proposed.
    /// @param fee The fee.
    /// @param readyAt When it takes effect.
    event FeeProposed(uint256 fee, uint256 readyAt);

    /// @notice Emitted when the fee changes.
    /// @param fee The new fee.
    event FeeChanged(uint256 fee);

    /// @notice Emitted when the treasury changes.
    /// @param treasury The new treasury.
    event TreasuryChanged(address indexed treasury);

    /// @param fee_ The first fee.
    /// @param treasury_ The first treasury.
    constructor(uint256 fee_, address treasury_) {
        require(fee_ <= MAX_FEE, "PerformanceFee: too high");
        fee = fee_;
        emit FeeChanged(fee_);
        _setTreasury(treasury_);
    }

    /// @notice Lowers the fee at once, or proposes a higher one.
    /// @param fee_ The fee.
    function proposeFee(uint256 fee_) external onlyRole(CURATOR_ROLE) {
        require(fee_ <= MAX_FEE, "PerformanceFee: too high");
        if (fee_ <= fee) {
            delete feeReadyAt;
            fee = fee_;
            emit FeeChanged(fee_);
        } else {
            pendingFee = fee_;
            feeReadyAt = block.timestamp + FEE_DELAY;
            emit FeeProposed(fee_, feeReadyAt);
        }
    }

    /// @notice Lets a proposed fee take effect after the delay.
    function applyFee() external onlyRole(CURATOR_ROLE) {
        require(feeReadyAt != 0, "PerformanceFee: not proposed");
        require(block.timestamp >= feeReadyAt, "PerformanceFee: not ready");
        delete feeReadyAt;
        fee = pendingFee;
        emit FeeChanged(pendingFee);
    }

    /// @notice Changes the treasury.
    /// @param treasury_ The new treasury.
    function setTreasury(address treasury_) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setTreasury(treasury_);
    }

    /// @param gained What was gained.
    /// @return The fee of it.
    function _feeOf(uint256 gained) internal view returns (uint256) {
        return Math.mulDiv(gained, fee, BASIS_POINTS);
    }

    /// @param treasury_ The new treasury.
    function _setTreasury(address treasury_) private {
        require(treasury_ != address(0), "PerformanceFee: no treasury");
        treasury = treasury_;
        emit TreasuryChanged(treasury_);
    }
}
