// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/// @title ProfitLock
/// @notice Profit that becomes available second by second, so that nobody gains by a deposit just before a report.
/// @dev Whenever the lock changes, it begins anew with what is left of it.
library ProfitLock {
    /// @param amount What was locked when the lock began.
    /// @param start When it began.
    /// @param end When nothing is locked any more.
    struct Lock {
        uint256 amount;
        uint256 start;
        uint256 end;
    }

    /// @notice Lock more profit. What is left keeps its time and the new part gets the whole period; the lock ends at the
    /// mean of both, weighted by the amounts.
    function add(Lock storage lock, uint256 profit, uint256 period) internal {
        uint256 left = remaining(lock); //~ BENIGN COMPUTATION begins with the rest
        uint256 sum = left + profit;
        if (sum == 0) return;
        uint256 time = lock.end > block.timestamp ? lock.end - block.timestamp : 0;
        uint256 duration = (left * time + profit * period) / sum;
        lock.amount = sum;
        lock.start = block.timestamp;
        lock.end = block.timestamp + duration;
    }

    /// @notice Let locked profit make up for a loss.
    /// @return taken How much of the loss that was.
    function absorb(Lock storage lock, uint256 loss) internal returns (uint256 taken) {
        uint256 left = remaining(lock);
        taken = Math.min(loss, left);
        lock.amount = left - taken;
        lock.start = block.timestamp;
    }

    /// @notice Profit that is still locked, rounded down.
    function remaining(Lock storage lock) internal view returns (uint256) {
        if (block.timestamp >= lock.end) return 0;
        return Math.mulDiv(lock.amount, lock.end - block.timestamp, lock.end - lock.start);
    }
}
