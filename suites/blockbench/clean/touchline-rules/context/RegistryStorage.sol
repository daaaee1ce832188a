// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {ISubscriptionRegistry} from "./ISubscriptionRegistry.sol";

/// @notice What a subscription registry remembers, in the order in which versions have added it.
abstract contract RegistryStorage is ISubscriptionRegistry {
    IERC20 public token;
    address public treasury;
    string public name;

    /// @notice What subscribers have paid and the owner has not withdrawn.
    uint256 public revenue;

    Plan[] internal _plans;
    mapping(uint256 plan => mapping(address account => uint256 until)) public paidUntil;

    /// @notice The part of a price that concession accounts are let off. Of version 2.
    uint256 public concessionBps;
    mapping(address account => bool) public isConcession;

    uint256[42] private __gap;

    function planCount() external view returns (uint256) {
        return _plans.length;
    }

    function planAt(uint256 plan) public view returns (Plan memory) {
        if (plan >= _plans.length) revert UnknownPlan(plan);
        return _plans[plan];
    }
}
