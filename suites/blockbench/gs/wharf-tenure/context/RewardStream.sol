// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/**
 * @title RewardStream
 * @notice Rewards that are earned evenly over a time and shared by weight.
 */
abstract contract RewardStream {
    uint256 private constant _SCALE = 1e18;

    /// @notice The rewards for each second.
    uint256 public rewardRate;

    /// @notice The time when the stream ends.
    uint256 public streamEnds;

    /// @notice The rewards of times without any weight, for the next stream.
    uint256 public idleRewards;

    uint256 private _accruedAt;
    uint256 private _index;
    mapping(address => uint256) private _seen;
    mapping(address => uint256) private _credited;

    /**
     * @notice Starts the clock.
     */
    constructor() {
        _accruedAt = block.timestamp;
    }

    /**
     * @notice The rewards that an account has earned and not claimed.
     * @param account The account.
     * @return The rewards.
     */
    function earned(address account) public view returns (uint256) {
        (uint256 index, ) = _preview();
        return _credited[account] + Math.mulDiv(_weightOf(account), index - _seen[account], _SCALE);
    }

    /**
     * @dev Brings the stream and an account up to this moment.
     * @param account The account.
     */
    function _checkpoint(address account) internal {
        (uint256 index, uint256 idle) = _preview();
        _credited[account] = earned(account);
        _seen[account] = index;
        _index = index;
        idleRewards = idle;
        _accruedAt = block.timestamp;
    }

    /**
     * @dev Starts a stream with new rewards, what is left of the old one, and idle rewards.
     * @param amount The new rewards.
     * @param duration The seconds.
     */
    function _startStream(uint256 amount, uint256 duration) internal {
        uint256 left = streamEnds > block.timestamp ? (streamEnds - block.timestamp) * rewardRate : 0;
        uint256 sum = amount + left + idleRewards;
        rewardRate = sum / duration;
        idleRewards = sum % duration;
        streamEnds = block.timestamp + duration;
    }

    /**
     * @dev Takes the earned rewards of an account out of the books.
     * @param account The account.
     * @return amount The rewards.
     */
    function _takeEarned(address account) internal returns (uint256 amount) {
        amount = _credited[account];
        _credited[account] = 0;
    }

    /**
     * @dev The weight of an account.
     * @param account The account.
     * @return The weight.
     */
    function _weightOf(address account) internal view virtual returns (uint256);

    /**
     * @dev The weight that rewards are divided by.
     * @return The weight.
     */
    function _totalWeight() internal view virtual returns (uint256);

    /**
     * @dev The index and the idle rewards at this moment.
     * @return index The rewards for each unit of weight, scaled.
     * @return idle The idle rewards.
     */
    function _preview() private view returns (uint256 index, uint256 idle) {
        (index, idle) = (_index, idleRewards);
        uint256 until = Math.min(block.timestamp, streamEnds);
        if (until > _accruedAt) {
            uint256 amount = (until - _accruedAt) * rewardRate;
            uint256 weight = _totalWeight();
            if (weight > 0) {
                index += Math.mulDiv(amount, _SCALE, weight);
            } else {
                idle += amount;
            }
        }
    }
}
