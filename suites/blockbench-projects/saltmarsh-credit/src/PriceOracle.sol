// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

import {IERC20Metadata} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/IERC20Metadata.sol";

import {Governed} from "./Governed.sol";
import {IAggregator} from "./interfaces/IAggregator.sol";
import {IPriceOracle} from "./interfaces/IPriceOracle.sol";
import {FixedMath} from "./libraries/FixedMath.sol";

/// @title PriceOracle
/// @notice Values assets by one aggregator each.
/// @dev Prices have 18 decimals whatever an aggregator uses. Each feed has a setting for the age of its answers, since
/// aggregators report at very different intervals: a little more than the heartbeat of the aggregator is usual.
contract PriceOracle is IPriceOracle, Governed {
    using FixedMath for uint256;

    /// @notice How an asset is priced.
    /// @param aggregator Aggregator that reports the price.
    /// @param maxAge Age of answers, in seconds, that goes with the aggregator.
    /// @param scale Factor that gives an answer 18 decimals.
    /// @param unit One whole unit of the asset in its smallest unit.
    struct Feed {
        IAggregator aggregator;
        uint64 maxAge;
        uint256 scale;
        uint256 unit;
    }

    /// @notice Upper limit for the ages of feeds.
    uint256 public constant LONGEST_AGE = 2 days;

    mapping(address asset => Feed) private _feeds;

    /// @notice Sets the feed of an asset.
    /// @param asset Asset that is priced.
    /// @param aggregator Aggregator that reports its price in the unit of account.
    /// @param maxAge Age of answers, in seconds, that goes with the aggregator.
    function setFeed(address asset, IAggregator aggregator, uint64 maxAge) external onlyGovernor {
        if (address(aggregator) == address(0) || maxAge == 0 || maxAge > LONGEST_AGE) {
            revert BadFeed(asset, address(aggregator));
        }
        uint8 decimals = aggregator.decimals();
        if (decimals > 18) revert BadFeed(asset, address(aggregator));
        _feeds[asset] = Feed({
            aggregator: aggregator,
            maxAge: maxAge,
            scale: 10 ** (18 - decimals),
            unit: 10 ** IERC20Metadata(asset).decimals()
        });
        _answer(asset, _feeds[asset]);
        emit FeedSet(asset, address(aggregator), maxAge);
    }

    /// @inheritdoc IPriceOracle
    function priceOf(address asset) public view returns (uint256) {
        Feed memory feed = _feeds[asset];
        if (address(feed.aggregator) == address(0)) revert NoFeed(asset);
        return _answer(asset, feed);
    }

    /// @inheritdoc IPriceOracle
    function valueOf(address asset, uint256 amount) external view returns (uint256) {
        if (amount == 0) return 0;
        return amount.mulDivDown(priceOf(asset), _feeds[asset].unit);
    }

    /// @inheritdoc IPriceOracle
    function amountFor(address asset, uint256 value) external view returns (uint256) {
        return value.mulDivDown(_feeds[asset].unit, priceOf(asset));
    }

    /// @notice Feed of an asset; zero where there is none.
    function feedOf(address asset) external view returns (Feed memory) {
        return _feeds[asset];
    }

    /// @dev Reads an aggregator. Without an answer that can be used there is no price at all: everything that needs one
    /// waits, and repayments, which need none, go on.
    function _answer(address asset, Feed memory feed) private view returns (uint256) {
        (, int256 answer,, uint256 updatedAt,) = feed.aggregator.latestRoundData();
        if (answer <= 0) revert BadAnswer(asset, answer);
        if (updatedAt == 0 || block.timestamp > updatedAt + feed.maxAge) revert OutdatedAnswer(asset, updatedAt); //~ BENIGN TIMESTAMP the age of the answer is bounded
        return uint256(answer) * feed.scale;
    }
}
