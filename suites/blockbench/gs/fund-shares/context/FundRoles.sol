// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title FundRoles
 * @notice Who looks after a fund.
 */
abstract contract FundRoles {
    /// @notice The account that sets the value and invests.
    address public immutable administrator;

    /// @notice The account that pauses.
    address public immutable guardian;

    /// @dev Lets the administrator pass.
    modifier onlyAdministrator() {
        require(msg.sender == administrator, "FundRoles: not the administrator");
        _;
    }

    /// @dev Lets the guardian pass.
    modifier onlyGuardian() {
        require(msg.sender == guardian, "FundRoles: not the guardian");
        _;
    }

    /**
     * @notice Sets both accounts.
     * @param administrator_ The account that sets the value and invests.
     * @param guardian_ The account that pauses.
     */
    constructor(address administrator_, address guardian_) {
        require(administrator_ != address(0) && guardian_ != address(0), "FundRoles: zero");
        administrator = administrator_;
        guardian = guardian_;
    }
}
