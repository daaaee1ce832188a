// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title IGaugeFactory
 * @notice Creates gauges together with the vaults of rewards for their votes.
 */
interface IGaugeFactory {
    /**
     * @notice Creates a gauge and its vault. The caller is the voter of both.
     * @param stakeToken Token of the liquidity.
     * @param rewardToken Token that is emitted.
     * @param escrow Positions that vote.
     * @return gauge The new gauge.
     * @return bribes The new vault.
     */
    function create(address stakeToken, address rewardToken, address escrow)
        external
        returns (address gauge, address bribes);
}
