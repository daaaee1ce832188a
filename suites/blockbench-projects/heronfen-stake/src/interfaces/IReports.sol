// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title IReports
 * @notice What the committee reports about the validators.
 */
interface IReports {
    /**
     * @notice What happened in a frame.
     * @param frame Number of the frame.
     * @param rewards What the validators earned, in wei.
     * @param losses What they lost by penalties, in wei.
     * @param returned Stake that arrived in the withdrawal vault, in wei.
     * @param operators Operators whose validators exited.
     * @param exited How many validators of each of them exited in total, since the beginning.
     */
    struct Report {
        uint64 frame;
        uint256 rewards;
        uint256 losses;
        uint256 returned;
        uint256[] operators;
        uint256[] exited;
    }
}
