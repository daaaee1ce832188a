// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

/// @title ISource
/// @notice A published price, as the operators of an asset's price network keep it.
interface ISource {
    function decimals() external view returns (uint8);

    /// @return answer Dollars for one token.
    /// @return updated_at When the answer was published.
    function latest() external view returns (uint256 answer, uint256 updated_at);
}

/// @title IDelayedFeed
/// @notice A price that takes effect some time after it was read.
interface IDelayedFeed {
    error TooEarly();
    error OldAnswer();
    error NoAnswer();
    error NotGuardian();

    event Advanced(uint256 current, uint256 next);
    event Stopped(address indexed by);
    event Resumed(uint256 current);

    /// @notice The next price becomes the current one, and a new one is read.
    function advance() external;

    /// @return price Current price with 18 decimals.
    /// @return usable Whether it can be relied on at present.
    function peek() external view returns (uint256 price, bool usable);
}

/// @title IPriceBook
/// @notice What collateral is worth.
interface IPriceBook {
    error NotUsable();
    error UnknownFeed();
    error RatioTooLow();

    event FeedSet(bytes32 indexed kind, address feed, uint256 ratio);
    event Updated(bytes32 indexed kind, uint256 price, uint256 allowed);

    /// @notice Tell the ledger what may be owed against a kind of collateral.
    function update(bytes32 kind) external;

    /// @notice Dollars for one unit of collateral, without any margin.
    function market_price(bytes32 kind) external view returns (uint256);
}
