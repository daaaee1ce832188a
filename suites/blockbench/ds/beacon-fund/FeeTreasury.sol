// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice An exchange for one pair of tokens.
interface IExchange {
    /// @notice What a swap would give now.
    function quote(IERC20 tokenIn, uint256 amountIn) external view returns (uint256 amountOut);

    /// @notice Swaps, for at least a minimum of the other token.
    function swap(IERC20 tokenIn, uint256 amountIn, uint256 minimumOut) external returns (uint256 amountOut);
}

/// @notice Divides what comes in among beneficiaries with fixed weights.
abstract contract Distributor is Ownable {
    struct Beneficiary {
        uint16 weight;
        uint128 claimed;
    }

    /// @notice What was distributed so far, claimed or not.
    uint256 public totalDistributed;

    /// @notice The sum of all weights.
    uint256 public totalWeight;

    mapping(address account => Beneficiary) public beneficiaries;

    event BeneficiarySet(address indexed account, uint16 weight);
    event Claimed(address indexed account, uint256 amount);

    error WeightsAreFinal();
    error NotABeneficiary(address account);

    /// @notice Sets the weight of a beneficiary.
    /// @dev Weights are final once something was distributed, as claims are measured against all of it.
    function setBeneficiary(address account, uint16 weight) external onlyOwner {
        if (totalDistributed != 0) revert WeightsAreFinal(); //~ BENIGN CTRL_FLOW weights stay as they are once tokens have come in
        totalWeight = totalWeight - beneficiaries[account].weight + weight;
        beneficiaries[account].weight = weight;
        emit BeneficiarySet(account, weight); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Pays the caller what it can claim.
    function claim() external returns (uint256 amount) {
        if (beneficiaries[msg.sender].weight == 0) revert NotABeneficiary(msg.sender); //~ BENIGN ACCESS_CTRL
        amount = claimable(msg.sender);
        beneficiaries[msg.sender].claimed += uint128(amount); //~ BENIGN STATE_MOD before the payment
        emit Claimed(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        _payOut(msg.sender, amount);
    }

    /// @notice What an account can claim now.
    function claimable(address account) public view returns (uint256) {
        if (totalWeight == 0) return 0;
        Beneficiary memory beneficiary = beneficiaries[account];
        return (totalDistributed * beneficiary.weight) / totalWeight - beneficiary.claimed; //~ BENIGN ARITHMETIC rounds down for every beneficiary
    }

    function _payOut(address account, uint256 amount) internal virtual;
}

/// @title Fee treasury
/// @notice Receives the fees of a protocol in one token, and once a week swaps them for the token in which the beneficiaries
///         are paid. Anyone may start the conversion, so that it does not wait for the owner, and keeps half a percent of the
///         fees for it.
contract FeeTreasury is Distributor {
    using SafeERC20 for IERC20;

    uint256 private constant ONE = 1e18;
    uint256 private constant BASIS_POINTS = 10_000;

    /// @notice The time between two conversions.
    uint256 public constant INTERVAL = 7 days;

    /// @notice What a conversion may lose at most, in basis points.
    uint256 public constant TOLERANCE = 200;

    /// @notice The caller's part of the fees, in basis points.
    uint256 public constant CALLER_REWARD = 50;

    IERC20 public immutable feeToken;
    IERC20 public immutable payoutToken;
    IExchange public immutable exchange;

    /// @notice The payout tokens for one fee token, as the owner has set them last.
    uint256 public referenceRate;

    /// @notice The time of the last conversion.
    uint256 public convertedAt;

    event ReferenceRateSet(uint256 rate);
    event Converted(address indexed caller, uint256 feesIn, uint256 payoutOut);

    error ZeroRate();
    error TooEarly(uint256 availableAt);
    error NothingToConvert();

    constructor(IERC20 feeToken_, IERC20 payoutToken_, IExchange exchange_, uint256 rate) Ownable(msg.sender) {
        (feeToken, payoutToken, exchange) = (feeToken_, payoutToken_, exchange_);
        convertedAt = block.timestamp;
        _setReferenceRate(rate);
    }

    /// @notice Sets the reference rate.
    function setReferenceRate(uint256 rate) external onlyOwner {
        _setReferenceRate(rate); //~ BENIGN ORACLE set by hand, trades do not move it
    }

    /// @notice Converts the fees that have come in.
    function convert() external returns (uint256 amountOut) {
        uint256 availableAt = convertedAt + INTERVAL;
        if (block.timestamp < availableAt) revert TooEarly(availableAt); //~ UNRELATED TIMESTAMP once a week
        convertedAt = block.timestamp;

        uint256 amount = feeToken.balanceOf(address(this));
        uint256 reward = (amount * CALLER_REWARD) / BASIS_POINTS;
        amount -= reward;
        if (amount == 0 || totalWeight == 0) revert NothingToConvert(); //~ BENIGN INPUT_VAL

        feeToken.forceApprove(address(exchange), amount); //~ DECOY EXT_CALL the exchange takes exactly this amount
        amountOut = exchange.swap(feeToken, amount, minimumOutput(amount)); //~ PREREQ EXT_CALL at a moment of the caller's choice
        totalDistributed += amountOut;
        emit Converted(msg.sender, amount, amountOut); //~ UNRELATED EVENT_EMIT
        feeToken.safeTransfer(msg.sender, reward); //~ BENIGN FUND_XFER half a percent, as announced
    }

    /// @notice The least number of payout tokens that the treasury accepts for some fees.
    function minimumOutput(uint256 amount) public view returns (uint256) {
        uint256 expected = exchange.quote(feeToken, amount); //~ ROOT_CAUSE ORACLE what the exchange is about to pay is measured by what it pays
        return expected - (expected * TOLERANCE) / BASIS_POINTS; //~ INSUFF_GUARD ARITHMETIC two percent below whatever stands there already
    }

    /// @notice The worth of all that the treasury holds, in payout tokens at the reference rate.
    function totalValue() external view returns (uint256) {
        return payoutToken.balanceOf(address(this)) + (feeToken.balanceOf(address(this)) * referenceRate) / ONE; //~ UNRELATED COMPUTATION a figure for a report
    }

    function _payOut(address account, uint256 amount) internal override {
        payoutToken.safeTransfer(account, amount); //~ BENIGN FUND_XFER
    }

    function _setReferenceRate(uint256 rate) internal {
        if (rate == 0) revert ZeroRate(); //~ BENIGN INPUT_VAL
        referenceRate = rate;
        emit ReferenceRateSet(rate); //~ UNRELATED EVENT_EMIT
    }
}
