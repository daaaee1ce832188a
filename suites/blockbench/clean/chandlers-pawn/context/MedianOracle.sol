// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";

/// @title  Median oracle
/// @notice Three reporters say what one unit of collateral is worth in cash. The price in the middle counts.
contract MedianOracle is Ownable2Step {
    struct Report {
        address reporter;
        uint128 price;
        uint64 updatedAt;
    }

    uint256 public constant SEATS = 3;
    uint256 public constant MAXIMUM_AGE = 2 days;

    Report[SEATS] private _reports;

    event Reported(address indexed reporter, uint256 price);
    event ReporterChanged(uint256 indexed seat, address reporter);

    error ReporterNotValid(address reporter);
    error NotAReporter(address caller);
    error PriceIsZero(address reporter);
    error ReportTooOld(uint256 seat, uint256 updatedAt);

    constructor(address[SEATS] memory reporters, address owner_) Ownable(owner_) {
        for (uint256 seat = 0; seat < SEATS; ++seat) _seat(seat, reporters[seat]);
    }

    function report(uint128 price) external {
        if (price == 0) revert PriceIsZero(msg.sender);
        uint256 seat = _seatOf(msg.sender);
        if (seat == SEATS) revert NotAReporter(msg.sender);
        _reports[seat].price = price;
        _reports[seat].updatedAt = uint64(block.timestamp);
        emit Reported(msg.sender, price);
    }

    /// @dev The seat has no price until its new reporter has given one.
    function setReporter(uint256 seat, address reporter) external onlyOwner {
        _seat(seat, reporter);
    }

    /// @notice The middle one of three prices, each at most two days old.
    function price() external view returns (uint256) {
        uint256[SEATS] memory sorted;
        for (uint256 seat = 0; seat < SEATS; ++seat) {
            Report memory current = _reports[seat];
            if (block.timestamp > current.updatedAt + MAXIMUM_AGE) revert ReportTooOld(seat, current.updatedAt);
            sorted[seat] = current.price;
        }
        (uint256 low, uint256 high) = sorted[0] < sorted[1] ? (sorted[0], sorted[1]) : (sorted[1], sorted[0]);
        if (sorted[2] <= low) return low;
        return sorted[2] < high ? sorted[2] : high;
    }

    function reportAt(uint256 seat) external view returns (Report memory) {
        return _reports[seat];
    }

    function _seat(uint256 seat, address reporter) private {
        if (reporter == address(0) || _seatOf(reporter) != SEATS) revert ReporterNotValid(reporter);
        _reports[seat] = Report(reporter, 0, 0);
        emit ReporterChanged(seat, reporter);
    }

    /// @dev The number of seats for an account that has none.
    function _seatOf(address account) private view returns (uint256 seat) {
        while (seat < SEATS && _reports[seat].reporter != account) ++seat;
    }
}
