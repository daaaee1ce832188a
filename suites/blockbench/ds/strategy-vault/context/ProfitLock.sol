// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/// @title ProfitLock
/// @notice Credits profit to the shares of a vault bit by bit.
abstract contract ProfitLock {
    /// @notice How long profit takes to be credited.
    uint256 public constant UNLOCK_PERIOD = 7 days;

    /// @notice When the last profit was added.
    uint256 public unlockStart;

    /// @notice When all profit is credited.
    uint256 public unlockEnd;

    /// @dev Profit that was not credited at the start.
    uint256 private _locked;

    /// @notice Returns the profit that is not credited yet.
    /// @return How much it is.
    function lockedProfit() public view returns (uint256) {
        if (block.timestamp >= unlockEnd) {
            return 0;
        }
        return Math.mulDiv(_locked, unlockEnd - block.timestamp, unlockEnd - unlockStart, Math.Rounding.Ceil);
    }

    /// @notice Returns the profit that is credited in a second.
    /// @return How much it is, rounded down.
    function unlockRate() external view returns (uint256) {
        if (block.timestamp >= unlockEnd) {
            return 0;
        }
        return _locked / (unlockEnd - unlockStart);
    }

    /// @dev The period is the average of what is left and the new one, weighted by the amounts.
    /// @param profit The profit to add.
    function _lockProfit(uint256 profit) internal {
        if (profit == 0) {
            return;
        }
        uint256 remaining = lockedProfit();
        uint256 left = unlockEnd > block.timestamp ? unlockEnd - block.timestamp : 0;
        uint256 period = Math.ceilDiv(remaining * left + profit * UNLOCK_PERIOD, remaining + profit);
        _locked = remaining + profit;
        unlockStart = block.timestamp;
        unlockEnd = block.timestamp + period;
    }
}
