// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/**
 * @title IGrantsTreasury
 * @notice What teams and block explorers see of the treasury.
 */
interface IGrantsTreasury {
    /**
     * @notice A guardian was appointed.
     * @param previous The guardian before.
     * @param next The guardian from now on.
     */
    event GuardianChanged(address indexed previous, address indexed next);

    /**
     * @notice A budget was set.
     * @param team The team.
     * @param perPeriod What it may draw in a period.
     */
    event BudgetSet(address indexed team, uint128 perPeriod);

    /**
     * @notice A team has drawn from its budget.
     * @param team The team.
     * @param amount The amount in wei.
     */
    event Drawn(address indexed team, uint256 amount);

    /**
     * @notice The owner has paid.
     * @param to Who was paid.
     * @param amount The amount in wei.
     * @param memo What for.
     */
    event Paid(address indexed to, uint256 amount, string memo);

    /**
     * @notice The guardian has named a new owner.
     * @param successor The new owner.
     */
    event Recovered(address indexed successor);

    /**
     * @notice What a team may still draw in this period.
     * @param team The team.
     * @return amount The amount in wei.
     */
    function available(address team) external view returns (uint256 amount);

    /**
     * @notice Draws from the caller's budget.
     * @param amount The amount in wei.
     */
    function draw(uint128 amount) external;
}
