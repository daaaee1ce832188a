// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {IAuthority, Role} from "../interfaces/IAuthority.sol";
import {IShareStaking} from "../interfaces/IServices.sol";

/// @title ShareStaking
/// @notice Pays a token of rewards to those who stake shares of a vault, by shares and seconds.
/// @dev Stakes are counted and never read from balances, so shares and rewards may be the same token. While nobody stakes, rewards are
/// kept for the next period.
contract ShareStaking is IShareStaking {
    using SafeERC20 for IERC20;

    /// @notice Time over which rewards are paid.
    uint256 public constant PERIOD = 7 days;

    uint256 private constant SCALE = 1e36;

    /// @notice Keeper of the roles.
    IAuthority public immutable authority;

    /// @notice Shares that are staked.
    IERC20 public immutable share;

    /// @notice Token of rewards.
    IERC20 public immutable reward;

    /// @notice Rewards in a second, times the scale.
    uint256 public rate;

    /// @notice When the period ends.
    uint256 public end;

    /// @notice When the rewards of a share were last computed.
    uint256 public updatedAt;

    /// @notice Rewards of a share since the beginning, times the scale.
    uint256 public perShare;

    /// @notice Rewards of seconds in which nobody staked, times the scale.
    uint256 public kept;

    /// @notice Shares that all accounts stake.
    uint256 public totalStaked;

    /// @inheritdoc IShareStaking
    mapping(address account => uint256) public stakeOf;

    mapping(address account => uint256) private _paidPerShare;

    /// @dev Times the scale, so that it does not matter how often an account is updated.
    mapping(address account => uint256) private _earned;

    constructor(IAuthority authority_, IERC20 share_, IERC20 reward_) {
        authority = authority_;
        share = share_;
        reward = reward_;
    }

    /// @inheritdoc IShareStaking
    function fund(uint256 amount) external {
        if (!authority.hasRole(Role.Curator, msg.sender)) revert NotCurator(msg.sender);
        _update();
        uint256 left = kept + rate * Math.saturatingSub(end, block.timestamp);
        kept = 0;
        rate = (left + amount * SCALE) / PERIOD;
        end = block.timestamp + PERIOD;
        reward.safeTransferFrom(msg.sender, address(this), amount);
        emit Funded(msg.sender, amount, rate, end);
    }

    /// @inheritdoc IShareStaking
    function stake(uint256 shares, address account) external {
        if (shares == 0) revert NothingStaked();
        if (account == address(0)) revert NoReceiver();
        _updateFor(account);
        stakeOf[account] += shares;
        totalStaked += shares;
        share.safeTransferFrom(msg.sender, address(this), shares);
        emit Staked(msg.sender, account, shares);
    }

    /// @inheritdoc IShareStaking
    function unstake(uint256 shares, address to) external {
        _updateFor(msg.sender);
        stakeOf[msg.sender] -= shares; //~ DECOY ARITHMETIC nothing is compared, but the subtraction is checked
        totalStaked -= shares;
        share.safeTransfer(to, shares);
        emit Unstaked(msg.sender, to, shares);
    }

    /// @inheritdoc IShareStaking
    function takeReward(address to) external returns (uint256 amount) {
        _updateFor(msg.sender);
        amount = _earned[msg.sender] / SCALE;
        _earned[msg.sender] -= amount * SCALE;
        reward.safeTransfer(to, amount);
        emit RewardPaid(msg.sender, to, amount);
    }

    /// @inheritdoc IShareStaking
    function rewardOf(address account) external view returns (uint256) {
        uint256 index = perShare;
        if (totalStaked > 0) index += (rate * _elapsed()) / totalStaked;
        return (_earned[account] + stakeOf[account] * (index - _paidPerShare[account])) / SCALE;
    }

    function _updateFor(address account) private {
        _update();
        _earned[account] += stakeOf[account] * (perShare - _paidPerShare[account]);
        _paidPerShare[account] = perShare;
    }

    /// @dev Brings the rewards of a share up to now.
    function _update() private {
        uint256 grown = rate * _elapsed();
        if (totalStaked > 0) perShare += grown / totalStaked;
        else kept += grown;
        updatedAt = block.timestamp;
    }

    /// @dev Seconds of the period since the last update.
    function _elapsed() private view returns (uint256) {
        return Math.saturatingSub(Math.min(block.timestamp, end), updatedAt);
    }
}
