// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/// @title IExitDesk
/// @notice The events of the desk.
interface IExitDesk {
    /// @notice Somebody deposited.
    event Deposited(address indexed account, uint256 assets, uint256 shares);

    /// @notice Somebody asked for an exit.
    event ExitRequested(uint256 indexed id, address indexed account, uint256 shares, uint256 assets);

    /// @notice A part of an exit, or the whole of it, was paid.
    event ExitPaid(uint256 indexed id, address indexed account, uint256 shares, uint256 assets);

    /// @notice An exit was canceled.
    event ExitCanceled(uint256 indexed id, address indexed account, uint256 shares);

    /// @notice The manager took assets to work with.
    event Invested(uint256 assets);

    /// @notice The manager brought assets back, with a profit or a loss.
    event Divested(uint256 assets, int256 result);
}
