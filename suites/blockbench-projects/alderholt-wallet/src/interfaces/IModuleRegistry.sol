// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Kind} from "./IAccount.sol";

/**
 * @title IModuleRegistry
 * @notice Modules that enough attesters stand up for.
 */
interface IModuleRegistry {
    event AttesterScheduled(address indexed attester, uint256 from);
    event AttesterSet(address indexed attester, bool member);
    event ThresholdSet(uint256 threshold);
    event Attested(address indexed attester, address indexed module, Kind indexed kind);
    event Withdrawn(address indexed attester, address indexed module, Kind indexed kind);
    event Stopped(address indexed module, address indexed by);
    event Released(address indexed module);

    /// @notice Whether accounts may use a module in this way
    function isApproved(address module, Kind kind) external view returns (bool);

    function attesters() external view returns (address[] memory);

    function threshold() external view returns (uint256);
}
