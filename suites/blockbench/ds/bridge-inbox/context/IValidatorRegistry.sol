// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/// @title IValidatorRegistry
/// @notice Knows who may attest messages of other chains.
interface IValidatorRegistry {
    /// @notice Reverts unless enough validators have signed the digest.
    /// @param digest The digest that was signed.
    /// @param signatures One of each validator, in the order of their addresses.
    function requireAttested(bytes32 digest, bytes[] calldata signatures) external view;
}
