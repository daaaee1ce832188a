// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import {ECDSA} from "@openzeppelin/contracts@4.9.6/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts@4.9.6/utils/cryptography/EIP712.sol";

/// @title  Price reports
/// @notice Prices come with the call, signed by a reporter. A report is an average over a few seconds and is made for
///         one market of one exchange on one chain.
abstract contract PriceReports is EIP712 {
    struct Report {
        bytes32 market;
        uint128 price;
        uint64 from;
        uint64 to;
        bytes signature;
    }

    bytes32 private constant REPORT_TYPE = keccak256("Report(bytes32 market,uint128 price,uint64 from,uint64 to)");

    /// @notice Whose signature counts.
    address public reporter;

    event ReporterChanged(address indexed reporter);

    error ReporterNotValid(address reporter);
    error NotByReporter(address signer);

    constructor(address reporter_) EIP712("Perpetual exchange", "1") {
        _setReporter(reporter_);
    }

    /// @notice What the reporter signs.
    function reportDigest(Report calldata report) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(REPORT_TYPE, report.market, report.price, report.from, report.to)));
    }

    function _requireSigned(Report calldata report) internal view {
        address signer = ECDSA.recover(reportDigest(report), report.signature);
        if (signer != reporter) revert NotByReporter(signer);
    }

    function _setReporter(address reporter_) internal {
        if (reporter_ == address(0)) revert ReporterNotValid(reporter_);
        reporter = reporter_;
        emit ReporterChanged(reporter_);
    }
}
