// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {IAuthority, Role} from "../interfaces/IAuthority.sol";
import {ITargetAllocator} from "../interfaces/IServices.sol";
import {IStrategy} from "../interfaces/IStrategy.sol";
import {IMandate, IVault} from "../interfaces/IVault.sol";

/// @title TargetAllocator
/// @notice An allocator that anybody can run. It moves assets between liquid strategies only, so nothing is lost on the way.
/// @dev It takes what is above a target first, as far as the strategy can pay, and fills what is below one as far as there is room.
contract TargetAllocator is ITargetAllocator {
    /// @notice Time between two runs for a vault.
    uint256 public constant INTERVAL = 1 hours;

    uint256 private constant BASIS = 10_000;

    /// @notice Keeper of the roles.
    IAuthority public immutable authority;

    /// @notice Says what vaults may do.
    IMandate public immutable mandate;

    /// @notice When a vault was last rebalanced.
    mapping(IVault vault => uint256) public lastAt;

    mapping(IVault vault => IStrategy[]) private _strategies;
    mapping(IVault vault => uint256[]) private _parts;

    constructor(IAuthority authority_, IMandate mandate_) {
        authority = authority_;
        mandate = mandate_;
    }

    /// @inheritdoc ITargetAllocator
    function setTargets(IVault vault, IStrategy[] calldata strategies, uint256[] calldata parts) external {
        if (!authority.hasRole(Role.Curator, msg.sender)) revert NotCurator(msg.sender);
        if (strategies.length != parts.length) revert BadTargets();
        uint256 sum = 0;
        for (uint256 i = 0; i < strategies.length; i++) {
            if (!mandate.lineOf(vault, strategies[i]).liquid) revert BadTargets();
            for (uint256 j = 0; j < i; j++) {
                if (strategies[j] == strategies[i]) revert BadTargets();
            }
            sum += parts[i];
        }
        if (sum > BASIS) revert BadTargets();
        _strategies[vault] = strategies;
        _parts[vault] = parts;
        emit TargetsSet(vault, strategies, parts);
    }

    /// @inheritdoc ITargetAllocator
    function rebalance(IVault vault) external {
        IStrategy[] memory strategies = _strategies[vault];
        if (strategies.length == 0) revert NoTargets(vault);
        if (block.timestamp < lastAt[vault] + INTERVAL) revert TooSoon(lastAt[vault] + INTERVAL);
        lastAt[vault] = block.timestamp;
        vault.settle();
        uint256[] memory targets = _targets(vault);
        for (uint256 i = 0; i < strategies.length; i++) {
            uint256 debt = vault.debtOf(strategies[i]);
            uint256 assets = Math.saturatingSub(debt, targets[i]);
            if (assets > 0) assets = Math.min(assets, strategies[i].maxWithdraw());
            if (assets > 0) vault.deallocate(strategies[i], assets, assets);
        }
        for (uint256 i = 0; i < strategies.length; i++) {
            uint256 debt = vault.debtOf(strategies[i]);
            uint256 spare = Math.saturatingSub(vault.idle(), mandate.termsOf(vault).buffer);
            uint256 assets = Math.min(Math.saturatingSub(targets[i], debt), spare);
            assets = Math.min(assets, mandate.roomOf(vault, strategies[i]));
            if (assets > 0) vault.allocate(strategies[i], assets);
        }
        emit Rebalanced(vault, msg.sender);
    }

    /// @inheritdoc ITargetAllocator
    function targetsOf(IVault vault) external view returns (IStrategy[] memory strategies, uint256[] memory parts) {
        return (_strategies[vault], _parts[vault]);
    }

    /// @dev Parts of all that the vault has, as it was last booked.
    function _targets(IVault vault) private view returns (uint256[] memory targets) {
        targets = _parts[vault];
        uint256 all = vault.idle() + vault.totalDebt();
        for (uint256 i = 0; i < targets.length; i++) {
            targets[i] = Math.mulDiv(all, targets[i], BASIS);
        }
    }
}
