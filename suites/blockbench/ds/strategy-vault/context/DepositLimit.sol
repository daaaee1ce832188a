// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {VaultRoles} from "./VaultRoles.sol";

/// @title DepositLimit
/// @notice Bounds the assets of a vault.
abstract contract DepositLimit is VaultRoles {
    /// @notice The assets up to which deposits are accepted.
    uint256 public depositLimit;

    /// @notice Emitted when the limit changes.
    /// @param limit The new limit.
    event DepositLimitChanged(uint256 limit);

    /// @param limit The first limit.
    constructor(uint256 limit) {
        _setDepositLimit(limit);
    }

    /// @notice Changes the limit. What was deposited stays.
    /// @param limit The new limit.
    function setDepositLimit(uint256 limit) external onlyRole(CURATOR_ROLE) {
        _setDepositLimit(limit);
    }

    /// @param assets The assets of the vault.
    /// @return How much more is accepted.
    function _room(uint256 assets) internal view returns (uint256) {
        if (paused() || assets >= depositLimit) {
            return 0;
        }
        return depositLimit - assets;
    }

    /// @param limit The new limit.
    function _setDepositLimit(uint256 limit) private {
        require(limit <= type(uint128).max, "DepositLimit: too high");
        depositLimit = limit;
        emit DepositLimitChanged(limit);
    }
}
