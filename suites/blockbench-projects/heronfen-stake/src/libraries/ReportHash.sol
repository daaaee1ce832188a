// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IReports} from "../interfaces/IReports.sol";

/**
 * @title ReportHash
 * @notice Hashes reports for the signatures of the committee.
 */
library ReportHash {
    /// @notice Type of a report by EIP-712.
    bytes32 internal constant REPORT_TYPEHASH = keccak256(
        "Report(uint64 frame,uint256 rewards,uint256 losses,uint256 returned,uint256[] operators,uint256[] exited)"
    );

    /**
     * @notice Hashes a report.
     * @param report Report to hash.
     * @return Hash of the structure by EIP-712.
     */
    function hash(IReports.Report memory report) internal pure returns (bytes32) {
        return keccak256(
            abi.encode(
                REPORT_TYPEHASH,
                report.frame,
                report.rewards,
                report.losses,
                report.returned,
                keccak256(abi.encodePacked(report.operators)),
                keccak256(abi.encodePacked(report.exited))
            )
        );
    }
}
