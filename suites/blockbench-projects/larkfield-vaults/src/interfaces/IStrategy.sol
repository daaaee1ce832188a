// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

/// @title IStrategy
/// @notice A place where a vault earns. It belongs to one vault, and takes orders from that vault only.
interface IStrategy {
    error OnlyVault(address caller);

    event Harvested(IERC20 indexed token, uint256 amount);

    /// @notice Put assets to work that the vault has just sent. Vault only.
    function deposit(uint256 assets) external;

    /// @notice Send assets to the vault. Vault only.
    /// @dev A liquid strategy sends what it was asked for, or reverts. Others send what a sale brings.
    function withdraw(uint256 assets) external;

    /// @notice Claim rewards, and bring them to the seller. Anybody.
    function harvest() external;

    /// @notice Vault that it belongs to.
    function vault() external view returns (address);

    function asset() external view returns (IERC20);

    /// @notice What the strategy is worth. Reverts if nobody can say.
    function totalAssets() external view returns (uint256);

    /// @notice What it would take at present.
    function maxDeposit() external view returns (uint256);

    /// @notice What it could pay at present.
    function maxWithdraw() external view returns (uint256);

    /// @notice Whether it pays in assets at no cost, so that deposits and withdrawals may use it.
    function isLiquid() external view returns (bool);
}

/// @title ILendingPool
/// @notice A lending pool outside of this system.
interface ILendingPool {
    /// @notice Supply assets of the caller.
    function supply(uint256 assets, address to) external;

    /// @notice Take assets out. Reverts beyond the cash of the pool.
    function withdraw(uint256 assets, address to) external;

    /// @notice Pay the rewards of the caller out.
    function claim(address to) external returns (uint256 amount);

    /// @notice Assets of a supplier, with interest.
    function balanceOf(address account) external view returns (uint256);

    /// @notice Assets of all suppliers.
    function totalSupplied() external view returns (uint256);

    /// @notice Cap that the pool has for what is supplied.
    function supplyCap() external view returns (uint256);

    /// @notice Assets that are not lent.
    function cash() external view returns (uint256);
}
