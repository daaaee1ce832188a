// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

/**
 * @title IMarkets
 * @notice Settings of markets, and what all positions of a market are together.
 */
interface IMarkets {
    /**
     * @notice Settings of a market. Rates have 18 decimals.
     * @param cap Bound for the open interest of the sides, in dollars
     * @param maxFunding Funding per second if all of the cap is on one side, and the largest that there is
     * @param initialMargin Margin that a position needs for each dollar of its size
     * @param maintenance Margin below which it is liquidated
     * @param open Whether positions can become larger
     */
    struct Config {
        uint256 cap;
        uint256 maxFunding;
        uint256 initialMargin;
        uint256 maintenance;
        bool open;
    }

    /**
     * @notice All positions of one side.
     * @param size Dollars that they were worth when they were entered
     * @param tokens Tokens that these dollars stand for
     */
    struct Side {
        uint256 size;
        uint256 tokens;
    }

    /**
     * @notice What a market is at present.
     * @param long The long side
     * @param short The short side
     * @param index Funding of one dollar of a long position since the beginning
     * @param unpaid Funding that all positions together owe to the pool
     * @param fundedAt Time of the last accrual
     */
    struct State {
        Side long;
        Side short;
        int256 index;
        int256 unpaid;
        uint256 fundedAt;
    }

    error KnownMarket();
    error UnknownMarket();
    error MarketClosed();
    error BadConfig();
    error CapReached();

    event MarketSet(bytes32 indexed market, uint256 cap, uint256 maxFunding, uint256 initialMargin, uint256 maintenance);
    event MarketOpened(bytes32 indexed market, bool open);
    event FundingAccrued(bytes32 indexed market, int256 index, int256 unpaid);

    /// @notice Bring the funding of a market up to date, and return its index
    function accrue(bytes32 market) external returns (int256 index);

    /// @notice Add to a side; only for Perps
    function enter(bytes32 market, bool isLong, uint256 size, uint256 tokens) external;

    /// @notice Take away from a side; only for Perps
    function leave(bytes32 market, bool isLong, uint256 size, uint256 tokens) external;

    /// @notice A position has settled its funding; only for Perps
    function settled(bytes32 market, int256 owed) external;

    /// @notice The settings of a market
    function configOf(bytes32 market) external view returns (Config memory);

    /// @notice The state of a market, as of its last accrual
    function stateOf(bytes32 market) external view returns (State memory);

    /// @notice All markets in the order in which they were added
    function allMarkets() external view returns (bytes32[] memory);

    /**
     * @notice What open positions have gained so far, with their funding.
     * @param least Whether the price in favour of the pool is used, and not that in favour of the traders
     * @return profit Dollars, negative if the traders lost
     */
    function profitOfTraders(bool least) external view returns (int256 profit);
}
