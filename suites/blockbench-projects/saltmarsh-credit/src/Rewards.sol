// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {Governed} from "./Governed.sol";
import {IRewards} from "./interfaces/IRewards.sol";
import {FixedMath} from "./libraries/FixedMath.sol";

/// @title Rewards
/// @notice Distributes a token among the holders of pool shares in periods of a fixed rate.
/// @dev An index grows by what one share earns. What an account earned is its balance times the growth of the index
/// since it was settled last. What was settled stays here until the account claims it.
contract Rewards is IRewards, Governed {
    using SafeERC20 for IERC20;
    using FixedMath for uint256;

    /// @notice What is known of an account.
    /// @param index Index up to which the account is settled.
    /// @param owed Rewards that it can claim.
    struct Holder {
        uint256 index;
        uint256 owed;
    }

    /// @notice Precision of the index. Shares have more decimals than most assets, so it is large.
    uint256 public constant PRECISION = 1e36;

    /// @notice Token that is distributed.
    IERC20 public immutable token;

    /// @notice Shares whose holders are rewarded.
    IERC20 public shares;

    /// @notice Rewards per second in the present period.
    uint256 public rate;

    /// @notice End of the present period.
    uint256 public end;

    /// @notice Time up to which the index is current.
    uint256 public updatedAt;

    /// @notice Rewards of one share since the beginning, with the precision above.
    uint256 public index;

    /// @notice Rewards that are promised and not yet claimed.
    uint256 public promised;

    mapping(address account => Holder) private _holders;

    /// @param token_ Token that is distributed.
    constructor(IERC20 token_) {
        token = token_;
    }

    /// @notice Names the shares, once.
    /// @param shares_ Shares whose holders are rewarded.
    function initialize(IERC20 shares_) external onlyGovernor {
        if (address(shares) != address(0)) revert AlreadySet();
        shares = shares_;
    }

    /// @notice Begins a period. The tokens for it have to be here.
    /// @param amount Rewards of the whole period.
    /// @param duration Length of the period in seconds.
    function startPeriod(uint256 amount, uint256 duration) external onlyGovernor {
        _advance();
        if (block.timestamp < end || duration == 0) revert BadPeriod();
        if (token.balanceOf(address(this)) < promised + amount) revert BadPeriod();
        rate = amount / duration;
        promised += rate * duration;
        updatedAt = block.timestamp;
        end = block.timestamp + duration;
        emit PeriodStarted(amount, rate, end);
    }

    /// @inheritdoc IRewards
    function settle(address account) external {
        if (msg.sender != address(shares)) revert OnlyShares(msg.sender);
        _settle(account);
    }

    /// @notice Pays the caller's rewards.
    /// @param receiver Account that gets them.
    /// @return amount Amount that was paid.
    function claim(address receiver) external returns (uint256 amount) {
        _settle(msg.sender);
        Holder storage holder = _holders[msg.sender];
        amount = holder.owed;
        holder.owed = 0;
        promised -= amount;
        token.safeTransfer(receiver, amount);
        emit Claimed(msg.sender, receiver, amount);
    }

    /// @notice Rewards that an account could claim now.
    function earned(address account) external view returns (uint256) {
        Holder memory holder = _holders[account];
        return holder.owed + shares.balanceOf(account).mulDivDown(_indexNow() - holder.index, PRECISION);
    }

    /// @dev Brings the index up to date.
    function _advance() private {
        index = _indexNow();
        updatedAt = FixedMath.min(block.timestamp, end);
    }

    function _settle(address account) private {
        _advance();
        Holder storage holder = _holders[account];
        uint256 growth = index - holder.index;
        holder.index = index;
        if (growth > 0) holder.owed += shares.balanceOf(account).mulDivDown(growth, PRECISION);
    }

    function _indexNow() private view returns (uint256) {
        uint256 until = FixedMath.min(block.timestamp, end);
        if (until <= updatedAt) return index;
        uint256 supply = shares.totalSupply();
        if (supply == 0) return index;
        return index + (rate * (until - updatedAt)).mulDivDown(PRECISION, supply);
    }
}
