// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

/// @notice What a staking pool tells the outside.
interface IStakeEmissions {
    event Staked(address indexed account, uint256 amount);
    event ExitRequested(address indexed account, uint256 amount, uint256 availableAt);
    event ExitCancelled(address indexed account, uint256 amount);
    event Withdrawn(address indexed account, uint256 amount);
    event RewardListed(IERC20 indexed token);
    event RewardFunded(IERC20 indexed token, uint256 amount, uint256 duration);
    event RewardRetired(IERC20 indexed token);
    event RewardClaimed(IERC20 indexed token, address indexed account, uint256 amount);
    event FunderSet(address indexed funder);

    error ZeroAddress();
    error ZeroAmount();
    error CooldownTooLong(uint256 cooldown);
    error NotEnoughStake(uint256 asked, uint256 held);
    error NothingPending(address account);
    error StillCooling(uint256 availableAt);
    error NotFunder(address caller);
    error AlreadyListed(IERC20 token);
    error NotListed(IERC20 token);
    error NotActive(IERC20 token);
    error TooManyRewards();
    error StillEmitting(IERC20 token, uint256 endsAt);

    function stake(uint256 amount) external returns (uint256 received);
    function requestExit(uint256 amount) external;
    function cancelExit() external;
    function withdraw() external returns (uint256 amount);
    function claim(IERC20 token) external returns (uint256 amount);
    function earned(IERC20 token, address account) external view returns (uint256);
}
