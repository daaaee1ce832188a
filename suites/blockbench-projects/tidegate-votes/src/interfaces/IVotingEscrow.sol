// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title IVotingEscrow
 * @notice Locked positions and their voting power.
 */
interface IVotingEscrow {
    /**
     * @notice What a position holds.
     * @param amount Locked tokens.
     * @param end Moment at which they are free; the beginning of an epoch.
     */
    struct Lock {
        uint128 amount;
        uint64 end;
    }

    /// @notice Emitted when the lock of a position changes.
    event LockChanged(uint256 indexed tokenId, uint256 amount, uint256 end);

    /// @notice Emitted when tokens are added to a position.
    event Deposited(address indexed payer, uint256 indexed tokenId, uint256 amount);

    /// @notice Emitted when a position was closed.
    event Withdrawn(address indexed owner, uint256 indexed tokenId, uint256 amount);

    /// @notice Emitted when a position was added to another one.
    event Merged(uint256 indexed from, uint256 indexed to, uint256 amount);

    /// @notice Emitted when a part of a position became a position of its own.
    event Split(uint256 indexed tokenId, uint256 indexed newTokenId, uint256 amount);

    /**
     * @notice Returns what a position holds.
     * @param tokenId Position to read.
     * @return Amount and end, both zero if it does not exist.
     */
    function lockOf(uint256 tokenId) external view returns (Lock memory);

    /**
     * @notice Returns the present power of a position.
     * @param tokenId Position to read.
     * @return Power, zero from the end of the lock on.
     */
    function powerOf(uint256 tokenId) external view returns (uint256);

    /**
     * @notice Returns the power that a position had.
     * @param tokenId Position to read.
     * @param time Moment that is not in the future.
     * @return Power at that moment.
     */
    function powerAt(uint256 tokenId, uint256 time) external view returns (uint256);

    /**
     * @notice Returns the power that all positions had together.
     * @param time Moment to evaluate.
     * @return Power at that moment.
     */
    function totalPowerAt(uint256 time) external view returns (uint256);

    /**
     * @notice Tells whether an account may act for a position.
     * @param account Account that wants to act.
     * @param tokenId Position to act for; it has to exist.
     * @return Whether it is the owner, or approved by the owner.
     */
    function isAuthorized(address account, uint256 tokenId) external view returns (bool);

    /**
     * @notice Returns the owner of a position.
     * @param tokenId Position to read; it has to exist.
     * @return The owner.
     */
    function ownerOf(uint256 tokenId) external view returns (address);
}
