// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import "./ILenderRegistry.sol";

/// @title Register of lenders who have been identified
contract LenderRegistry is AccessControl, ILenderRegistry {
    /// @notice Role that keeps the register
    bytes32 public constant REGISTRAR_ROLE = keccak256("REGISTRAR_ROLE");

    /// @inheritdoc ILenderRegistry
    mapping(address => bool) public override isLender;

    /// @notice Emitted when an entry changes
    event LenderSet(address indexed account, bool listed);

    /// @param admin Administrator and first registrar
    constructor(address admin) {
        require(admin != address(0), "LenderRegistry: zero admin");
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(REGISTRAR_ROLE, admin);
    }

    /// @notice Puts an account on the register or strikes it off.
    /// @param account The account
    /// @param listed Whether it is to be on the register
    function setLender(address account, bool listed) external onlyRole(REGISTRAR_ROLE) {
        require(account != address(0), "LenderRegistry: zero account");
        isLender[account] = listed;
        emit LenderSet(account, listed);
    }
}
