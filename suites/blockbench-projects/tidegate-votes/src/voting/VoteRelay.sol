// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts@5.4.0/utils/cryptography/EIP712.sol";

import {IVoter} from "../interfaces/IVoter.sol";
import {IVotingEscrow} from "../interfaces/IVotingEscrow.sol";
import {BallotHash} from "../libraries/BallotHash.sol";

/**
 * @title VoteRelay
 * @notice Submits ballots that owners of positions signed. Whoever submits one gets the fee that the owner promised, from
 * what the owner deposited here.
 */
contract VoteRelay is EIP712 {
    using SafeERC20 for IERC20;
    using BallotHash for BallotHash.Ballot;

    /// @notice Longest time for which a ballot can be signed in advance.
    uint256 public constant MAX_VALIDITY = 60 days;

    /// @notice Positions that vote.
    IVotingEscrow public immutable escrow;

    /// @notice Contract that counts the votes.
    IVoter public immutable voter;

    /// @notice Token of the fees.
    IERC20 public immutable feeToken;

    /// @notice What an owner deposited for fees.
    mapping(address owner => uint256) public balanceOf;

    /// @notice What was recorded about ballots, by submissions and by revocations.
    mapping(bytes32 digest => bool) public isUsed;

    /// @notice Emitted when an owner deposits for fees.
    event FeesDeposited(address indexed owner, uint256 amount);

    /// @notice Emitted when an owner takes a deposit back.
    event FeesWithdrawn(address indexed owner, uint256 amount);

    /// @notice Emitted when a ballot was submitted.
    event BallotSubmitted(bytes32 indexed digest, uint256 indexed tokenId, address indexed submitter, uint256 fee);

    /// @notice Emitted when an owner revokes a ballot.
    event BallotRevoked(bytes32 indexed digest, address indexed owner);

    /**
     * @notice Sets what does not change.
     * @param escrow_ Positions that vote.
     * @param voter_ Contract that counts the votes.
     * @param feeToken_ Token of the fees.
     */
    constructor(IVotingEscrow escrow_, IVoter voter_, IERC20 feeToken_) EIP712("Tidegate vote relay", "1") {
        escrow = escrow_;
        voter = voter_;
        feeToken = feeToken_;
    }

    /**
     * @notice Deposits for fees of the caller's ballots.
     * @param amount Amount that the caller pays.
     */
    function deposit(uint256 amount) external {
        balanceOf[msg.sender] += amount;
        feeToken.safeTransferFrom(msg.sender, address(this), amount);
        emit FeesDeposited(msg.sender, amount);
    }

    /**
     * @notice Takes a deposit back.
     * @param amount Amount that the caller gets.
     */
    function withdraw(uint256 amount) external {
        require(balanceOf[msg.sender] >= amount, "VoteRelay: deposit too small");
        balanceOf[msg.sender] -= amount;
        feeToken.safeTransfer(msg.sender, amount);
        emit FeesWithdrawn(msg.sender, amount);
    }

    /**
     * @notice Submits a ballot. Anybody may, and gets its fee. A ballot that names gauges and gives a vote to none of them
     * is refused, and can be submitted later; one without gauges takes the votes back.
     * @param ballot Ballot of the owner of a position.
     * @param signature Signature of the owner.
     */
    function submit(BallotHash.Ballot calldata ballot, bytes calldata signature) external {
        require(block.timestamp <= ballot.deadline, "VoteRelay: ballot has expired");
        require(ballot.deadline <= block.timestamp + MAX_VALIDITY, "VoteRelay: deadline too late");
        bytes32 digest = digestOf(ballot);
        require(!isUsed[digest], "VoteRelay: ballot was used");
        isUsed[digest] = true; //~ BENIGN STATE_MOD a ballot counts once
        address owner = escrow.ownerOf(ballot.tokenId);
        require(ECDSA.recover(digest, signature) == owner, "VoteRelay: signer is not the owner");
        require(balanceOf[owner] >= ballot.fee, "VoteRelay: deposit too small");
        balanceOf[owner] -= ballot.fee;
        voter.voteFor(ballot.tokenId, ballot.gauges, ballot.weights);
        require(ballot.gauges.length == 0 || voter.hasVoted(ballot.tokenId), "VoteRelay: ballot without effect");
        feeToken.safeTransfer(msg.sender, ballot.fee);
        emit BallotSubmitted(digest, ballot.tokenId, msg.sender, ballot.fee);
    }

    /**
     * @notice Revokes a ballot of a position of the caller.
     * @param ballot Ballot that must not be submitted.
     */
    function revoke(BallotHash.Ballot calldata ballot) external {
        require(escrow.ownerOf(ballot.tokenId) == msg.sender, "VoteRelay: caller is not the owner");
        bytes32 digest = digestOf(ballot);
        isUsed[digest] = true;
        emit BallotRevoked(digest, msg.sender);
    }

    /**
     * @notice Returns what the owner of a position signs.
     * @param ballot Ballot to hash.
     * @return Digest by EIP-712.
     */
    function digestOf(BallotHash.Ballot calldata ballot) public view returns (bytes32) {
        return _hashTypedDataV4(ballot.hash());
    }
}
