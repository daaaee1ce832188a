// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

/**
 * @title RebaseClock
 * @notice Says when a rebase is due.
 */
abstract contract RebaseClock {
    /// @notice The time between two rebases.
    uint256 public constant PERIOD = 1 days;

    /// @notice How long the price of a rebase holds.
    uint256 public constant VALID = 7 days;

    /// @notice The time of the last rebase.
    uint256 public lastRebase;

    /// @notice Begins with the time of deployment.
    constructor() {
        lastRebase = block.timestamp;
    }

    /**
     * @dev Whether the price of the last rebase still holds.
     * @return Whether it does.
     */
    function _fresh() internal view returns (bool) {
        return block.timestamp <= lastRebase + VALID;
    }

    /**
     * @dev Whether no rebase is due yet.
     * @return Whether it is so.
     */
    function _settled() internal view returns (bool) {
        return block.timestamp < lastRebase + PERIOD;
    }

    /**
     * @dev Notes a rebase.
     * @return time The seconds since the one before.
     */
    function _tick() internal returns (uint256 time) {
        time = block.timestamp - lastRebase;
        require(time >= PERIOD, "RebaseClock: too early");
        lastRebase = block.timestamp;
    }
}
