// SPDX-License-Identifier: GPL-3.0-only
pragma solidity 0.8.30;

import {IReports} from "./IReports.sol";

/// @title IStakePool
/// @notice What other contracts of the protocol need of the pool.
interface IStakePool is IReports {
    /// @notice Emitted when ether is staked.
    event Staked(address indexed payer, address indexed receiver, uint256 amount, uint256 shares);

    /// @notice Emitted when validators are started.
    event Deposited(uint256 validators, uint256 staked);

    /// @notice Emitted when a report changes the rate.
    event Rebased(uint64 indexed frame, uint256 profit, uint256 loss, uint256 rate);

    /// @notice Emitted when shares are minted as the fee of the protocol.
    event FeeMinted(uint64 indexed frame, uint256 shares);

    /// @notice Emitted when requests become payable.
    event Finalized(uint256 indexed upTo, uint256 amount, uint256 shares);

    /// @notice Emitted when parameters change.
    event ParametersSet(uint256 fee, uint256 largestStake, bool paused);

    /// @notice Stakes the ether that is sent.
    /// @param receiver Account that gets the shares.
    /// @return shares Number of shares.
    function stake(address receiver) external payable returns (uint256 shares);

    /// @notice Applies a report. Only the oracle.
    /// @param report Report that the committee signed.
    function applyReport(Report calldata report) external;

    /// @notice Takes ether from a vault of the protocol. Only the vaults.
    function receiveFromVault() external payable;

    /// @notice Returns the ether of all shares.
    /// @return Amount of ether.
    function totalPooled() external view returns (uint256);

    /// @notice Returns the ether of one share.
    /// @return Rate, with 27 decimals.
    function rate() external view returns (uint256);
}
