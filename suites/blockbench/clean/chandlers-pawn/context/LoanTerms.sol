// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/// @title  Loan terms
/// @notice What the owner decides about new loans, within fixed bounds. Loans that exist keep their terms, save for the
///         fee of an extension.
abstract contract LoanTerms is Ownable2Step {
    uint256 internal constant BASIS = 10_000;
    uint256 public constant HIGHEST_ADVANCE = 7_000;
    uint256 public constant HIGHEST_FEE = 500;

    /// @notice The part of the collateral's worth that is lent, in basis points.
    uint256 public advanceRate = 5_000;

    /// @notice The fee of one term, in basis points of what is lent.
    uint256 public feeRate = 200;

    /// @notice The largest single loan.
    uint256 public largestLoan;

    /// @notice What may be due of all loans together.
    uint256 public loanCap;

    /// @notice Who receives withdrawals and the collateral of overdue loans.
    address public treasury;

    event RatesChanged(uint256 advanceRate, uint256 feeRate);
    event LimitsChanged(uint256 largestLoan, uint256 loanCap);
    event TreasuryChanged(address indexed treasury);

    error RateOutOfBounds(uint256 rate, uint256 highest);
    error LimitsOutOfOrder(uint256 largestLoan, uint256 loanCap);
    error AddressNotValid(address account);

    constructor(address treasury_, uint256 largestLoan_, uint256 loanCap_, address owner_) Ownable(owner_) {
        _setTreasury(treasury_);
        _setLimits(largestLoan_, loanCap_);
    }

    function setRates(uint256 advanceRate_, uint256 feeRate_) external onlyOwner {
        if (advanceRate_ > HIGHEST_ADVANCE) revert RateOutOfBounds(advanceRate_, HIGHEST_ADVANCE);
        if (feeRate_ > HIGHEST_FEE) revert RateOutOfBounds(feeRate_, HIGHEST_FEE);
        advanceRate = advanceRate_;
        feeRate = feeRate_;
        emit RatesChanged(advanceRate_, feeRate_);
    }

    function setLimits(uint256 largestLoan_, uint256 loanCap_) external onlyOwner {
        _setLimits(largestLoan_, loanCap_);
    }

    function setTreasury(address treasury_) external onlyOwner {
        _setTreasury(treasury_);
    }

    /// @notice The fee of one term on an amount, rounded up.
    function feeOn(uint256 amount) public view returns (uint256) {
        return Math.mulDiv(amount, feeRate, BASIS, Math.Rounding.Ceil);
    }

    function _setLimits(uint256 largestLoan_, uint256 loanCap_) private {
        if (largestLoan_ > loanCap_) revert LimitsOutOfOrder(largestLoan_, loanCap_);
        largestLoan = largestLoan_;
        loanCap = loanCap_;
        emit LimitsChanged(largestLoan_, loanCap_);
    }

    function _setTreasury(address treasury_) private {
        if (treasury_ == address(0) || treasury_ == address(this)) revert AddressNotValid(treasury_);
        treasury = treasury_;
        emit TreasuryChanged(treasury_);
    }
}
