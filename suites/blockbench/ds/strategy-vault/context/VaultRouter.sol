// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {StrategyVault} from "../StrategyVault.sol";

/// @title VaultRouter
/// @notice Deposits and redeems for the caller, within bounds that the caller names.
contract VaultRouter {
    using SafeERC20 for IERC20;

    /// @notice The vault.
    StrategyVault public immutable VAULT;

    /// @notice The asset of the vault.
    IERC20 public immutable ASSET;

    /// @param deadline The last moment at which the call is good.
    modifier before(uint256 deadline) {
        require(block.timestamp <= deadline, "VaultRouter: too late");
        _;
    }

    /// @param vault The vault.
    constructor(StrategyVault vault) {
        VAULT = vault;
        ASSET = IERC20(vault.asset());
    }

    /// @notice Deposits assets of the caller.
    /// @param assets How much.
    /// @param receiver Who receives the shares.
    /// @param minimum The fewest shares to accept.
    /// @param deadline The last moment to do it.
    /// @return shares The shares.
    function deposit(
        uint256 assets,
        address receiver,
        uint256 minimum,
        uint256 deadline
    ) external before(deadline) returns (uint256 shares) {
        ASSET.safeTransferFrom(msg.sender, address(this), assets);
        ASSET.forceApprove(address(VAULT), assets);
        shares = VAULT.deposit(assets, receiver);
        require(shares >= minimum, "VaultRouter: too few shares");
    }

    /// @notice Redeems shares of the caller, who has approved them.
    /// @param shares How many.
    /// @param receiver Who receives the assets.
    /// @param minimum The least assets to accept.
    /// @param deadline The last moment to do it.
    /// @return assets The assets.
    function redeem(
        uint256 shares,
        address receiver,
        uint256 minimum,
        uint256 deadline
    ) external before(deadline) returns (uint256 assets) {
        assets = VAULT.redeem(shares, receiver, msg.sender);
        require(assets >= minimum, "VaultRouter: too few assets");
    }
}
