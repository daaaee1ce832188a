// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

/// @notice What the desk asks a trading pool.
interface IPricePool {
    function token() external view returns (IERC20);

    function cash() external view returns (IERC20);

    /// @notice Cash for one token of 18 decimals, as the reserves stand.
    function spotPrice() external view returns (uint256);

    /// @notice The sum of all prices, each times the seconds for which it lasted.
    function cumulativePrice() external view returns (uint256);
}
