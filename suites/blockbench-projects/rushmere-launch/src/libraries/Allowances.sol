// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/**
 * @title Allowances
 * @notice What signers of sales sign, and what the leaves of their lists are.
 */
library Allowances {
    /**
     * @notice Lets an account commit coins in a sale.
     * @param account The account.
     * @param cap Most coins that it may have committed then.
     * @param deadline Last time at which it can be used.
     */
    struct Allowance {
        address account;
        uint256 cap;
        uint256 deadline;
    }

    /// @notice Type of a domain.
    bytes32 internal constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    /// @notice Type of an allowance.
    bytes32 internal constant ALLOWANCE_TYPE = keccak256("Allowance(address account,uint256 cap,uint256 deadline)");

    /**
     * @notice Returns the domain of signatures.
     * @param verifier Contract that is named in it.
     */
    function domainOf(address verifier) internal view returns (bytes32) {
        return keccak256(
            abi.encode(DOMAIN_TYPE, keccak256("Rushmere Launch"), keccak256("1"), block.chainid, verifier)
        );
    }

    /**
     * @notice Returns what is signed.
     * @param domain Domain of the signature.
     * @param allowance Allowance that is signed.
     */
    function digestOf(bytes32 domain, Allowance memory allowance) internal pure returns (bytes32) {
        bytes32 content =
            keccak256(abi.encode(ALLOWANCE_TYPE, allowance.account, allowance.cap, allowance.deadline));
        return keccak256(abi.encodePacked(hex"1901", domain, content));
    }

    /**
     * @notice Returns the leaf of an account in a list. It is hashed twice, so that no inner node is a leaf.
     * @param account The account.
     * @param cap Most coins that it may have committed.
     */
    function leafOf(address account, uint256 cap) internal pure returns (bytes32) {
        return keccak256(bytes.concat(keccak256(abi.encode(account, cap))));
    }
}
