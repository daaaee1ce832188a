// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

import {Messages} from "../libraries/Messages.sol";

/// Those who attest what other domains have sent.
interface INotarySet {
    event NotariesReplaced(uint64 indexed epoch, uint256 count, uint256 threshold);

    /// Returns the number of the present set.
    function epoch() external view returns (uint64);

    /// Returns what notaries sign.
    function digestOf(Messages.Checkpoint memory checkpoint) external view returns (bytes32);

    /// Reverts unless enough notaries of the present set have signed a checkpoint.
    function requireAttested(
        Messages.Checkpoint memory checkpoint,
        address[] calldata signers,
        bytes[] calldata signatures
    ) external view;
}
