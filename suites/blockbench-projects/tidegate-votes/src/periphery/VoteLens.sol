// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {FeeDistributor} from "../emissions/FeeDistributor.sol";
import {VotingEscrow} from "../escrow/VotingEscrow.sol";
import {Gauge} from "../gauges/Gauge.sol";
import {IVotingEscrow} from "../interfaces/IVotingEscrow.sol";
import {BribeVault} from "../voting/BribeVault.sol";
import {Voter} from "../voting/Voter.sol";
import {EpochMath} from "../libraries/EpochMath.sol";

/**
 * @title VoteLens
 * @notice Reads what interfaces show. No contract depends on it.
 */
contract VoteLens {
    /**
     * @notice A position as interfaces show it.
     * @param tokenId Number of the position.
     * @param amount Locked tokens.
     * @param end Moment at which they are free.
     * @param power Present power.
     * @param votes Power that it votes with.
     * @param fees Trading fees that it could claim now.
     * @param canVote Whether it did not vote in this epoch yet.
     */
    struct PositionView {
        uint256 tokenId;
        uint256 amount;
        uint256 end;
        uint256 power;
        uint256 votes;
        uint256 fees;
        bool canVote;
    }

    /**
     * @notice A gauge as interfaces show it.
     * @param gauge Address of the gauge.
     * @param stakeToken Token of its liquidity.
     * @param bribes Vault of the rewards for votes.
     * @param alive Whether it gets votes and emissions.
     * @param votes Votes for it.
     * @param owed Emissions of its next distribution.
     * @param rate Emissions per second, zero after the period.
     * @param staked Liquidity of all accounts.
     */
    struct GaugeView {
        address gauge;
        address stakeToken;
        address bribes;
        bool alive;
        uint256 votes;
        uint256 owed;
        uint256 rate;
        uint256 staked;
    }

    /**
     * @notice A reward for votes as interfaces show it.
     * @param token Token of the reward.
     * @param present Rewards of the present epoch.
     * @param next Rewards of the next epoch so far.
     */
    struct RewardView {
        address token;
        uint256 present;
        uint256 next;
    }

    /// @notice Positions.
    VotingEscrow public immutable escrow;

    /// @notice Votes.
    Voter public immutable voter;

    /// @notice Trading fees.
    FeeDistributor public immutable fees;

    /**
     * @notice Sets the contracts to read.
     * @param escrow_ Positions.
     * @param voter_ Votes.
     * @param fees_ Trading fees.
     */
    constructor(VotingEscrow escrow_, Voter voter_, FeeDistributor fees_) {
        escrow = escrow_;
        voter = voter_;
        fees = fees_;
    }

    /**
     * @notice Returns the positions of an account.
     * @param owner Account to read.
     * @return list Its positions.
     */
    function positionsOf(address owner) external view returns (PositionView[] memory list) {
        list = new PositionView[](escrow.balanceOf(owner));
        for (uint256 i = 0; i < list.length; i++) {
            list[i] = position(escrow.tokenOfOwnerByIndex(owner, i));
        }
    }

    /**
     * @notice Returns a position.
     * @param tokenId Number of the position.
     * @return shown What interfaces show of it.
     */
    function position(uint256 tokenId) public view returns (PositionView memory shown) {
        IVotingEscrow.Lock memory lock = escrow.lockOf(tokenId);
        shown.tokenId = tokenId;
        shown.amount = lock.amount;
        shown.end = lock.end;
        shown.power = escrow.powerOf(tokenId);
        shown.fees = fees.claimable(tokenId);
        shown.canVote = shown.power > 0 && voter.lastVoted(tokenId) < EpochMath.startOf(block.timestamp);
        address[] memory choices = voter.choicesOf(tokenId);
        for (uint256 i = 0; i < choices.length; i++) {
            shown.votes += voter.votesOf(tokenId, choices[i]);
        }
    }

    /**
     * @notice Returns all gauges.
     * @return list What interfaces show of them.
     */
    function allGauges() external view returns (GaugeView[] memory list) {
        list = new GaugeView[](voter.gaugeCount());
        for (uint256 i = 0; i < list.length; i++) {
            Gauge gauge = Gauge(voter.gauges(i));
            list[i] = GaugeView({
                gauge: address(gauge),
                stakeToken: address(gauge.stakeToken()),
                bribes: address(voter.bribesOf(address(gauge))),
                alive: voter.isAlive(address(gauge)),
                votes: voter.votesFor(address(gauge)),
                owed: voter.owedTo(address(gauge)),
                rate: block.timestamp < gauge.periodEnd() ? gauge.rate() : 0,
                staked: gauge.totalStaked()
            });
        }
    }

    /**
     * @notice Returns the rewards for votes for a gauge.
     * @param gauge Gauge to read.
     * @return list Rewards of the present and of the next epoch.
     */
    function rewardsFor(address gauge) external view returns (RewardView[] memory list) {
        BribeVault bribes = BribeVault(address(voter.bribesOf(gauge)));
        address[] memory tokens = bribes.allTokens();
        uint256 epoch = EpochMath.startOf(block.timestamp);
        list = new RewardView[](tokens.length);
        for (uint256 i = 0; i < list.length; i++) {
            list[i] = RewardView({
                token: tokens[i],
                present: bribes.rewardsOf(tokens[i], epoch),
                next: bribes.rewardsOf(tokens[i], epoch + EpochMath.EPOCH)
            });
        }
    }

    /**
     * @notice Returns what a position would earn in the present epoch if it voted for one gauge with all its power, and
     * nobody else voted until the end of the epoch.
     * @param tokenId Position that would vote.
     * @param gauge Gauge that it would vote for.
     * @param token Token of the rewards.
     * @return Estimated rewards.
     */
    function estimate(uint256 tokenId, address gauge, address token) external view returns (uint256) {
        BribeVault bribes = BribeVault(address(voter.bribesOf(gauge)));
        uint256 power = escrow.powerOf(tokenId);
        uint256 total = bribes.totalVotes() - bribes.votesOf(tokenId) + power;
        if (total == 0) return 0;
        return bribes.rewardsOf(token, EpochMath.startOf(block.timestamp)) * power / total;
    }
}
