// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {Controlled} from "../access/Controlled.sol";
import {IPriceHub, ISource} from "../interfaces/IPriceHub.sol";
import {Wad} from "../libraries/Wad.sol";

/**
 * @title PriceHub
 * @notice Compares two sources for each market.
 * @dev Neither source is believed alone. The lower and the higher one of both prices are for different kinds of trades;
 *  where they differ too much, nobody trades.
 */
contract PriceHub is IPriceHub, Controlled {
    using Wad for uint256;

    /**
     * @notice Sources of a market.
     * @param first One source
     * @param second The other one
     * @param maxAge Seconds after which an answer is too old
     * @param maxSpread Largest difference between both, as a part of the lower price
     */
    struct Feed {
        ISource first;
        ISource second;
        uint256 maxAge;
        uint256 maxSpread;
    }

    /// @notice Largest difference that can be chosen
    uint256 public constant MAX_SPREAD = 0.05e18;

    mapping(bytes32 market => Feed) private _feeds;

    /**
     * @notice Choose the sources of a market.
     * @param market The market
     * @param feed Its sources and their bounds
     */
    function setFeed(bytes32 market, Feed calldata feed) external onlyController {
        if (address(feed.first) == address(0) || address(feed.first) == address(feed.second) || feed.maxSpread > MAX_SPREAD) revert BadFeed();
        _feeds[market] = feed;
        emit FeedSet(market, address(feed.first), address(feed.second), feed.maxAge, feed.maxSpread);
    }

    /// @inheritdoc IPriceHub
    function priceFor(bytes32 market, bool isLong, bool isIncrease) external view returns (uint256 price, uint256 updatedAt) {
        Quote memory q = quote(market);
        price = isLong == isIncrease ? q.high : q.low; //~ BENIGN ORACLE buyers pay the higher price, sellers get the lower one
        updatedAt = q.updatedAt;
    }

    /// @inheritdoc IPriceHub
    function quote(bytes32 market) public view returns (Quote memory q) {
        Feed storage feed = _feeds[market];
        if (address(feed.first) == address(0)) revert UnknownFeed();
        (uint256 a, uint256 aAt) = readInternal(feed.first, feed.maxAge);
        (uint256 b, uint256 bAt) = readInternal(feed.second, feed.maxAge);
        (q.low, q.high) = a < b ? (a, b) : (b, a);
        if (q.high - q.low > q.low.part(feed.maxSpread)) revert TooFarApart();
        q.updatedAt = Math.min(aAt, bAt);
    }

    /**
     * @notice The answer of a source with 18 decimals.
     * @param source The source
     * @param maxAge Seconds after which its answer is too old
     */
    function readInternal(ISource source, uint256 maxAge) internal view returns (uint256 price, uint256 updatedAt) {
        (price, updatedAt) = source.latest();
        if (price == 0) revert NoAnswer();
        if (updatedAt + maxAge < block.timestamp) revert OldAnswer();
        price *= 10 ** (18 - source.decimals());
    }
}
