// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {ECDSA} from "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";
import {IValidatorRegistry} from "./IValidatorRegistry.sol";

/// @title ValidatorRegistry
/// @notice Validators are the holders of a role, and a threshold of them attests a message.
contract ValidatorRegistry is AccessControl, IValidatorRegistry {
    /// @notice The role of those who attest messages.
    bytes32 public constant VALIDATOR_ROLE = keccak256("VALIDATOR_ROLE");

    /// @notice How many validators have to sign.
    uint256 public immutable threshold;

    /// @notice Appoints the first validators.
    /// @param admin_ Who appoints and dismisses validators.
    /// @param threshold_ How many have to sign.
    /// @param validators_ The first validators.
    constructor(address admin_, uint256 threshold_, address[] memory validators_) {
        require(threshold_ > 0, "ValidatorRegistry: zero threshold");
        require(validators_.length >= threshold_, "ValidatorRegistry: too few validators");
        threshold = threshold_;
        _grantRole(DEFAULT_ADMIN_ROLE, admin_);
        for (uint256 i = 0; i < validators_.length; i++) {
            _grantRole(VALIDATOR_ROLE, validators_[i]);
        }
    }

    /// @inheritdoc IValidatorRegistry
    function requireAttested(bytes32 digest, bytes[] calldata signatures) external view {
        require(signatures.length >= threshold, "ValidatorRegistry: too few signatures");
        address last = address(0);
        for (uint256 i = 0; i < signatures.length; i++) {
            address signer = ECDSA.recover(digest, signatures[i]);
            require(signer > last, "ValidatorRegistry: not in order");
            require(hasRole(VALIDATOR_ROLE, signer), "ValidatorRegistry: not a validator");
            last = signer;
        }
    }
}
