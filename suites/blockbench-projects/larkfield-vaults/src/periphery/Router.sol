// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {IRouter} from "../interfaces/IServices.sol";
import {IExchange} from "../interfaces/ITrade.sol";
import {IVault, IVaultFactory} from "../interfaces/IVault.sol";

/// @title Router
/// @notice Deposits, withdrawals and swaps with limits. Every call moves tokens of its caller only.
/// @dev Approvals are for exactly what the next call takes.
contract Router is IRouter {
    using SafeERC20 for IERC20;
    using SafeERC20 for IVault;

    /// @notice Says which vaults there are.
    IVaultFactory public immutable factory;

    /// @notice Where tokens are sold.
    IExchange public immutable exchange;

    /// @dev Lets calls through that are in time and about vaults of the factory.
    modifier checked(IVault vault, uint256 deadline) {
        if (block.timestamp > deadline) revert Expired(deadline);
        if (!factory.isVault(address(vault))) revert UnknownVault(address(vault));
        _;
    }

    constructor(IVaultFactory factory_, IExchange exchange_) {
        factory = factory_;
        exchange = exchange_;
    }

    /// @inheritdoc IRouter
    function deposit(IVault vault, uint256 assets, uint256 minShares, address receiver, uint256 deadline)
        external
        checked(vault, deadline)
        returns (uint256 shares)
    {
        IERC20(vault.asset()).safeTransferFrom(msg.sender, address(this), assets);
        shares = _deposit(vault, assets, minShares, receiver);
    }

    /// @inheritdoc IRouter
    /// @dev Somebody else can use the permit first. Then the approval is there already, so a permit that fails is no reason to fail.
    function depositWithPermit(
        IVault vault,
        uint256 assets,
        uint256 minShares,
        address receiver,
        uint256 deadline,
        Permit calldata permit
    ) external checked(vault, deadline) returns (uint256 shares) {
        IERC20 asset = IERC20(vault.asset());
        if (permit.owner != msg.sender) revert NotOwner(permit.owner); //~ DECOY ACCESS_CTRL a permit may fail, so the caller is asked
        try IERC20Permit(address(asset)).permit(
            permit.owner, address(this), permit.value, permit.deadline, permit.v, permit.r, permit.s
        ) {} catch {}
        asset.safeTransferFrom(permit.owner, address(this), assets);
        shares = _deposit(vault, assets, minShares, receiver);
    }

    /// @inheritdoc IRouter
    function redeem(IVault vault, uint256 shares, uint256 minAssets, address receiver, uint256 deadline)
        external
        checked(vault, deadline)
        returns (uint256 assets)
    {
        vault.safeTransferFrom(msg.sender, address(this), shares);
        assets = vault.redeem(shares, receiver, address(this));
        if (assets < minAssets) revert TooFewAssets(assets);
    }

    /// @inheritdoc IRouter
    /// @dev The limit for the shares is one for the sale as well.
    function zapIn(IVault vault, IERC20 token, uint256 amount, uint256 minShares, address receiver, uint256 deadline)
        external
        checked(vault, deadline)
        returns (uint256 shares)
    {
        token.safeTransferFrom(msg.sender, address(this), amount);
        uint256 assets = _sell(token, IERC20(vault.asset()), amount, 0, address(this), deadline);
        shares = _deposit(vault, assets, minShares, receiver);
    }

    /// @inheritdoc IRouter
    function zapOut(IVault vault, uint256 shares, IERC20 token, uint256 minAmount, address receiver, uint256 deadline)
        external
        checked(vault, deadline)
        returns (uint256 amount)
    {
        vault.safeTransferFrom(msg.sender, address(this), shares);
        uint256 assets = vault.redeem(shares, address(this), address(this));
        amount = _sell(IERC20(vault.asset()), token, assets, minAmount, receiver, deadline);
    }

    /// @inheritdoc IRouter
    function migrate(IVault from, IVault to, uint256 shares, uint256 minShares, address receiver, uint256 deadline)
        external
        checked(from, deadline)
        checked(to, deadline)
        returns (uint256 received)
    {
        if (from.asset() != to.asset()) revert OtherAsset(address(to));
        from.safeTransferFrom(msg.sender, address(this), shares);
        uint256 assets = from.redeem(shares, address(this), address(this));
        received = _deposit(to, assets, minShares, receiver);
    }

    function _deposit(IVault vault, uint256 assets, uint256 minShares, address receiver)
        private
        returns (uint256 shares)
    {
        IERC20(vault.asset()).forceApprove(address(vault), assets);
        shares = vault.deposit(assets, receiver);
        if (shares < minShares) revert TooFewShares(shares);
    }

    function _sell(IERC20 from, IERC20 to, uint256 amount, uint256 least, address receiver, uint256 deadline)
        private
        returns (uint256)
    {
        from.forceApprove(address(exchange), amount);
        return exchange.swap(from, to, amount, least, receiver, deadline);
    }
}
