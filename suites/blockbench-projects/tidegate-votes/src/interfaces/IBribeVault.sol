// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title IBribeVault
 * @notice Rewards for the votes for one gauge.
 */
interface IBribeVault {
    /// @notice Emitted when the votes of a position change.
    event VotesChanged(uint256 indexed tokenId, uint256 votes, uint256 totalVotes);

    /// @notice Emitted when rewards were added.
    event RewardAdded(address indexed payer, address indexed token, uint256 amount, uint256 epochs);

    /// @notice Emitted when rewards were paid.
    event RewardPaid(uint256 indexed tokenId, address indexed token, address indexed owner, uint256 amount);

    /**
     * @notice Adds votes of a position.
     * @param tokenId Position that votes.
     * @param power Votes to add.
     */
    function deposit(uint256 tokenId, uint256 power) external;

    /**
     * @notice Removes votes of a position.
     * @param tokenId Position that voted.
     * @param power Votes to remove.
     */
    function withdraw(uint256 tokenId, uint256 power) external;

    /**
     * @notice Returns what a position could claim now.
     * @param token Token of the rewards.
     * @param tokenId Position that voted.
     * @return Amount for all epochs that are over.
     */
    function earned(address token, uint256 tokenId) external view returns (uint256);
}
