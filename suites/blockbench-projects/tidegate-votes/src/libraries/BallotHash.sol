// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title BallotHash
 * @notice Ballots that are signed off chain, and their EIP-712 hash.
 */
library BallotHash {
    /**
     * @notice What an owner signs.
     * @param tokenId Position that votes.
     * @param gauges Gauges that it votes for.
     * @param weights Share of each gauge, relative to the others.
     * @param fee Fee for whoever submits the ballot.
     * @param deadline Last moment at which it can be submitted.
     */
    struct Ballot {
        uint256 tokenId;
        address[] gauges;
        uint256[] weights;
        uint256 fee;
        uint256 deadline;
    }

    /// @notice Type hash of a ballot.
    bytes32 internal constant TYPEHASH =
        keccak256("Ballot(uint256 tokenId,address[] gauges,uint256[] weights,uint256 fee,uint256 deadline)");

    /**
     * @notice Returns the struct hash of a ballot.
     * @param ballot Ballot to hash.
     * @return Hash by EIP-712; lists are hashed as their elements in 32 bytes each.
     */
    function hash(Ballot calldata ballot) internal pure returns (bytes32) {
        return keccak256(
            abi.encode(
                TYPEHASH,
                ballot.tokenId,
                keccak256(abi.encodePacked(ballot.gauges)),
                keccak256(abi.encodePacked(ballot.weights)),
                ballot.fee,
                ballot.deadline
            )
        );
    }
}
