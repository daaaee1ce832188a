// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {Ownable} from "@openzeppelin/contracts@4.9.6/access/Ownable.sol";

/// @notice What the operator knows about suppliers.
abstract contract SupplierRegistry is Ownable {
    enum Status {
        Unknown,
        Approved,
        Suspended
    }

    mapping(address => Status) public statusOf;

    event StatusChanged(address indexed supplier, Status status);

    /// @notice Approves or suspends a supplier.
    function setStatus(address supplier, Status status) external onlyOwner {
        statusOf[supplier] = status;
        emit StatusChanged(supplier, status);
    }
}
