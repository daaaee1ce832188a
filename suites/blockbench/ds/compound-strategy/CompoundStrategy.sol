// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {ERC4626} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC4626.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {IValueSource} from "./context/IValueSource.sol";
import {PairPool} from "./context/PairPool.sol";

/// @notice A vault whose depositors share the rewards that a distributor sends here. Rewards are exchanged for more of the
/// asset and unlock bit by bit.
/// @dev Anyone may compound, so that the vault needs no keeper.
contract CompoundStrategy is ERC4626 {
    using SafeERC20 for IERC20;

    error NoDepositors();
    error RewardsTooSmall(uint256 worth, uint256 least);

    uint256 public constant UNLOCK_TIME = 6 hours;
    uint256 public constant LEAST_WORTH = 100e18;
    uint256 public constant TOLERANCE_BPS = 300;
    uint256 private constant BPS = 10_000;

    IERC20 public immutable reward;
    PairPool public immutable pool;
    IValueSource public immutable source;

    uint256 private _profit;
    uint256 private _profitAt;

    event Compounded(address indexed caller, uint256 rewards, uint256 gained);

    constructor(IERC20 asset_, IERC20 reward_, PairPool pool_, IValueSource source_)
        ERC20("Compounding deposit", "CMPD")
        ERC4626(asset_)
    {
        reward = reward_;
        pool = pool_;
        source = source_;
    }

    /// @notice Exchanges all rewards that have come in.
    function compound() external returns (uint256 gained) { //~ PREREQ CTRL_FLOW may be called by anyone, at a price of the caller's making
        if (totalSupply() == 0) revert NoDepositors(); //~ BENIGN INPUT_VAL
        uint256 rewards = reward.balanceOf(address(this));
        uint256 worth = source.valueOf(rewards); //~ INSUFF_GUARD ORACLE the average decides whether there is enough, not at which price
        if (worth < LEAST_WORTH) revert RewardsTooSmall(worth, LEAST_WORTH); //~ BENIGN INPUT_VAL
        uint256 least = (pool.quote(reward, rewards) * (BPS - TOLERANCE_BPS)) / BPS; //~ ROOT_CAUSE ORACLE a bound below the price of the moment, which the swap gives in any case
        reward.forceApprove(address(pool), rewards);
        gained = pool.swap(reward, rewards, least, address(this)); //~ PREREQ FUND_XFER
        _profit = lockedProfit() + gained; //~ BENIGN STATE_MOD
        _profitAt = block.timestamp;
        emit Compounded(msg.sender, rewards, gained); //~ UNRELATED EVENT_EMIT
    }

    /// @notice What was gained and is not the depositors' yet.
    /// @dev It keeps deposits for a moment from sharing the rewards of others.
    function lockedProfit() public view returns (uint256) {
        uint256 passed = block.timestamp - _profitAt;
        if (passed >= UNLOCK_TIME) return 0; //~ BENIGN TIMESTAMP
        return (_profit * (UNLOCK_TIME - passed)) / UNLOCK_TIME; //~ BENIGN ARITHMETIC
    }

    /// @inheritdoc ERC4626
    function totalAssets() public view override returns (uint256) {
        return super.totalAssets() - lockedProfit(); //~ BENIGN COMPUTATION
    }

    /// @dev A million shares a unit keep the first deposits from being rounded away.
    function _decimalsOffset() internal pure override returns (uint8) {
        return 6; //~ BENIGN ARITHMETIC
    }
}
