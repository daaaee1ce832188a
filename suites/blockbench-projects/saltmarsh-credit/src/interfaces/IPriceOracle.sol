// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

/// @title IPriceOracle
/// @notice Values assets in a common unit of account with 18 decimals.
interface IPriceOracle {
    /// @notice Emitted when the feed of an asset is set or replaced.
    /// @param asset Asset that is priced.
    /// @param aggregator Aggregator that reports its price.
    /// @param maxAge Age of answers, in seconds, that goes with the aggregator.
    event FeedSet(address indexed asset, address indexed aggregator, uint256 maxAge);

    /// @notice The asset has no feed.
    error NoFeed(address asset);

    /// @notice The feed did not report a positive price.
    error BadAnswer(address asset, int256 answer);

    /// @notice The feed reported its last answer too long ago.
    error OutdatedAnswer(address asset, uint256 updatedAt);

    /// @notice The feed cannot be used with these parameters.
    error BadFeed(address asset, address aggregator);

    /// @notice Price of one whole unit of an asset, with 18 decimals.
    /// @param asset Asset to price.
    function priceOf(address asset) external view returns (uint256);

    /// @notice Value of an amount of an asset, with 18 decimals, rounded down.
    /// @param asset Asset to value.
    /// @param amount Amount in the smallest unit of the asset.
    function valueOf(address asset, uint256 amount) external view returns (uint256);

    /// @notice Amount of an asset that has a value, in its smallest unit, rounded down.
    /// @param asset Asset to convert into.
    /// @param value Value with 18 decimals.
    function amountFor(address asset, uint256 value) external view returns (uint256);
}
