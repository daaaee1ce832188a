// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

import {EIP712} from "@openzeppelin/contracts@5.4.0/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts@5.4.0/utils/cryptography/SignatureChecker.sol";

import {TwoStepOwner} from "../access/TwoStepOwner.sol";
import {INotarySet} from "../interfaces/INotarySet.sol";
import {Messages} from "../libraries/Messages.sol";

/// The notaries of one inbox. A notary watches the outboxes of other domains and signs their checkpoints, either as an
/// account with a key or as a contract that validates signatures itself.
contract NotarySet is INotarySet, TwoStepOwner, EIP712 {
    /// The largest number of notaries, which bounds the cost of a replacement.
    uint256 public constant MOST_NOTARIES = 24;

    bytes32 public constant CHECKPOINT_TYPE =
        keccak256("Checkpoint(uint32 originDomain,uint64 messageCount,uint64 notaryEpoch,bytes32 root)");

    uint64 public epoch;
    uint256 public threshold;
    mapping(uint64 epoch => mapping(address account => bool)) private _isNotary;

    /// The deployer names the first notaries with the first replacement.
    constructor(address firstOwner) EIP712("Marshwire notaries", "1") {
        _becomeOwner(firstOwner);
    }

    /// Replaces all notaries, and begins a new epoch. The list is in ascending order, so that nobody is counted twice.
    /// More than half of them have to sign a checkpoint.
    function replaceNotaries(address[] calldata notaries, uint256 newThreshold) external onlyOwner {
        require(notaries.length <= MOST_NOTARIES, "There are too many notaries.");
        require(newThreshold * 2 > notaries.length, "The threshold is not a majority.");
        require(newThreshold <= notaries.length, "The threshold cannot be reached.");
        epoch++;
        threshold = newThreshold;
        address previous = address(0);
        for (uint256 i = 0; i < notaries.length; i++) {
            require(notaries[i] > previous, "The notaries are not in ascending order.");
            previous = notaries[i];
            _isNotary[epoch][previous] = true;
        }
        emit NotariesReplaced(epoch, notaries.length, newThreshold);
    }

    /// Tells whether an account is a notary at present.
    function isNotary(address account) external view returns (bool) {
        return _isNotary[epoch][account];
    }

    /// Returns the digest of a checkpoint by EIP-712. It contains this contract and its chain, so that an attestation
    /// counts in one inbox alone.
    function digestOf(Messages.Checkpoint memory checkpoint) public view returns (bytes32) {
        return _hashTypedDataV4(
            keccak256(
                abi.encode(
                    CHECKPOINT_TYPE,
                    checkpoint.originDomain,
                    checkpoint.messageCount,
                    checkpoint.notaryEpoch,
                    checkpoint.root
                )
            )
        );
    }

    /// Reverts unless enough notaries of the present set have signed a checkpoint. The signers are in ascending order, and
    /// each has one signature. There may be more than are needed.
    function requireAttested(
        Messages.Checkpoint memory checkpoint,
        address[] calldata signers,
        bytes[] calldata signatures
    ) external view {
        require(checkpoint.notaryEpoch == epoch, "The checkpoint is of another epoch.");
        require(threshold > 0 && signers.length >= threshold, "There are too few signers.");
        require(signers.length == signatures.length, "Each signer needs one signature.");
        bytes32 digest = digestOf(checkpoint);
        address previous = address(0);
        for (uint256 i = 0; i < signers.length; i++) {
            require(signers[i] > previous, "The signers are not in ascending order.");
            previous = signers[i];
            require(_isNotary[epoch][previous], "A signer is not a notary.");
            require(
                SignatureChecker.isValidSignatureNow(previous, digest, signatures[i]), "A signature is not valid."
            );
        }
    }
}
