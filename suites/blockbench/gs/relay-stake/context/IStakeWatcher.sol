// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.19;

/// @notice What wallets read from the pool.
interface IStakeWatcher {
    event Staked(address indexed keeper, uint256 value, uint256 shares);
    event ExitAsked(uint256 indexed id, address indexed keeper, uint256 shares, uint256 value);
    event ExitRecalled(uint256 indexed id);
    event ExitPaid(uint256 indexed id, address indexed keeper, uint256 paid);
    event Rewarded(address indexed from, uint256 value);
    event Penalised(uint256 bps, uint256 amount);

    function valueOf(uint256 shares) external view returns (uint256);

    function exitInfo(uint256 id) external view returns (address keeper, uint256 shares, uint256 value, uint256 readyAt);
}
