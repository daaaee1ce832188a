// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {StrategyVault} from "../StrategyVault.sol";

/// @title VaultReader
/// @notice Reads the state of vaults in one call.
contract VaultReader {
    /// @notice The state of a vault.
    /// @param assets What its shares are worth.
    /// @param locked Profit that is not credited yet.
    /// @param allocated Assets in strategies.
    /// @param room How much may be deposited.
    /// @param paused Whether it is paused.
    struct VaultState {
        uint256 assets;
        uint256 locked;
        uint256 allocated;
        uint256 room;
        bool paused;
    }

    /// @notice The state of a strategy.
    /// @param strategy The strategy.
    /// @param allocated Assets in it.
    /// @param cap The most that may be in it.
    /// @param approved Whether its code is approved.
    struct StrategyState {
        address strategy;
        uint256 allocated;
        uint256 cap;
        bool approved;
    }

    /// @notice Reads the state of a vault.
    /// @param vault The vault.
    /// @return The state.
    function stateOf(StrategyVault vault) external view returns (VaultState memory) {
        return
            VaultState({
                assets: vault.totalAssets(),
                locked: vault.lockedProfit(),
                allocated: vault.totalAllocated(),
                room: vault.maxDeposit(address(0)),
                paused: vault.paused()
            });
    }

    /// @notice Reads where an account stands with a vault.
    /// @param vault The vault.
    /// @param account The account.
    /// @return shares Its shares.
    /// @return assets What they are worth.
    function positionOf(
        StrategyVault vault,
        address account
    ) external view returns (uint256 shares, uint256 assets) {
        shares = vault.balanceOf(account);
        assets = vault.convertToAssets(shares);
    }

    /// @notice Reads the state of the strategies in the queue of a vault.
    /// @param vault The vault.
    /// @return states The states, in the order of the queue.
    function strategiesOf(StrategyVault vault) external view returns (StrategyState[] memory states) {
        address[] memory strategies = vault.queue();
        states = new StrategyState[](strategies.length);
        for (uint256 i = 0; i < strategies.length; i++) {
            states[i] = StrategyState({
                strategy: strategies[i],
                allocated: vault.allocatedTo(strategies[i]),
                cap: vault.capOf(strategies[i]),
                approved: vault.REGISTRY().isApproved(strategies[i])
            });
        }
    }
}
