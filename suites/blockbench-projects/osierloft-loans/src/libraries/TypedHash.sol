// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {Amendment, Appraisal, Offer} from "../Types.sol";

/// Struct hashes of EIP-712. The domains are those of the contracts that check the signatures.
library TypedHash {
    bytes32 internal constant OFFER = keccak256(
        "Offer(address lender,address currency,address collection,bytes32 tokens,bytes32 content,uint256 principal,uint256 rate,uint64 duration,uint32 uses,uint256 nonce,uint64 deadline)"
    );
    bytes32 internal constant AMENDMENT = keccak256(
        "Amendment(uint256 loanId,uint32 version,uint256 principal,uint256 rate,uint64 dueAt,uint64 deadline)"
    );
    bytes32 internal constant APPRAISAL =
        keccak256("Appraisal(address collection,uint256 tokenId,uint256 value,uint64 validUntil)");

    // Every member is one word, so the encoding of the struct is the encoding of its members.
    function hash(Offer memory o) internal pure returns (bytes32) {
        return keccak256(abi.encode(OFFER, o));
    }

    function hash(Amendment memory a) internal pure returns (bytes32) {
        return keccak256(abi.encode(AMENDMENT, a));
    }

    function hash(Appraisal memory a) internal pure returns (bytes32) {
        return keccak256(abi.encode(APPRAISAL, a));
    }
}
