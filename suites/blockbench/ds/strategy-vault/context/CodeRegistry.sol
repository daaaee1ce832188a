// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";

/// @title CodeRegistry
/// @notice Knows the code that may run on the accounts of vaults.
/// @dev One approval holds for all contracts of the same code.
contract CodeRegistry is AccessControl {
    /// @notice May propose and approve code.
    bytes32 public constant CURATOR_ROLE = keccak256("CURATOR_ROLE");

    /// @notice May revoke code.
    bytes32 public constant GUARDIAN_ROLE = keccak256("GUARDIAN_ROLE");

    /// @notice How long code is known before it is approved.
    uint256 public constant DELAY = 2 days;

    /// @notice When proposed code may be approved.
    mapping(bytes32 codeHash => uint256) public readyAt;

    /// @notice Whether code is approved.
    mapping(bytes32 codeHash => bool) public approved;

    /// @notice Emitted when code is proposed.
    /// @param sample A contract of that code.
    event CodeProposed(address indexed sample);

    /// @notice Emitted when code is approved.
    /// @param sample A contract of that code.
    event CodeApproved(address indexed sample);

    /// @notice Emitted when code is revoked.
    /// @param sample A contract of that code.
    event CodeRevoked(address indexed sample);

    /// @param admin The account that grants roles.
    constructor(address admin) {
        require(admin != address(0), "CodeRegistry: no admin");
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
    }

    /// @notice Proposes the code of a contract.
    /// @param sample The contract.
    function propose(address sample) external onlyRole(CURATOR_ROLE) {
        require(sample.code.length > 0, "CodeRegistry: no code");
        require(!approved[sample.codehash], "CodeRegistry: approved");
        readyAt[sample.codehash] = block.timestamp + DELAY;
        emit CodeProposed(sample);
    }

    /// @notice Approves the code of a contract after the delay.
    /// @param sample The contract.
    function approve(address sample) external onlyRole(CURATOR_ROLE) {
        uint256 ready = readyAt[sample.codehash];
        require(ready != 0, "CodeRegistry: not proposed");
        require(block.timestamp >= ready, "CodeRegistry: not ready");
        delete readyAt[sample.codehash];
        approved[sample.codehash] = true;
        emit CodeApproved(sample);
    }

    /// @notice Revokes code, approved or proposed. Vaults release what they have in strategies of that code before.
    /// @param sample A contract of that code.
    function revoke(address sample) external onlyRole(GUARDIAN_ROLE) {
        delete readyAt[sample.codehash];
        delete approved[sample.codehash];
        emit CodeRevoked(sample);
    }

    /// @notice Returns whether the code of a contract is approved.
    /// @param account The contract.
    /// @return Whether it is.
    function isApproved(address account) external view returns (bool) {
        return approved[account.codehash];
    }
}
