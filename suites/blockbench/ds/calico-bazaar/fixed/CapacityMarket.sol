// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@4.9.6/security/ReentrancyGuard.sol";
import {PlanRegistry} from "./context/PlanRegistry.sol";

interface ICapacityMarket {
    event CreditAdded(address indexed customer, uint256 amount);
    event CreditWithdrawn(address indexed customer, uint256 amount);
    event CapacityBought(address indexed customer, uint256 indexed planId, uint256 units, uint256 cost);
    event CapacityRedeemed(address indexed customer, uint256 units);
    event RevenueCollected(address indexed recipient, uint256 amount);

    error NoCredit(address customer);
    error InsufficientCredit(address customer, uint256 required, uint256 held);
    error PaymentFailed(address recipient, uint256 amount);

    function addCredit() external payable;

    function buy(uint256 planId, uint64 units) external;

    function withdrawCredit() external;

    function redeem(uint256 units) external;
}

/// @title Capacity market
/// @notice Customers prepay in ether and buy storage capacity by the gigabyte. Capacity is a token, which is redeemed when the
/// provider allots the storage. Credit that was not spent can be withdrawn at any time.
contract CapacityMarket is ICapacityMarket, ERC20, PlanRegistry, ReentrancyGuard {
    mapping(address => uint256) public creditOf;
    uint256 public revenue;

    constructor() ERC20("Storage capacity", "GB") {}

    /// @notice Capacity is counted in whole gigabytes.
    function decimals() public pure override returns (uint8) {
        return 0;
    }

    /// @notice Adds the ether of the call to the caller's credit.
    function addCredit() external payable override {
        creditOf[msg.sender] += msg.value; //~ BENIGN STATE_MOD what came with the call
        emit CreditAdded(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Buys capacity with credit.
    function buy(uint256 planId, uint64 units) external override {
        uint256 cost = _reserve(planId, units);
        uint256 held = creditOf[msg.sender];
        if (cost > held) revert InsufficientCredit(msg.sender, cost, held); //~ BENIGN INPUT_VAL
        creditOf[msg.sender] = held - cost; //~ BENIGN ARITHMETIC compared above, cannot go below zero
        revenue += cost;
        _mint(msg.sender, units); //~ BENIGN STATE_MOD
        emit CapacityBought(msg.sender, planId, units, cost); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Pays the caller's credit out.
    function withdrawCredit() external override nonReentrant { //~ BENIGN REENTRY_GUARD
        uint256 amount = creditOf[msg.sender];
        if (amount == 0) revert NoCredit(msg.sender); //~ BENIGN INPUT_VAL
        emit CreditWithdrawn(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        creditOf[msg.sender] = 0; //~ BENIGN STATE_MOD
        _pay(msg.sender, amount); //~ BENIGN EXT_CALL
    }

    /// @notice Redeems capacity, which is allotted to the caller off chain.
    function redeem(uint256 units) external override {
        _burn(msg.sender, units); //~ BENIGN STATE_MOD
        emit CapacityRedeemed(msg.sender, units); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Sends the provider what customers have paid for capacity.
    function collectRevenue() external onlyOwner { //~ BENIGN ACCESS_CTRL
        uint256 amount = revenue;
        revenue = 0; //~ BENIGN STATE_MOD
        emit RevenueCollected(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        _pay(msg.sender, amount); //~ BENIGN EXT_CALL nothing is left to be collected again
    }

    /// @dev The gas is not limited, as customers may be contracts.
    function _pay(address recipient, uint256 amount) internal {
        (bool success, ) = recipient.call{value: amount}("");
        if (!success) revert PaymentFailed(recipient, amount); //~ BENIGN FUND_XFER
    }
}
