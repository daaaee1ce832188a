// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ECDSA} from "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts@5.4.0/utils/cryptography/EIP712.sol";

import {IReports} from "../interfaces/IReports.sol";
import {IStakePool} from "../interfaces/IStakePool.sol";
import {ReportHash} from "../libraries/ReportHash.sol";

/**
 * @title ReportOracle
 * @notice Delivers what a committee reports about the validators.
 * @dev The members sign a report off chain, and anybody submits it with enough signatures once its frame is over. The
 * pool applies what it says.
 */
contract ReportOracle is IReports, EIP712 {
    using ReportHash for Report;

    /// @notice Length of a frame.
    uint256 public constant FRAME = 1 days;

    /// @notice Most members of the committee.
    uint256 public constant MAX_MEMBERS = 16;

    /// @notice Beginning of frame zero.
    uint256 public immutable genesis;

    /// @notice Account that names the members.
    address public governor;

    /// @notice Contract that the reports go to.
    IStakePool public pool;

    /// @notice Signatures that a report needs.
    uint256 public quorum;

    /// @notice Number of members.
    uint256 public memberCount;

    /// @notice Whether an account is a member.
    mapping(address account => bool) public isMember;

    /// @notice Frame of the last report.
    uint64 public lastFrame;

    /// @notice Rewards in the last report.
    uint256 public lastRewards;

    /// @notice Time of the last report.
    uint256 public lastReportAt;

    /// @notice Emitted when a report was delivered.
    event Reported(uint64 indexed frame, bytes32 indexed digest, address indexed submitter);

    /// @notice Emitted when an account becomes a member, or no longer is one.
    event MemberSet(address indexed account, bool member, uint256 quorum);

    /// @dev Restricts a function to the governor.
    modifier onlyGovernor() {
        require(msg.sender == governor, "ReportOracle: caller is not the governor");
        _;
    }

    /**
     * @notice Sets the governor. Frame zero begins.
     * @param governor_ Account that names the members.
     */
    constructor(address governor_) EIP712("Heronfen reports", "1") {
        governor = governor_;
        genesis = block.timestamp;
    }

    /**
     * @notice Names the pool, and leaves the members to another governor. Can be called once.
     * @param pool_ Contract that the reports go to.
     * @param governor_ Account that names the members from now on.
     */
    function connect(IStakePool pool_, address governor_) external onlyGovernor {
        require(address(pool) == address(0), "ReportOracle: already connected");
        pool = pool_;
        governor = governor_;
    }

    /**
     * @notice Adds or removes a member.
     * @param account Account of the member.
     * @param member Whether it is one from now on.
     * @param quorum_ Signatures that a report needs from now on.
     */
    function setMember(address account, bool member, uint256 quorum_) external onlyGovernor {
        require(account != address(0) && isMember[account] != member, "ReportOracle: nothing to change");
        isMember[account] = member;
        memberCount = member ? memberCount + 1 : memberCount - 1;
        require(memberCount <= MAX_MEMBERS, "ReportOracle: too many members");
        require(quorum_ * 2 > memberCount && quorum_ <= memberCount, "ReportOracle: invalid quorum");
        quorum = quorum_;
        emit MemberSet(account, member, quorum_);
    }

    /**
     * @notice Delivers a report. Anybody may.
     * @param report Report that the committee signed.
     * @param signatures Signatures in the ascending order of their signers.
     */
    function submit(Report calldata report, bytes[] calldata signatures) external {
        require(block.timestamp >= endOf(report.frame), "ReportOracle: frame is not over");
        require(report.frame > lastFrame, "ReportOracle: report is outdated"); //~ BENIGN SIGNATURE one report for a frame
        bytes32 digest = digestOf(report);
        _checkSignatures(digest, signatures);
        lastFrame = report.frame;
        lastRewards = report.rewards;
        lastReportAt = block.timestamp;
        pool.applyReport(report);
        emit Reported(report.frame, digest, msg.sender);
    }

    /**
     * @notice Returns the end of a frame.
     * @param frame Number of the frame.
     * @return Moment from which on it can be reported.
     */
    function endOf(uint64 frame) public view returns (uint256) {
        return genesis + (uint256(frame) + 1) * FRAME;
    }

    /**
     * @notice Returns what members sign.
     * @param report Report to hash.
     * @return Digest by EIP-712.
     */
    function digestOf(Report calldata report) public view returns (bytes32) {
        return _hashTypedDataV4(report.hash());
    }

    /**
     * @dev Reverts unless enough members signed.
     * @param digest Digest of the report.
     * @param signatures Signatures in the ascending order of their signers.
     */
    function _checkSignatures(bytes32 digest, bytes[] calldata signatures) private view {
        require(quorum > 0 && signatures.length >= quorum, "ReportOracle: too few signatures");
        address last = address(0);
        for (uint256 i = 0; i < signatures.length; i++) {
            address signer = ECDSA.recover(digest, signatures[i]);
            require(isMember[signer], "ReportOracle: signer is not a member");
            require(signer > last, "ReportOracle: signers not ascending"); //~ DECOY SIGNATURE each signer is larger than the last one, so nobody counts twice
            last = signer;
        }
    }
}
