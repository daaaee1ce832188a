// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";

/// @notice A fee that changes after notice only.
abstract contract FeeSchedule is Ownable2Step {
    uint256 public constant MAXIMUM_FEE = 100;
    uint256 public constant NOTICE = 2 days;

    /// @notice The fee in hundredths of a per cent.
    uint256 public feeBps;
    uint256 public announcedFee;
    /// @notice When the announced fee may be applied, zero if none is announced.
    uint256 public applicableFrom;

    event FeeAnnounced(uint256 feeBps, uint256 applicableFrom);
    event FeeApplied(uint256 feeBps);
    event FeeWithdrawn(uint256 feeBps);

    error FeeTooHigh(uint256 feeBps, uint256 maximum);
    error NothingAnnounced();
    error NoticeRunning(uint256 applicableFrom);

    constructor(address owner_, uint256 feeBps_) Ownable(owner_) {
        if (feeBps_ > MAXIMUM_FEE) revert FeeTooHigh(feeBps_, MAXIMUM_FEE);
        feeBps = feeBps_;
    }

    function announceFee(uint256 feeBps_) external onlyOwner {
        if (feeBps_ > MAXIMUM_FEE) revert FeeTooHigh(feeBps_, MAXIMUM_FEE);
        announcedFee = feeBps_;
        applicableFrom = block.timestamp + NOTICE;
        emit FeeAnnounced(feeBps_, applicableFrom);
    }

    /// @notice Applies the announced fee. Anyone may call this.
    function applyFee() external {
        if (applicableFrom == 0) revert NothingAnnounced();
        if (block.timestamp < applicableFrom) revert NoticeRunning(applicableFrom);
        feeBps = announcedFee;
        applicableFrom = 0;
        emit FeeApplied(feeBps);
    }

    function withdrawFee() external onlyOwner {
        if (applicableFrom == 0) revert NothingAnnounced();
        applicableFrom = 0;
        emit FeeWithdrawn(announcedFee);
    }
}
