// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/utils/Address.sol";

/**
 * @title Storage of the savings market
 */
contract EtherSavingsStorage {
    /**
     * @notice What an account had supplied, and the index at that time
     */
    struct SupplySnapshot {
        uint principal;
        uint interestIndex;
    }

    /// @notice Interest a second, scaled by 1e18
    uint public supplyRateMantissa;

    /// @notice Accumulator of the interest earned since the opening of the market
    uint public supplyIndex;

    /// @notice When interest was last accrued
    uint public accrualTimestamp;

    /// @notice Total owed to suppliers, with interest
    uint public totalSupplied;

    /// @notice Ether that interest is paid out of
    uint public totalReserves;

    mapping(address => SupplySnapshot) internal accountSupplies;
}

/**
 * @title Savings market for ether
 * @notice Suppliers earn a fixed rate out of the reserves, for as long as there are any
 */
contract EtherSavings is EtherSavingsStorage, Ownable {
    using SafeMath for uint;
    using Address for address payable;

    uint internal constant mantissaOne = 1e18;

    /// @notice About ten percent a year
    uint public constant supplyRateMaxMantissa = 3.2e9;

    event AccrueInterest(uint interestAccumulated, uint supplyIndex, uint totalSupplied);
    event Supply(address indexed supplier, uint supplyAmount);
    event Redeem(address indexed redeemer, uint redeemAmount);
    event ReservesAdded(address indexed benefactor, uint addAmount);
    event ReservesReduced(address indexed admin, uint reduceAmount);
    event NewSupplyRate(uint oldRateMantissa, uint newRateMantissa);

    struct RedeemLocalVars {
        uint accountBalance;
        uint accountBalanceNew;
        uint totalSuppliedNew;
    }

    /**
     * @param supplyRateMantissa_ The interest a second, scaled by 1e18
     */
    constructor(uint supplyRateMantissa_) public {
        supplyIndex = mantissaOne; //~ BENIGN INIT
        accrualTimestamp = block.timestamp;
        setRateFresh(supplyRateMantissa_);
    }

    /**
     * @notice Supplies the ether that comes along
     */
    function supply() external payable {
        accrueInterest(); //~ BENIGN CTRL_FLOW
        supplyFresh(msg.sender, msg.value);
    }

    /**
     * @notice Redeems ether of the caller
     * @param redeemAmount How much, with interest that is earned until now
     */
    function redeem(uint redeemAmount) external {
        accrueInterest(); //~ BENIGN CTRL_FLOW
        redeemFresh(msg.sender, redeemAmount);
    }

    /**
     * @notice Adds the ether that comes along to the reserves
     */
    function addReserves() external payable {
        accrueInterest();
        totalReserves = totalReserves.add(msg.value); //~ BENIGN STATE_MOD
        emit ReservesAdded(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Takes ether out of the reserves
     * @param reduceAmount How much
     */
    function reduceReserves(uint reduceAmount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        accrueInterest();
        totalReserves = totalReserves.sub(reduceAmount, "reduceReserves: amount exceeds the reserves"); //~ BENIGN ARITHMETIC
        emit ReservesReduced(msg.sender, reduceAmount);
        doTransferOut(msg.sender, reduceAmount); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Changes the rate from now on
     * @param newRateMantissa The interest a second, scaled by 1e18
     */
    function setSupplyRate(uint newRateMantissa) external onlyOwner { //~ BENIGN ACCESS_CTRL
        accrueInterest();
        setRateFresh(newRateMantissa);
    }

    /**
     * @notice Brings the interest up to date
     * @dev Interest is never more than the reserves
     */
    function accrueInterest() public {
        uint elapsed = block.timestamp.sub(accrualTimestamp);
        accrualTimestamp = block.timestamp; //~ BENIGN STATE_MOD
        if (elapsed == 0 || totalSupplied == 0) {
            return;
        }
        uint interestAccumulated = totalSupplied.mul(supplyRateMantissa).mul(elapsed).div(mantissaOne); //~ DECOY ARITHMETIC not before the time, and simple between two calls
        if (interestAccumulated > totalReserves) {
            interestAccumulated = totalReserves; //~ BENIGN ARITHMETIC
        }
        uint totalSuppliedNew = totalSupplied.add(interestAccumulated);
        supplyIndex = supplyIndex.mul(totalSuppliedNew).div(totalSupplied); //~ BENIGN ARITHMETIC rounds down
        totalReserves = totalReserves.sub(interestAccumulated);
        totalSupplied = totalSuppliedNew;
        emit AccrueInterest(interestAccumulated, supplyIndex, totalSuppliedNew);
    }

    /**
     * @notice What an account could redeem as of the last accrual
     * @param account The account
     * @return The balance, with interest
     */
    function balanceOfStored(address account) public view returns (uint) {
        SupplySnapshot memory snapshot = accountSupplies[account];
        if (snapshot.principal == 0) {
            return 0;
        }
        return snapshot.principal.mul(supplyIndex).div(snapshot.interestIndex); //~ BENIGN ARITHMETIC rounds down
    }

    /**
     * @dev Supplies for an account, with interest up to date
     */
    function supplyFresh(address supplier, uint supplyAmount) internal {
        require(supplyAmount > 0, "supply: amount is zero"); //~ BENIGN INPUT_VAL
        uint accountBalanceNew = balanceOfStored(supplier).add(supplyAmount);
        accountSupplies[supplier] = SupplySnapshot(accountBalanceNew, supplyIndex); //~ BENIGN STATE_MOD
        totalSupplied = totalSupplied.add(supplyAmount);
        emit Supply(supplier, supplyAmount);
    }

    /**
     * @dev Redeems for an account, with interest up to date
     */
    function redeemFresh(address payable redeemer, uint redeemAmount) internal {
        RedeemLocalVars memory vars;
        require(redeemAmount > 0, "redeem: amount is zero"); //~ BENIGN INPUT_VAL
        vars.accountBalance = balanceOfStored(redeemer);
        require(redeemAmount <= vars.accountBalance, "redeem: amount exceeds the balance"); //~ INSUFF_GUARD INPUT_VAL the balance of before the payment
        vars.accountBalanceNew = vars.accountBalance.sub(redeemAmount); //~ PREREQ ARITHMETIC a value of before the payment
        vars.totalSuppliedNew = totalSupplied.sub(redeemAmount);
        doTransferOut(redeemer, redeemAmount); //~ ROOT_CAUSE EXT_CALL pays before the balance is written
        accountSupplies[redeemer] = SupplySnapshot(vars.accountBalanceNew, supplyIndex); //~ PREREQ STATE_MOD
        totalSupplied = vars.totalSuppliedNew;
        emit Redeem(redeemer, redeemAmount);
    }

    /**
     * @dev Sets the rate, with interest up to date
     */
    function setRateFresh(uint newRateMantissa) internal {
        require(newRateMantissa <= supplyRateMaxMantissa, "setSupplyRate: rate is too high"); //~ BENIGN INPUT_VAL
        emit NewSupplyRate(supplyRateMantissa, newRateMantissa);
        supplyRateMantissa = newRateMantissa;
    }

    /**
     * @dev Sends ether, with all the gas
     */
    function doTransferOut(address payable to, uint amount) internal {
        to.sendValue(amount); //~ PREREQ FUND_XFER the receiver runs
    }
}
