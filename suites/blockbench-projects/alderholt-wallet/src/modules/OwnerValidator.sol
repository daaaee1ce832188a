// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {SignatureChecker} from "@openzeppelin/contracts@5.4.0/utils/cryptography/SignatureChecker.sol";

import {Operation, Window} from "../interfaces/IEntryPoint.sol";
import {IOwnerValidator} from "../interfaces/IModules.sol";
import {Operations} from "../libraries/Operations.sol";

/**
 * @title OwnerValidator
 * @notice One owner speaks for an account. The owner is a key or a contract that signs.
 */
contract OwnerValidator is IOwnerValidator {
    /// @notice Owners of accounts
    mapping(address account => address) public ownerOf;

    function onInstall(bytes calldata data) external {
        _set(abi.decode(data, (address)));
    }

    function onUninstall(bytes calldata) external {
        delete ownerOf[msg.sender];
        emit OwnerSet(msg.sender, address(0));
    }

    /// @notice Give the calling account another owner
    function setOwner(address owner) external {
        if (ownerOf[msg.sender] == address(0)) revert NoOwner();
        _set(owner);
    }

    function validate(Operation calldata op, bytes32 hash) external view returns (Window memory) {
        if (!SignatureChecker.isValidSignatureNow(ownerOf[msg.sender], hash, op.signature)) revert BadSignature(msg.sender);
        return Operations.always();
    }

    /**
     * @notice Whether the owner agrees to something that is not an operation, see Operations.message().
     * @param hash What the account is asked about
     * @param envelope An account and a signature
     */
    function hasSigned(bytes32 hash, bytes calldata envelope) external view returns (bool) {
        (address account, bytes memory signature) = abi.decode(envelope, (address, bytes));
        if (account != msg.sender) return false; //~ BENIGN SIGNATURE not for another account of the same owner
        return SignatureChecker.isValidSignatureNow(ownerOf[msg.sender], Operations.message(account, hash), signature);
    }

    function _set(address owner) private {
        if (owner == address(0)) revert NoOwner();
        ownerOf[msg.sender] = owner;
        emit OwnerSet(msg.sender, owner);
    }
}
