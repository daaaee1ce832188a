// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {EIP712} from "@openzeppelin/contracts@4.9.6/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts@4.9.6/utils/cryptography/SignatureChecker.sol";

import {Amendment, Offer} from "../Types.sol";
import {DeskBound} from "../admin/DeskBound.sol";
import {IOfferBook} from "../interfaces/ICore.sol";
import {TokenSet} from "../libraries/TokenSet.sol";
import {TypedHash} from "../libraries/TypedHash.sol";

/// Checks what lenders sign, and remembers how often it was used and what they took back. Offers live off chain until
/// somebody takes them. A lender may be a contract (ERC-1271).
contract OfferBook is IOfferBook, DeskBound, EIP712 {
    // by digest
    mapping(bytes32 => uint256) public used;

    // offers of a lender with smaller nonces are void
    mapping(address => uint256) public firstNonce;

    mapping(address => mapping(uint256 => bool)) public cancelled;

    constructor() EIP712("Osierloft", "1") {}

    function consume(Offer calldata offer, bytes calldata signature, uint256 tokenId, bytes32[] calldata proof)
        external
        onlyDesk
    {
        if (block.timestamp > offer.deadline) revert Expired(offer.deadline);
        if (offer.nonce < firstNonce[offer.lender]) revert TakenBack(offer.lender, offer.nonce);
        if (cancelled[offer.lender][offer.nonce]) revert TakenBack(offer.lender, offer.nonce);
        bytes32 digest = digestOf(offer);
        if (++used[digest] > offer.uses) revert UsedUp(digest); //~ BENIGN COMPUTATION this use is counted
        if (!TokenSet.has(offer.tokens, tokenId, proof)) revert NotOffered(tokenId);
        if (!SignatureChecker.isValidSignatureNow(offer.lender, digest, signature)) revert BadSignature(offer.lender); //~ DECOY SIGNATURE anybody brings the offer, and the lender in it has signed it
        emit Consumed(digest, offer.lender, tokenId);
    }

    /// An amendment is good for one version of its loan, so it needs no nonce.
    function checkAmendment(address signer, Amendment calldata amendment, bytes calldata signature) external view {
        if (block.timestamp > amendment.deadline) revert Expired(amendment.deadline);
        if (!SignatureChecker.isValidSignatureNow(signer, digestOf(amendment), signature)) revert BadSignature(signer);
    }

    /// Takes back every offer of the caller with this nonce.
    function cancel(uint256 nonce) external {
        cancelled[msg.sender][nonce] = true;
        emit NonceCancelled(msg.sender, nonce);
    }

    /// Takes back every offer of the caller with a smaller nonce.
    function cancelBelow(uint256 nonce) external {
        require(nonce > firstNonce[msg.sender], "nonces only grow");
        firstNonce[msg.sender] = nonce;
        emit NoncesCancelled(msg.sender, nonce);
    }

    function digestOf(Offer calldata offer) public view returns (bytes32) {
        return _hashTypedDataV4(TypedHash.hash(offer));
    }

    function digestOf(Amendment calldata amendment) public view returns (bytes32) {
        return _hashTypedDataV4(TypedHash.hash(amendment));
    }

    error Expired(uint256 deadline);
    error TakenBack(address lender, uint256 nonce);
    error UsedUp(bytes32 digest);
    error NotOffered(uint256 tokenId);
    error BadSignature(address signer);

    event Consumed(bytes32 indexed digest, address indexed lender, uint256 tokenId);
    event NonceCancelled(address indexed lender, uint256 nonce);
    event NoncesCancelled(address indexed lender, uint256 firstNonce);
}
