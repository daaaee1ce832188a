// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

/// @notice Random values of numbered rounds. The value of a round is fixed before anybody but the operator can know it.
interface IRandomBeacon {
    /// @notice When the operator fixed the value of a round, or zero.
    function committedAt(uint256 round) external view returns (uint64);

    /// @notice When the value of a round became public, or zero.
    function revealedAt(uint256 round) external view returns (uint64);

    /// @notice The public value of a round.
    function valueOf(uint256 round) external view returns (bytes32);
}
