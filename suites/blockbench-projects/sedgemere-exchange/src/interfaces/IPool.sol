// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title A pool of two tokens, with liquidity in ranges of prices
 * @notice Prices are square roots with 96 binary digits after the point, of the second token for one of the first.
 */
interface IPool {
    /**
     * @notice The liquidity of an account in a range.
     * @param liquidity How much it is
     * @param last0 What had grown inside when the position was last settled, of the first token
     * @param last1 The same of the second token
     * @param owed0 What it can collect of the first token
     * @param owed1 What it can collect of the second token
     */
    struct Position {
        uint128 liquidity;
        uint256 last0;
        uint256 last1;
        uint128 owed0;
        uint128 owed1;
    }

    /**
     * @notice Where a pool is.
     * @param price Square root of its price
     * @param step Where it is on the grid
     * @param share The protocol gets one part of so many of all fees, or nothing if this is zero
     * @param locked Whether a call is under way
     */
    struct Slot {
        uint160 price;
        int24 step;
        uint8 share;
        bool locked;
    }

    error NotFactory();
    error NotCollector();
    error Locked();
    error BadAmount();
    error BadLimit();
    error BadRange();
    error NoLiquidity();
    error NotPaid();

    event Changed(address indexed owner, int24 indexed lower, int24 indexed upper, int128 delta);
    event Collected(address indexed owner, address to, int24 indexed lower, int24 indexed upper, uint128 amount0, uint128 amount1);
    event Swapped(address indexed by, address indexed to, int256 amount0, int256 amount1, uint160 price, int24 step);
    event Flashed(address indexed by, address indexed to, uint256 amount0, uint256 amount1, uint256 paid0, uint256 paid1);

    function token0() external view returns (address);

    function token1() external view returns (address);

    /// @notice Fee of swaps and flash loans, in millionths
    function fee() external view returns (uint24);

    /// @notice Edges are at multiples of this step
    function spacing() external view returns (int24);

    /// @notice Liquidity at the present price
    function liquidity() external view returns (uint128);

    function slot() external view returns (Slot memory);

    function positionOf(address owner, int24 lower, int24 upper) external view returns (Position memory);

    /// @notice Fees that have grown in a range since some time, for each unit of liquidity, with 128 binary digits
    function growthInside(int24 lower, int24 upper) external view returns (uint256 growth0, uint256 growth1);

    /// @notice Seconds by liquidity that the price was in a range since some time, with 128 binary digits
    function secondsInside(int24 lower, int24 upper) external view returns (uint160);

    /// @notice Sum of steps over time, up to so many seconds ago
    function stepsUntil(uint256 ago) external view returns (int56);

    /// @notice Set up by the factory, in the call in which the pool is made
    function initialize(address token0_, address token1_, uint24 fee_, int24 spacing_, uint160 price) external;

    /// @notice Add liquidity for an owner. The caller pays when it is called back
    function mint(address owner, int24 lower, int24 upper, uint128 amount, bytes calldata data)
        external
        returns (uint256 amount0, uint256 amount1);

    /// @notice Take liquidity of the caller away, or none to settle a position. What it was can be collected
    function burn(int24 lower, int24 upper, uint128 amount) external returns (uint256 amount0, uint256 amount1);

    /// @notice Collect what is owed to a position of the caller, at most so much
    function collect(address to, int24 lower, int24 upper, uint128 most0, uint128 most1)
        external
        returns (uint128 amount0, uint128 amount1);

    /**
     * @notice Swap until the amount is used or the limit is reached. The caller pays when it is called back.
     * @param to Who gets what goes out
     * @param down Whether the first token comes in and the price falls
     * @param amount What comes in, or below zero what goes out
     * @param limit The last price that is acceptable
     * @param data For the caller
     * @return amount0 What comes in of the first token, or below zero what goes out
     * @return amount1 The same of the second token
     */
    function swap(address to, bool down, int256 amount, uint160 limit, bytes calldata data)
        external
        returns (int256 amount0, int256 amount1);

    /// @notice Lend tokens for the length of a call
    function flash(address to, uint256 amount0, uint256 amount1, bytes calldata data) external;

    /// @notice Count the time up to now
    function record() external;

    function setShare(uint8 share) external;

    function collectProtocol(address to) external returns (uint128 amount0, uint128 amount1);
}
