// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/utils/cryptography/ECDSA.sol";
import "./IPortal.sol";

/// @title ValidatorSet
/// @notice Knows the validators of the epoch and counts their signatures.
abstract contract ValidatorSet is IPortal {
    uint256 public constant MAX_VALIDATORS = 30;

    uint256 public epoch;
    uint256 public threshold;
    address[] internal _validators;
    mapping(uint256 => mapping(address => bool)) public isValidator;

    /// @notice The validators of this epoch, in ascending order.
    function validators() external view returns (address[] memory) {
        return _validators;
    }

    /// @notice Begins the next epoch.
    /// @param validators_ Its validators, in ascending order.
    /// @param threshold_ How many of them must sign; more than two thirds.
    function _setValidators(address[] memory validators_, uint256 threshold_) internal {
        uint256 count = validators_.length;
        require(count > 0 && count <= MAX_VALIDATORS, "ValidatorSet: bad number of validators");
        require(threshold_ <= count && threshold_ * 3 > count * 2, "ValidatorSet: bad threshold");
        epoch += 1;
        address last = address(0);
        for (uint256 i = 0; i < count; ++i) {
            require(validators_[i] > last, "ValidatorSet: not in order");
            last = validators_[i];
            isValidator[epoch][last] = true;
        }
        _validators = validators_;
        threshold = threshold_;
        emit ValidatorsSet(epoch, validators_, threshold_);
    }

    /// @notice Requires that enough validators of this epoch have signed.
    /// @param digest What they have signed.
    /// @param signatures The signatures, by ascending signer.
    function _requireSigned(bytes32 digest, bytes[] calldata signatures) internal view {
        require(signatures.length >= threshold, "ValidatorSet: too few signatures");
        address last = address(0);
        for (uint256 i = 0; i < signatures.length; ++i) {
            address signer = ECDSA.recover(digest, signatures[i]);
            require(signer > last, "ValidatorSet: not in order");
            require(isValidator[epoch][signer], "ValidatorSet: not a validator");
            last = signer;
        }
    }
}
