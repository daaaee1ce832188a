// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title Maker of pools
 */
interface IPoolFactory {
    error SameTokens();
    error NoToken();
    error UnknownTier();
    error KnownTier();
    error BadTier();
    error KnownPool();
    error UnknownPool();
    error BadShare();

    event TierAdded(uint24 indexed fee, int24 spacing);
    event PoolMade(address indexed token0, address indexed token1, uint24 indexed fee, address pool);
    event ShareSet(address indexed pool, uint8 share);
    event CollectorSet(address indexed collector);

    /// @notice Where the protocol's part of fees goes
    function collector() external view returns (address);

    /// @notice Spacing of the pools with a fee, or zero
    function spacingOf(uint24 fee) external view returns (int24);

    /// @notice The pool of two tokens with a fee, in any order of both, or zero
    function poolOf(address tokenA, address tokenB, uint24 fee) external view returns (address);

    function isPool(address pool) external view returns (bool);

    /**
     * @notice Make a pool. Anybody may.
     * @param tokenA A token
     * @param tokenB Another one
     * @param fee The fee of a tier
     * @param price Square root of the first price, of the token with the higher address for one of the other
     */
    function make(address tokenA, address tokenB, uint24 fee, uint160 price) external returns (address pool);
}
