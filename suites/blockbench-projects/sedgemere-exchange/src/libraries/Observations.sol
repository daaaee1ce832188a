// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/*
 * Sums of steps over time, and of time by liquidity. The last sums are always up to date; some of the older ones are
 * kept in a ring, in which the sums of a time in the past are looked up. A pause of a minute has an entry at its
 * beginning and another one at its end, so that the step in it is not mixed with that of other times.
 */
library Observations {
    error TooLongAgo();

    uint256 internal constant SIZE = 64;
    uint40 internal constant INTERVAL = 60;

    struct Entry {
        uint40 at;
        int56 steps;
        uint160 perLiquidity;
    }

    struct Book {
        Entry last;
        uint256 index;
        Entry[SIZE] ring;
    }

    /* The first entry of a pool. */
    function start(Book storage self) internal {
        self.last = Entry(uint40(block.timestamp), 0, 0);
        self.ring[0] = self.last;
    }

    /* Brings the sums up to date, at a step and with a liquidity. Returns the sum of time by liquidity. */
    function write(Book storage self, int24 step, uint128 liquidity) internal returns (uint160) {
        Entry memory entry = extended(self.last, block.timestamp, step, liquidity);
        Entry memory before = self.last;
        self.last = entry;
        if (entry.at >= self.ring[self.index].at + INTERVAL) { //~ BENIGN TIMESTAMP a minute since the newest one
            if (before.at > self.ring[self.index].at && entry.at >= before.at + INTERVAL) keep(self, before);
            keep(self, entry);
        }
        return entry.perLiquidity;
    }

    /* Writes an entry over the oldest one. */
    function keep(Book storage self, Entry memory entry) private {
        self.index = (self.index + 1) % SIZE;
        self.ring[self.index] = entry;
    }

    /* The sum of steps at a time. Between two entries the step is taken to be their mean. */
    function stepsAt(Book storage self, uint256 time, int24 step, uint128 liquidity) internal view returns (int56) {
        Entry storage later = self.last;
        if (time >= later.at) return extended(later, time, step, liquidity).steps;
        for (uint256 i = SIZE; i > 0; i--) {
            Entry storage earlier = self.ring[(self.index + i) % SIZE];
            if (earlier.at == 0) break;
            if (earlier.at <= time) {
                int256 moved = later.steps - earlier.steps;
                return earlier.steps + int56((moved * int256(time - earlier.at)) / int256(uint256(later.at - earlier.at)));
            }
            later = earlier;
        }
        revert TooLongAgo();
    }

    /* An entry with the time since then. */
    function extended(Entry storage entry, uint256 time, int24 step, uint128 liquidity)
        internal
        view
        returns (Entry memory)
    {
        uint256 elapsed = time - entry.at;
        unchecked {
            return
                Entry(
                    uint40(time),
                    entry.steps + int56(step) * int56(int256(elapsed)),
                    entry.perLiquidity + uint160((elapsed << 128) / (liquidity > 0 ? liquidity : 1))
                );
        }
    }
}
