// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/token/ERC20/IERC20.sol";
import "./InterestRateModel.sol";
import "./PriceFeed.sol";

/**
 * @title PoolStorage
 * @notice What the pool remembers
 */
contract PoolStorage {
    struct Debt {
        uint principal;
        uint index;
    }

    /// @notice The token that is lent
    IERC20 public loanToken;

    /// @notice The token that secures the loans
    IERC20 public collateralToken;

    PriceFeed public feed;
    InterestRateModel public rateModel;

    /// @notice What the pool holds of the loan token for lenders and reserves
    uint public cash;

    /// @notice What all borrowers owe
    uint public totalBorrows;

    /// @notice The part of the lenders' interest that belongs to the owner
    uint public totalReserves;

    /// @notice The shares of all lenders, and of each
    uint public totalShares;
    mapping(address => uint) public sharesOf;

    /// @notice What a debt of one at the beginning has become
    uint public borrowIndexMantissa;
    uint public accruedAt;

    /// @notice Whether nothing more is lent for now
    bool public borrowingPaused;

    mapping(address => uint) public collateralOf;
    mapping(address => Debt) internal debts;
}
