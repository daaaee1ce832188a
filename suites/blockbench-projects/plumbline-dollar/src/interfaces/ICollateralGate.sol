// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

/// @title ICollateralGate
/// @notice Tokens of one kind of collateral.
interface ICollateralGate {
    event Deposited(address indexed from, address indexed account, uint256 units);
    event Withdrawn(address indexed account, address indexed to, uint256 units);

    /// @notice Pay tokens in, as free collateral of an account.
    /// @param units In the smallest unit of the token.
    /// @return amount The same with 18 decimals.
    function deposit(uint256 units, address account) external returns (uint256 amount);

    /// @notice Take free collateral of the caller out.
    /// @param amount With 18 decimals.
    /// @return units In the smallest unit of the token.
    function withdraw(uint256 amount, address to) external returns (uint256 units);

    function kind() external view returns (bytes32);

    function token() external view returns (IERC20);

    /// @notice What the smallest unit of the token is worth with 18 decimals.
    function scale() external view returns (uint256);
}
