// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

// seasons of rewards, one after the other, and the index they are shared out by.
// One season, one rate. A season nobody is staked in is not lost, it goes on top of the next one
abstract contract RewardSeasons is Ownable2Step {
    using SafeERC20 for IERC20;

    uint256 public constant MIN_SEASON = 1 days;
    uint256 public constant MAX_SEASON = 52 weeks;
    uint256 internal constant UNIT = 1e18;

    struct Season {
        uint256 start;
        uint256 end;
        uint256 rewards;
        bool canceled;
    }

    IERC20 public immutable rewardToken;

    Season[] public seasons;
    mapping(address => bool) public planners;
    uint256 public seasonStart;
    uint256 public seasonEnd;
    uint256 public rate; // rewards a second
    uint256 public carry; // goes on top of the next season
    uint256 public totalWeight;
    uint256 public index; // rewards per unit of weight so far, times UNIT
    uint256 public indexedAt;

    error SeasonOpen(uint256 end);
    error SeasonStarted(uint256 start);

    modifier onlyPlanner() {
        require(planners[msg.sender], "not a planner");
        _;
    }

    constructor(IERC20 _rewardToken, address _owner) Ownable(_owner) {
        rewardToken = _rewardToken;
        planners[_owner] = true;
        indexedAt = block.timestamp;
    }

    function setPlanner(address who, bool yes) external onlyOwner {
        planners[who] = yes;
        emit PlannerSet(who, yes);
    }

    // whoever plans it pays for it
    function planSeason(uint256 rewards, uint256 start, uint256 duration) external onlyPlanner {
        if (block.timestamp < seasonEnd) revert SeasonOpen(seasonEnd);
        require(start >= block.timestamp, "in the past");
        require(duration >= MIN_SEASON && duration <= MAX_SEASON, "duration");
        _updateIndex();
        uint256 all = rewards + carry;
        rate = all / duration;
        require(rate > 0, "no rewards");
        carry = all - rate * duration;
        (seasonStart, seasonEnd) = (start, start + duration);
        seasons.push(Season(start, seasonEnd, all - carry, false));
        emit SeasonPlanned(seasons.length - 1, start, seasonEnd, rewards);
        rewardToken.safeTransferFrom(msg.sender, address(this), rewards);
    }

    // only before it starts. Its rewards wait for the next one
    function cancelSeason() external onlyOwner {
        if (block.timestamp >= seasonStart) revert SeasonStarted(seasonStart);
        carry += rate * (seasonEnd - seasonStart);
        rate = 0;
        (seasonStart, seasonEnd) = (block.timestamp, block.timestamp);
        uint256 last = seasons.length - 1;
        seasons[last].canceled = true;
        emit SeasonCanceled(last);
    }

    function seasonCount() external view returns (uint256) {
        return seasons.length;
    }

    function seasonLeft() external view returns (uint256) {
        return seasonEnd - Math.min(Math.max(block.timestamp, seasonStart), seasonEnd);
    }

    function _updateIndex() internal {
        (uint256 current, uint256 idle) = _currentIndex();
        index = current;
        carry += idle;
        indexedAt = block.timestamp;
    }

    // the index as of now, and what was released since the last update while there was nobody
    function _currentIndex() internal view returns (uint256 current, uint256 idle) {
        current = index;
        uint256 from = Math.max(indexedAt, seasonStart);
        uint256 to = Math.min(block.timestamp, seasonEnd);
        if (to <= from) return (current, 0);
        uint256 released = (to - from) * rate;
        if (totalWeight == 0) return (current, released);
        current += (released * UNIT) / totalWeight;
    }

    event PlannerSet(address indexed who, bool yes);
    event SeasonPlanned(uint256 indexed season, uint256 start, uint256 end, uint256 rewards);
    event SeasonCanceled(uint256 indexed season);
}
