// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

enum State {
    None,
    Voting, // Assessors decide.
    Upheld, // Waits for its payment.
    Closed
}

// Info of each claim.
struct ClaimInfo {
    uint256 policyId;
    address claimant; // Who filed it, and paid the fee.
    State state;
    uint64 payableAt; // When an upheld claim can be paid.
    uint256 amount;
    uint256 fee;
}

// Takes claims and pays them.
interface IClaimDesk {
    event Filed(uint256 indexed claimId, uint256 indexed policyId, address indexed claimant, uint256 amount, bytes32 evidence);
    event Upheld(uint256 indexed claimId, uint256 payableAt);
    event Rejected(uint256 indexed claimId);
    event Dropped(uint256 indexed claimId);
    event Objected(uint256 indexed claimId, address indexed warden);
    event Settled(uint256 indexed claimId, address indexed to, uint256 amount);

    function file(uint256 _id, uint256 _amount, bytes32 _evidence) external returns (uint256 claimId);

    function fileFrost(uint256 _id, uint32 _day) external returns (uint256 claimId);

    function drop(uint256 _claimId) external;

    function resolve(uint256 _claimId) external;

    function pay(uint256 _claimId) external;

    function claimOf(uint256 _claimId) external view returns (ClaimInfo memory);

    // The open claim of a policy, or zero.
    function openOf(uint256 _id) external view returns (uint256);

    // Whether the frost of a day was claimed for a policy.
    function frostUsed(uint256 _id, uint32 _day) external view returns (bool);
}

// Assessors who vote about claims with their stakes.
interface IAssessorGuild {
    event Staked(address indexed assessor, uint256 amount);
    event Unstaked(address indexed assessor, uint256 amount);
    event VoteOpened(uint256 indexed claimId, uint256 endAt);
    event Voted(uint256 indexed claimId, address indexed assessor, bool uphold, uint256 weight);
    event Collected(uint256 indexed claimId, address indexed assessor, uint256 amount);

    function open(uint256 _claimId) external;

    // Ends a vote and says whether the claim is upheld.
    function close(uint256 _claimId) external returns (bool upheld);

    // Says what the fee of a vote is, which is here already.
    function reward(uint256 _claimId, uint256 _amount) external;

    // When a vote is over.
    function endOf(uint256 _claimId) external view returns (uint256);
}
