// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

import {IExitQueue} from "../interfaces/IServices.sol";
import {IStrategy} from "../interfaces/IStrategy.sol";
import {IExchange} from "../interfaces/ITrade.sol";
import {IMandate, IVault} from "../interfaces/IVault.sol";

/// @title VaultLens
/// @notice Reads for pages and bots. Nothing depends on it.
contract VaultLens {
    /// @param price Assets for 1e18 shares.
    struct Overview {
        address asset;
        uint256 totalAssets;
        uint256 supply;
        uint256 price;
        uint256 idle;
        uint256 liquidity;
        uint256 locked;
        uint256 shortfall;
        uint256 room;
        bool isClosed;
    }

    /// @param value What the strategy is worth. Zero if nobody can say.
    struct StrategyView {
        IStrategy strategy;
        uint256 cap;
        uint256 debt;
        uint256 value;
        uint256 payableNow;
        bool isValued;
        bool isLiquid;
    }

    /// @notice Says what vaults may do.
    IMandate public immutable mandate;

    /// @notice Holds requests of all vaults.
    IExitQueue public immutable exits;

    /// @notice Where zaps trade.
    IExchange public immutable exchange;

    constructor(IMandate mandate_, IExitQueue exits_, IExchange exchange_) {
        mandate = mandate_;
        exits = exits_;
        exchange = exchange_;
    }

    /// @notice A vault at a glance.
    function overview(IVault vault) external view returns (Overview memory v) {
        v.asset = vault.asset();
        v.totalAssets = vault.totalAssets();
        v.supply = vault.totalSupply();
        v.price = vault.convertToAssets(1e18);
        v.idle = vault.idle();
        v.liquidity = vault.liquidity();
        v.locked = vault.lockedProfit();
        v.shortfall = vault.shortfall();
        v.room = vault.maxDeposit(address(this));
        v.isClosed = vault.isClosed();
    }

    /// @notice The strategies of a vault.
    function strategies(IVault vault) external view returns (StrategyView[] memory views) {
        IStrategy[] memory list = mandate.strategies(vault);
        views = new StrategyView[](list.length);
        for (uint256 i = 0; i < list.length; i++) {
            IMandate.Line memory line = mandate.lineOf(vault, list[i]);
            StrategyView memory v = views[i];
            (v.strategy, v.cap, v.debt, v.isLiquid) = (list[i], line.cap, vault.debtOf(list[i]), line.liquid);
            try list[i].totalAssets() returns (uint256 value) {
                (v.value, v.isValued) = (value, true);
            } catch {}
            try list[i].maxWithdraw() returns (uint256 assets) {
                v.payableNow = assets;
            } catch {}
        }
    }

    /// @notice What a strategy is worth beyond what it owes.
    function pendingProfit(IVault vault, IStrategy strategy) external view returns (uint256) {
        uint256 debt = vault.debtOf(strategy);
        uint256 value = strategy.totalAssets();
        return value > debt ? value - debt : 0;
    }

    /// @notice Shares that wait in the queue of a vault before a request.
    function sharesBefore(IVault vault, uint256 id) external view returns (uint256 shares) {
        for (uint256 i = exits.headOf(vault); i < id; i++) {
            shares += exits.requestOf(vault, i).shares;
        }
    }

    /// @notice What an account could take out of a vault at once, and what it could claim.
    function balanceOf(IVault vault, address account) external view returns (uint256 atOnce, uint256 claimable) {
        atOnce = vault.maxWithdraw(account);
        claimable = exits.owed(IERC20(vault.asset()), account);
    }

    /// @notice Shares that a zap would bring at the present prices.
    function previewZap(IVault vault, IERC20 token, uint256 amount) external view returns (uint256) {
        return vault.previewDeposit(exchange.quote(token, IERC20(vault.asset()), amount));
    }
}
