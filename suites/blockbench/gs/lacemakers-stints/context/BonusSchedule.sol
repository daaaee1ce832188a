// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";
import "@openzeppelin/contracts@2.5.1/ownership/Ownable.sol";

/**
 * @title BonusSchedule
 * @notice How large a bonus is.
 */
contract BonusSchedule is Ownable {
    using SafeMath for uint256;

    /// @notice The weeks from which on a lock is a long one.
    uint256 public constant LONG_LOCK = 52;

    /// @notice The largest rate.
    uint256 public constant MAX_WEEKLY_RATE = 20;

    /// @notice The largest boost.
    uint256 public constant MAX_BOOST = 50;

    /// @notice Basis points of bonus for each week.
    uint256 public weeklyRate;

    /// @notice Per cent that a long lock adds to the bonus.
    uint256 public longBoost;

    /**
     * @notice The schedule has changed.
     * @param weeklyRate Basis points of bonus for each week.
     * @param longBoost Per cent that a long lock adds to the bonus.
     */
    event ScheduleSet(uint256 weeklyRate, uint256 longBoost);

    /**
     * @notice Sets the first schedule.
     * @param weeklyRate_ Basis points of bonus for each week.
     * @param longBoost_ Per cent that a long lock adds to the bonus.
     */
    constructor(uint256 weeklyRate_, uint256 longBoost_) internal {
        _setSchedule(weeklyRate_, longBoost_);
    }

    /**
     * @notice Sets the schedule for bonuses that are promised from now on.
     * @param weeklyRate_ Basis points of bonus for each week.
     * @param longBoost_ Per cent that a long lock adds to the bonus.
     */
    function setSchedule(uint256 weeklyRate_, uint256 longBoost_) external onlyOwner {
        _setSchedule(weeklyRate_, longBoost_);
    }

    /**
     * @notice The bonus for a lock, whatever is in the reserve.
     * @param amount The tokens.
     * @param lockWeeks The weeks.
     * @return The bonus, rounded down.
     */
    function fullBonus(uint256 amount, uint256 lockWeeks) public view returns (uint256) {
        uint256 percent = lockWeeks < LONG_LOCK ? 100 : longBoost.add(100);
        return amount.mul(lockWeeks).mul(weeklyRate).mul(percent).div(1000000);
    }

    /**
     * @dev Sets the schedule.
     * @param weeklyRate_ Basis points of bonus for each week.
     * @param longBoost_ Per cent that a long lock adds to the bonus.
     */
    function _setSchedule(uint256 weeklyRate_, uint256 longBoost_) internal {
        require(weeklyRate_ <= MAX_WEEKLY_RATE && longBoost_ <= MAX_BOOST, "BonusSchedule: out of bounds");
        weeklyRate = weeklyRate_;
        longBoost = longBoost_;
        emit ScheduleSet(weeklyRate_, longBoost_);
    }
}
