// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title What tokens are worth
 */
interface IFeed {
    /**
     * @notice A price from outside of the exchange.
     * @return answer How many of the smallest units of money 1e18 of the smallest units of the token are worth
     * @return updatedAt When this was reported
     */
    function latest() external view returns (uint256 answer, uint256 updatedAt);
}

interface IReference {
    error NoPool();
    error BadFeed();
    error OldAnswer();
    error TooFarApart();

    event PoolSet(address indexed token, address indexed pool);
    event FeedSet(address indexed token, address indexed feed, uint256 maxAge, uint256 maxGap);

    /// @notice What amounts of tokens are counted in
    function money() external view returns (address);

    /// @notice Money that an amount of a token is worth, at the mean price or up to two steps more
    function worth(address token, uint256 amount) external view returns (uint256);

    /// @notice Mean step of a pool in the last half an hour, rounded down
    function meanStep(address pool) external view returns (int24);
}
