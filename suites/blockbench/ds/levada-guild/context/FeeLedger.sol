// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/**
 * @title FeeLedger
 * @notice Counts fees per staked token and what each position has earned.
 */
abstract contract FeeLedger {
    /// @notice What an account has staked and earned.
    struct Position {
        uint128 amount;
        uint64 stakedAt;
        uint256 paidIndex;
        uint256 earned;
    }

    uint256 internal constant INDEX_UNIT = 1e24;

    /// @notice All staked tokens.
    uint256 public totalStaked;

    /// @notice The fees per staked token so far.
    uint256 public feeIndex;

    /// @notice The position of an account.
    mapping(address account => Position) public positionOf;

    /**
     * @dev Credits a position with what it has earned since it was settled last.
     * @param account The account.
     */
    modifier settles(address account) {
        Position storage p = positionOf[account];
        p.earned += _accrued(p);
        p.paidIndex = feeIndex;
        _;
    }

    /**
     * @dev Divides fees among all staked tokens.
     * @param amount The fees.
     */
    function _addFees(uint256 amount) internal {
        feeIndex += Math.mulDiv(amount, INDEX_UNIT, totalStaked);
    }

    /**
     * @dev Adds to a position.
     * @param account The account.
     * @param amount The amount.
     */
    function _increase(address account, uint128 amount) internal {
        positionOf[account].amount += amount;
        totalStaked += amount;
    }

    /**
     * @dev Takes from a position.
     * @param account The account.
     * @param amount The amount.
     */
    function _decrease(address account, uint128 amount) internal {
        uint128 held = positionOf[account].amount;
        require(amount > 0 && amount <= held, "FeeLedger: amount exceeds position");
        positionOf[account].amount = held - amount;
        totalStaked -= amount;
    }

    /**
     * @dev What a position has earned since it was settled last.
     * @param p The position.
     * @return The fees, rounded down.
     */
    function _accrued(Position storage p) internal view returns (uint256) {
        return Math.mulDiv(p.amount, feeIndex - p.paidIndex, INDEX_UNIT);
    }
}
