// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IFarm} from "./IFarm.sol";

/**
 * @title Owner of the protocol's part of fees
 */
interface ICollector {
    error NotAPool();
    error TooExpensive();

    event Gathered(address indexed pool, uint128 amount0, uint128 amount1);
    event Bought(address indexed buyer, address indexed token, uint256 amount, uint256 paid);
    event Spent(address indexed token, uint256 amount, address indexed to);
    event Sponsored(address indexed farm, uint256 indexed id, uint256 amount);

    /// @notice Take the protocol's part out of pools
    function gather(address[] calldata pools) external;

    /**
     * @notice Buy a token that is here.
     * @param token Which one
     * @param amount How much of it
     * @param most Most money to pay
     * @param to Who gets it
     */
    function buy(address token, uint256 amount, uint256 most, address to) external returns (uint256 paid);

    /// @notice Send tokens that are here somewhere else
    function spend(address token, uint256 amount, address to) external;

    /// @notice Create a program of a farm with a token that is here. What nobody earns comes back
    function sponsor(IFarm farm, address token, address pool, uint256 start, uint256 end, uint256 amount)
        external
        returns (uint256 id);
}
