// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/// @title ProfitLock
/// @notice Profit that becomes available to the holders of shares second by second.
/// @dev There is one lock for all profits of a vault. It begins anew whenever it changes.
library ProfitLock {
    /// @param amount Profit that is spread over the time of the lock.
    /// @param start When it began.
    /// @param end When nothing is locked any more.
    struct Lock {
        uint256 amount;
        uint256 start;
        uint256 end;
    }

    /// @notice Lock more profit, which gets the whole period. Old and new profit have one end, the mean of their ends
    /// weighted by the amounts.
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
