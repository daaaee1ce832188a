// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

/// @title IStakePositions
/// @notice Locked stakes, each with an owner and a manager that the owner may approve.
interface IStakePositions {
    /// @notice One locked stake.
    /// @param owner Who owns it.
    /// @param unlockAt When it may be closed.
    /// @param amount How much is staked.
    /// @param index The reward index up to which rewards are settled.
    /// @param pending Rewards that are settled and not claimed.
    struct Position {
        address owner;
        uint64 unlockAt;
        uint256 amount;
        uint256 index;
        uint256 pending;
    }

    /// @notice Emitted when a position is opened.
    event Opened(uint256 indexed id, address indexed owner, uint256 amount, uint256 unlockAt);

    /// @notice Emitted when a position is increased.
    event Increased(uint256 indexed id, uint256 amount, uint256 unlockAt);

    /// @notice Emitted when a position is merged into another.
    event Merged(uint256 indexed sourceId, uint256 indexed targetId, uint256 amount);

    /// @notice Emitted when a position is closed.
    event Closed(uint256 indexed id, address indexed receiver, uint256 amount);

    /// @notice Emitted when rewards are claimed.
    event Claimed(uint256 indexed id, address indexed receiver, uint256 amount);

    /// @notice Emitted when a manager is approved, or with the zero address removed.
    event ManagerApproved(uint256 indexed id, address indexed manager);

    /// @notice Emitted when a position changes its owner.
    event Transferred(uint256 indexed id, address indexed from, address indexed to);

    /// @notice Emitted when rewards are distributed.
    event Distributed(uint256 amount);
}
