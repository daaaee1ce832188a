// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

/// @title  Terms of credit
/// @notice Interest and ceiling, which the treasury sets as the owner, and the index by which debts grow.
abstract contract CreditTerms is Ownable2Step, Pausable {
    uint256 public constant MAXIMUM_RATE_BPS = 5_000;
    uint256 internal constant ONE = 1e18;

    /// @notice The interest of a year.
    uint256 public rateBps;
    /// @notice The most that all may owe together when somebody borrows.
    uint256 public debtCeiling;
    uint256 public index = ONE;
    uint256 public accruedAt = block.timestamp;

    event TermsSet(uint256 rateBps, uint256 debtCeiling);

    error RateTooHigh(uint256 rateBps);

    constructor(address treasury, uint256 rateBps_, uint256 debtCeiling_) Ownable(treasury) {
        _setTerms(rateBps_, debtCeiling_);
    }

    function setTerms(uint256 rateBps_, uint256 debtCeiling_) external onlyOwner {
        _setTerms(rateBps_, debtCeiling_);
    }

    /// @notice Stops new loans. Everything else goes on.
    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    /// @notice Adds the interest up to now to all debts.
    function accrue() public {
        (index, accruedAt) = (currentIndex(), block.timestamp);
    }

    function currentIndex() public view returns (uint256) {
        return index + (index * rateBps * (block.timestamp - accruedAt)) / (10_000 * 365 days);
    }

    function _setTerms(uint256 rateBps_, uint256 debtCeiling_) private {
        if (rateBps_ > MAXIMUM_RATE_BPS) revert RateTooHigh(rateBps_);
        accrue();
        (rateBps, debtCeiling) = (rateBps_, debtCeiling_);
        emit TermsSet(rateBps_, debtCeiling_);
    }
}
