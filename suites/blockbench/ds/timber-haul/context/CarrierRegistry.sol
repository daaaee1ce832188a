// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.30;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {EnumerableSet} from "@openzeppelin/contracts@5.4.0/utils/structs/EnumerableSet.sol";
import {ICarrierRegistry} from "./ICarrierRegistry.sol";

/// @title CarrierRegistry
/// @notice Carriers whose papers have been checked.
contract CarrierRegistry is AccessControl, ICarrierRegistry {
    using EnumerableSet for EnumerableSet.AddressSet;

    /// @notice May add and remove carriers.
    bytes32 public constant REGISTRAR_ROLE = keccak256("REGISTRAR_ROLE");

    EnumerableSet.AddressSet private _carriers;

    /// @notice Emitted when a carrier is added.
    /// @param account The carrier
    event CarrierAdded(address indexed account);

    /// @notice Emitted when a carrier is removed.
    /// @param account The carrier
    event CarrierRemoved(address indexed account);

    /// @notice Grants all roles to the administrator.
    /// @param admin The administrator
    constructor(address admin) {
        require(admin != address(0), "CarrierRegistry: zero admin");
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(REGISTRAR_ROLE, admin);
    }

    /// @notice Adds a carrier.
    /// @param account The carrier
    function add(address account) external onlyRole(REGISTRAR_ROLE) {
        require(_carriers.add(account), "CarrierRegistry: already added");
        emit CarrierAdded(account);
    }

    /// @notice Removes a carrier. What it has accepted already is not affected.
    /// @param account The carrier
    function remove(address account) external onlyRole(REGISTRAR_ROLE) {
        require(_carriers.remove(account), "CarrierRegistry: not a carrier");
        emit CarrierRemoved(account);
    }

    /// @inheritdoc ICarrierRegistry
    function isActive(address account) external view returns (bool) {
        return _carriers.contains(account);
    }

    /// @notice All carriers.
    /// @return The list, in no order
    function carriers() external view returns (address[] memory) {
        return _carriers.values();
    }
}
