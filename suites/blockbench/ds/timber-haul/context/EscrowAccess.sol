// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.30;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

/// @title EscrowAccess
/// @notice Roles, fee and pause of an escrow.
abstract contract EscrowAccess is AccessControl, Pausable {
    /// @notice May set the fee and resume after a pause.
    bytes32 public constant OPERATOR_ROLE = keccak256("OPERATOR_ROLE");

    /// @notice May pause.
    bytes32 public constant GUARDIAN_ROLE = keccak256("GUARDIAN_ROLE");

    /// @notice May resolve disputes.
    bytes32 public constant ARBITER_ROLE = keccak256("ARBITER_ROLE");

    /// @notice The highest fee in basis points.
    uint256 public constant MAX_FEE_BPS = 300;

    /// @notice The fee on freights in basis points.
    uint256 public feeBps;

    /// @notice Receiver of the fees.
    address public treasury;

    /// @notice Emitted when the fee is set.
    /// @param feeBps The fee in basis points
    /// @param treasury Receiver of the fees
    event FeeSet(uint256 feeBps, address treasury);

    /// @notice Grants all roles to the administrator and sets the fee.
    /// @param admin The administrator
    /// @param feeBps_ The fee in basis points
    /// @param treasury_ Receiver of the fees
    constructor(address admin, uint256 feeBps_, address treasury_) {
        require(admin != address(0), "EscrowAccess: zero admin");
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(OPERATOR_ROLE, admin);
        _grantRole(GUARDIAN_ROLE, admin);
        _grantRole(ARBITER_ROLE, admin);
        _setFee(feeBps_, treasury_);
    }

    /// @notice Sets the fee, for all freights that are paid out from now on.
    /// @param feeBps_ The fee in basis points
    /// @param treasury_ Receiver of the fees
    function setFee(uint256 feeBps_, address treasury_) external onlyRole(OPERATOR_ROLE) {
        _setFee(feeBps_, treasury_);
    }

    /// @notice Stops new shipments and acceptances. All other steps go on.
    function pause() external onlyRole(GUARDIAN_ROLE) {
        _pause();
    }

    /// @notice Resumes after a pause.
    function unpause() external onlyRole(OPERATOR_ROLE) {
        _unpause();
    }

    /// @dev Checks and stores the fee.
    /// @param feeBps_ The fee in basis points
    /// @param treasury_ Receiver of the fees
    function _setFee(uint256 feeBps_, address treasury_) internal {
        require(feeBps_ <= MAX_FEE_BPS, "EscrowAccess: fee too high");
        require(treasury_ != address(0), "EscrowAccess: zero treasury");
        feeBps = feeBps_;
        treasury = treasury_;
        emit FeeSet(feeBps_, treasury_);
    }
}
