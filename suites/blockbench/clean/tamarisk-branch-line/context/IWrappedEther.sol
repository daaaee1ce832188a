// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

/**
 * @title IWrappedEther
 * @notice Ether as a token: a unit of it is one wei.
 */
interface IWrappedEther is IERC20 {
    /// @notice Wraps the ether that comes along.
    function deposit() external payable;

    /**
     * @notice Unwraps ether and sends it to the caller.
     * @param amount How much.
     */
    function withdraw(uint256 amount) external;
}
