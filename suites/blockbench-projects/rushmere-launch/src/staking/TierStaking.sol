// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {SafeCast} from "@openzeppelin/contracts@5.4.0/utils/math/SafeCast.sol";
import {Checkpoints} from "@openzeppelin/contracts@5.4.0/utils/structs/Checkpoints.sol";

import {Stewarded} from "../access/Stewarded.sol";
import {ISteward} from "../interfaces/IGovernance.sol";
import {ITierStaking} from "../interfaces/ITierStaking.sol";

/**
 * @title TierStaking
 * @notice Stakes of the launchpad's token. A sale looks at the moment before it opens, so that a stake counts once.
 */
contract TierStaking is ITierStaking, Stewarded {
    using Checkpoints for Checkpoints.Trace208;
    using SafeERC20 for IERC20;

    /// @notice Time that tokens wait until they can be withdrawn.
    uint256 public constant COOLDOWN = 3 days;

    /// @notice Most tiers.
    uint256 public constant MAX_TIERS = 8;

    /**
     * @notice Tokens that wait.
     * @param amount Their amount.
     * @param readyAt Time from which they can be withdrawn.
     */
    struct Exit {
        uint256 amount;
        uint256 readyAt;
    }

    /// @notice Token that is staked.
    IERC20 public immutable stakeToken;

    /// @notice Tiers, from the lowest to the highest.
    Tier[] public tiers;

    /// @notice Tokens of an account that wait.
    mapping(address account => Exit) public exitOf;

    mapping(address account => Checkpoints.Trace208) private _stakes;

    /**
     * @notice Sets the token and the first tiers.
     * @param steward_ Keeper of the roles.
     * @param stakeToken_ Token that is staked.
     * @param tiers_ Tiers, from the lowest to the highest.
     */
    constructor(ISteward steward_, IERC20 stakeToken_, Tier[] memory tiers_) Stewarded(steward_) {
        stakeToken = stakeToken_;
        _setTiers(tiers_);
    }

    /**
     * @notice Sets the tiers, also for sales that are open.
     * @param tiers_ Tiers, from the lowest to the highest.
     */
    function setTiers(Tier[] memory tiers_) external onlyGovernor {
        _setTiers(tiers_);
    }

    /**
     * @notice Stakes tokens of the caller.
     * @param amount Tokens.
     */
    function stake(uint256 amount) external {
        uint256 stake_ = _stakes[msg.sender].latest() + amount;
        _push(msg.sender, stake_);
        stakeToken.safeTransferFrom(msg.sender, address(this), amount);
        emit Staked(msg.sender, amount, stake_);
    }

    /**
     * @notice Lets tokens of the caller wait. They do not count from now on. Those that wait already begin again.
     * @param amount Tokens.
     */
    function requestUnstake(uint256 amount) external {
        _push(msg.sender, _stakes[msg.sender].latest() - amount);
        Exit storage exit = exitOf[msg.sender];
        exit.amount += amount;
        exit.readyAt = block.timestamp + COOLDOWN;
        emit UnstakeRequested(msg.sender, amount, exit.readyAt);
    }

    /**
     * @notice Pays tokens that have waited to the caller.
     * @return amount Tokens.
     */
    function withdraw() external returns (uint256 amount) {
        require(block.timestamp >= exitOf[msg.sender].readyAt, "TierStaking: too early");
        amount = exitOf[msg.sender].amount;
        delete exitOf[msg.sender];
        stakeToken.safeTransfer(msg.sender, amount);
        emit Unstaked(msg.sender, amount);
    }

    /// @inheritdoc ITierStaking
    function stakeAt(address account, uint256 time) public view returns (uint256) {
        return _stakes[account].upperLookup(SafeCast.toUint48(time));
    }

    /// @inheritdoc ITierStaking
    function weightAt(address account, uint256 time) external view returns (uint256 weight) {
        uint256 stake_ = stakeAt(account, time);
        for (uint256 i = 0; i < tiers.length; i++) {
            if (stake_ >= tiers[i].threshold) weight = tiers[i].weight;
        }
    }

    /**
     * @dev Writes the stake of an account.
     * @param account Account.
     * @param stake_ Its stake from now on.
     */
    function _push(address account, uint256 stake_) private {
        _stakes[account].push(SafeCast.toUint48(block.timestamp), SafeCast.toUint208(stake_));
    }

    /**
     * @dev Sets the tiers.
     * @param tiers_ Tiers, from the lowest to the highest.
     */
    function _setTiers(Tier[] memory tiers_) private {
        require(tiers_.length <= MAX_TIERS, "TierStaking: too many tiers");
        delete tiers;
        uint256 last = 0;
        for (uint256 i = 0; i < tiers_.length; i++) {
            require(tiers_[i].threshold > last, "TierStaking: tiers do not rise");
            last = tiers_[i].threshold;
            tiers.push(tiers_[i]);
        }
        emit TiersSet(tiers_.length);
    }
}
