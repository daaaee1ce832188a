// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title IMinter
 * @notice Emissions by epoch.
 */
interface IMinter {
    /// @notice Emitted when the emission of an epoch was minted.
    event EpochMinted(uint256 indexed epoch, uint256 emission, uint256 treasuryShare);

    /**
     * @notice Mints the emission of the present epoch, if that was not done yet.
     * @return minted Whether it was done now.
     */
    function updateEpoch() external returns (bool minted);
}
