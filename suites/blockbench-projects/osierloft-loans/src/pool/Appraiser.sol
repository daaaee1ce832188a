// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {EIP712} from "@openzeppelin/contracts@4.9.6/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts@4.9.6/utils/cryptography/SignatureChecker.sol";

import {Appraisal} from "../Types.sol";
import {Managed} from "../admin/Managed.sol";
import {IListing} from "../interfaces/IListing.sol";
import {IAppraiser} from "../interfaces/IPool.sol";
import {TypedHash} from "../libraries/TypedHash.sol";

/// Tells what single tokens are worth, by the word of somebody who looked at them. Appraisals are public: whoever has one
/// shows it, as often as it is good.
contract Appraiser is IAppraiser, Managed, EIP712 {
    /// The longest time for which an appraisal is good.
    uint256 public constant MOST_VALIDITY = 7 days;

    address public signer;

    // collection => the most that any of its tokens counts for, whatever is signed
    mapping(address => uint256) public ceilingOf;

    constructor(IListing listing_, address signer_) Managed(listing_) EIP712("Osierloft appraiser", "1") {
        signer = signer_;
    }

    function setSigner(address signer_) external onlyManager {
        require(signer_ != address(0), "no signer");
        signer = signer_;
        emit SignerSet(signer_);
    }

    function setCeiling(address collection, uint256 ceiling) external onlyManager {
        ceilingOf[collection] = ceiling;
        emit CeilingSet(collection, ceiling);
    }

    /// @inheritdoc IAppraiser
    function check(Appraisal calldata appraisal, bytes calldata signature) external view returns (uint256 value) {
        require(block.timestamp <= appraisal.validUntil, "appraisal too old");
        require(appraisal.validUntil <= block.timestamp + MOST_VALIDITY, "appraisal too long");
        require(SignatureChecker.isValidSignatureNow(signer, digestOf(appraisal), signature), "not the signer");
        uint256 ceiling = ceilingOf[appraisal.collection];
        value = appraisal.value < ceiling ? appraisal.value : ceiling;
    }

    function digestOf(Appraisal calldata appraisal) public view returns (bytes32) {
        return _hashTypedDataV4(TypedHash.hash(appraisal));
    }

    event SignerSet(address signer);
    event CeilingSet(address indexed collection, uint256 ceiling);
}
