// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Operation, Window} from "./IEntryPoint.sol";

/**
 * @title IPaymaster
 * @notice Pays the fees of operations of others from its deposit at the entry point.
 */
interface IPaymaster {
    /**
     * @notice Accept an operation, or revert.
     * @param op The operation
     * @param hash Its hash
     * @param maxFee What it may cost
     * @return context What settle() gets
     * @return window The time in which it is accepted
     */
    function sponsor(
        Operation calldata op,
        bytes32 hash,
        uint256 maxFee
    ) external returns (bytes memory context, Window memory window);

    /**
     * @notice Learn what an operation has cost. Called once for each operation that sponsor() has accepted.
     * @param context What sponsor() returned
     * @param fee What it has cost
     */
    function settle(bytes calldata context, uint256 fee) external;
}

/**
 * @title IFeed
 * @notice A source outside of the wallet that says what an ether costs.
 */
interface IFeed {
    function decimals() external view returns (uint8);

    function latest() external view returns (uint256 answer, uint256 updatedAt);
}

/**
 * @title IPriceDesk
 * @notice What an ether costs in the smallest unit of the token.
 */
interface IPriceDesk {
    function quote() external view returns (uint256 price, uint48 from, uint48 until);
}
