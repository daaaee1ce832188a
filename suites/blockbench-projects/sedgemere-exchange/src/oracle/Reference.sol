// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {Governed} from "../governance/Governed.sol";
import {IPool} from "../interfaces/IPool.sol";
import {IPoolFactory} from "../interfaces/IPoolFactory.sol";
import {IFeed, IReference} from "../interfaces/IReference.sol";
import {Grid} from "../libraries/Grid.sol";

/// @title Reference
/// @notice Says what tokens are worth, by the mean price of a pool. Where there is a feed from outside, both have to agree.
contract Reference is IReference, Governed {
    /// @dev Sources of the price of a token
    struct Source {
        address pool;
        IFeed feed;
        uint256 maxAge;
        uint256 maxGap;
    }

    uint256 public constant WINDOW = 30 minutes;
    uint256 private constant WHOLE = 10_000;

    IPoolFactory public immutable factory;
    address public immutable money;

    mapping(address token => Source) public sourceOf;

    constructor(IPoolFactory factory_, address money_) {
        factory = factory_;
        money = money_;
    }

    /// @notice Choose the pool whose price counts for a token, by its fee.
    function setPool(address token, uint24 fee) external onlyGovernor {
        address pool = factory.poolOf(token, money, fee);
        if (pool == address(0)) revert NoPool();
        sourceOf[token].pool = pool;
        emit PoolSet(token, pool);
    }

    /// @notice Choose a feed that the mean price is compared with, or none.
    function setFeed(address token, IFeed feed, uint256 maxAge, uint256 maxGap) external onlyGovernor {
        if (maxGap >= WHOLE) revert BadFeed();
        Source storage source = sourceOf[token];
        (source.feed, source.maxAge, source.maxGap) = (feed, maxAge, maxGap);
        emit FeedSet(token, address(feed), maxAge, maxGap);
    }

    /// @inheritdoc IReference
    function worth(address token, uint256 amount) external view returns (uint256 value) {
        Source memory source = sourceOf[token];
        if (source.pool == address(0)) revert NoPool();
        int24 step = paidStep(token, source.pool);
        value = valueAt(token, step, amount);
        if (address(source.feed) == address(0)) return value;
        (uint256 answer, uint256 updatedAt) = source.feed.latest();
        if (updatedAt + source.maxAge < block.timestamp) revert OldAnswer();
        uint256 mean = valueAt(token, step, 1e18);
        uint256 gap = mean < answer ? answer - mean : mean - answer;
        if (gap * WHOLE > answer * source.maxGap) revert TooFarApart();
    }

    /// @inheritdoc IReference
    function meanStep(address pool) public view returns (int24 mean) {
        int56 moved = IPool(pool).stepsUntil(0) - IPool(pool).stepsUntil(WINDOW);
        mean = int24(moved / int56(int256(WINDOW)));
        if (moved < 0 && moved % int56(int256(WINDOW)) != 0) mean--;
    }

    /// @notice Step at which a token is worth at least its mean price, and two steps more at most. A price is less than a step above
    ///  its own step, and the mean of the steps was rounded down.
    function paidStep(address token, address pool) public view returns (int24 step) {
        step = meanStep(pool);
        if (token < money) step = step + 2 < Grid.LAST ? step + 2 : Grid.LAST;
    }

    /// @notice Money for an amount of a token at a step, rounded up.
    function valueAt(address token, int24 step, uint256 amount) public view returns (uint256) {
        uint256 price = Grid.priceAt(step);
        (uint256 over, uint256 under) = token < money ? (price, Grid.ONE) : (Grid.ONE, price);
        return Math.mulDiv(Math.mulDiv(amount, over, under, Math.Rounding.Ceil), over, under, Math.Rounding.Ceil);
    }
}
