// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

/**
 * @title ISource
 * @notice A feed of prices that somebody else maintains.
 */
interface ISource {
    /// @return The number of decimals of an answer
    function decimals() external view returns (uint8);

    /// @return answer Dollars for one token
    /// @return updatedAt Time at which the answer was published
    function latest() external view returns (uint256 answer, uint256 updatedAt);
}

/**
 * @title IPriceHub
 * @notice Prices of markets, in dollars for one token with 18 decimals.
 */
interface IPriceHub {
    /**
     * @notice What two sources say of a market.
     * @param low The lower one of the two prices
     * @param high The higher one of the two prices
     * @param updatedAt Time at which the older one was published
     */
    struct Quote {
        uint256 low;
        uint256 high;
        uint256 updatedAt;
    }

    error UnknownFeed();
    error NoAnswer();
    error OldAnswer();
    error TooFarApart();
    error BadFeed();

    event FeedSet(bytes32 indexed market, address first, address second, uint256 maxAge, uint256 maxSpread);

    /// @notice Both prices of a market
    function quote(bytes32 market) external view returns (Quote memory);

    /**
     * @notice The price at which somebody trades, which is one of the two of the quote.
     * @param market The market
     * @param isLong Whether the position is long
     * @param isIncrease Whether it becomes larger
     * @return price Dollars for one token
     * @return updatedAt Time of the older source
     */
    function priceFor(bytes32 market, bool isLong, bool isIncrease) external view returns (uint256 price, uint256 updatedAt);
}
