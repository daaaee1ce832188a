// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {Ownable} from "@openzeppelin/contracts@4.9.6/access/Ownable.sol";

/// @notice The plans under which a provider sells capacity.
abstract contract PlanRegistry is Ownable {
    struct Plan {
        uint128 price; // wei for a unit
        uint64 available;
        bool closed;
        string label;
    }

    Plan[] public plans;

    event PlanAdded(uint256 indexed planId, string label, uint128 price, uint64 available);
    event PlanClosed(uint256 indexed planId);

    error PlanNotOpen(uint256 planId);
    error InsufficientCapacity(uint256 requested, uint256 available);

    /// @notice Adds a plan.
    function addPlan(string calldata label, uint128 price, uint64 available) external onlyOwner returns (uint256 planId) {
        planId = plans.length;
        plans.push(Plan(price, available, false, label));
        emit PlanAdded(planId, label, price, available);
    }

    /// @notice Ends the sale under a plan. What was sold stays valid.
    function closePlan(uint256 planId) external onlyOwner {
        plans[planId].closed = true;
        emit PlanClosed(planId);
    }

    /// @dev Sets capacity aside and returns what it costs.
    function _reserve(uint256 planId, uint64 units) internal returns (uint256 cost) {
        Plan storage plan = plans[planId];
        if (plan.closed) revert PlanNotOpen(planId);
        if (units > plan.available) revert InsufficientCapacity(units, plan.available);
        plan.available -= units;
        cost = uint256(plan.price) * units;
    }
}
