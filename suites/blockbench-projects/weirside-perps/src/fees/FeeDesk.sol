// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {Controlled} from "../access/Controlled.sol";
import {IFeeDesk, IReferrals} from "../interfaces/IFees.sol";
import {ILiquidityPool} from "../interfaces/IPool.sol";
import {Wad} from "../libraries/Wad.sol";

/**
 * @title FeeDesk
 * @notice Shares fees between owners of codes, the pool, the insurance, and the treasury.
 * @dev Rebates and what the treasury gets stay here until somebody takes them.
 */
contract FeeDesk is IFeeDesk, Controlled {
    using SafeERC20 for IERC20;
    using Wad for uint256;

    /// @notice Largest fee: half a percent of the size
    uint256 public constant MAX_RATE = 0.005e18;

    IERC20 public immutable usd;
    IReferrals public immutable referrals;
    ILiquidityPool public immutable pool;
    address public immutable insurance;

    /// @notice Fee for each dollar of a trade, with 18 decimals
    uint256 public rate = 0.001e18;

    /// @notice Part of the fee without the rebate that the pool gets
    uint256 public poolPart = 0.6e18;

    /// @notice Part of it that the insurance gets
    uint256 public insurancePart = 0.1e18;

    /// @notice Rebates that an owner of codes has not claimed
    mapping(address owner => uint256) public rebateOf;

    /// @notice Rebates that nobody has claimed
    uint256 public allRebates;

    constructor(IERC20 usd_, IReferrals referrals_, ILiquidityPool pool_, address insurance_) {
        usd = usd_;
        referrals = referrals_;
        pool = pool_;
        insurance = insurance_;
        usd_.forceApprove(address(pool_), type(uint256).max);
    }

    /**
     * @notice Choose fees and parts.
     * @param rate_ Fee for each dollar of a trade
     * @param poolPart_ Part of the pool
     * @param insurancePart_ Part of the insurance
     */
    function setRates(uint256 rate_, uint256 poolPart_, uint256 insurancePart_) external onlyController {
        if (rate_ > MAX_RATE || poolPart_ + insurancePart_ > Wad.ONE) revert BadRates();
        rate = rate_;
        poolPart = poolPart_;
        insurancePart = insurancePart_;
        emit RatesSet(rate_, poolPart_, insurancePart_);
    }

    /// @inheritdoc IFeeDesk
    function feeFor(address trader, uint256 size) external view returns (uint256) {
        uint256 whole = size.partUp(rate);
        return whole - whole.part(referrals.termsFor(trader).discount);
    }

    /// @inheritdoc IFeeDesk
    function book(address trader, uint256 fee) external onlyOperator {
        usd.safeTransferFrom(msg.sender, address(this), fee);
        IReferrals.Code memory code = referrals.termsFor(trader);
        uint256 rebate = fee.part(code.rebate);
        rebateOf[code.owner] += rebate;
        allRebates += rebate;
        uint256 rest = fee - rebate;
        pool.collect(rest.part(poolPart));
        usd.safeTransfer(insurance, rest.part(insurancePart));
        emit Booked(trader, fee, rebate);
    }

    /**
     * @notice Claim rebates of the caller.
     * @param amount How many dollars
     * @param to Who gets them
     */
    function claim(uint256 amount, address to) external {
        allRebates -= amount;
        rebateOf[msg.sender] -= amount; //~ DECOY ARITHMETIC nothing is compared, but the subtraction is checked
        usd.safeTransfer(to, amount);
        emit Claimed(msg.sender, to, amount);
    }

    /**
     * @notice Take out what belongs to the treasury.
     * @param to Who gets it
     */
    function sweep(address to) external onlyController returns (uint256 amount) {
        amount = usd.balanceOf(address(this)) - allRebates;
        usd.safeTransfer(to, amount);
        emit Swept(to, amount);
    }
}
