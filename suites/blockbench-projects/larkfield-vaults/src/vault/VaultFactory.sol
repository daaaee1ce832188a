// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {Clones} from "@openzeppelin/contracts@5.4.0/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

import {IAuthority, Role} from "../interfaces/IAuthority.sol";
import {IFeeSplitter} from "../interfaces/IServices.sol";
import {IVault, IVaultFactory} from "../interfaces/IVault.sol";

/// @title VaultFactory
/// @notice Makes vaults as clones of one template, and enrols them with the splitter of fees.
contract VaultFactory is IVaultFactory {
    /// @notice Keeper of the roles.
    IAuthority public immutable authority;

    /// @notice Code of all vaults.
    IVault public immutable template;

    /// @notice Gets the fees of new vaults.
    IFeeSplitter public immutable splitter;

    /// @inheritdoc IVaultFactory
    mapping(address account => bool) public isVault;

    /// @notice All vaults, in the order in which they were made.
    IVault[] public vaults;

    error NotCurator(address caller);

    constructor(IAuthority authority_, IVault template_, IFeeSplitter splitter_) {
        authority = authority_;
        template = template_;
        splitter = splitter_;
    }

    /// @inheritdoc IVaultFactory
    /// @dev A clone is set up in the transaction that makes it.
    function create(
        IERC20 asset,
        string calldata name,
        string calldata symbol,
        address manager,
        uint256 depositLimit
    ) external returns (IVault vault) {
        if (!authority.hasRole(Role.Curator, msg.sender)) revert NotCurator(msg.sender);
        if (manager == address(0)) revert ZeroManager();
        vault = IVault(Clones.clone(address(template)));
        isVault[address(vault)] = true;
        vaults.push(vault);
        vault.initialize(asset, name, symbol, address(splitter), depositLimit);
        splitter.enrol(vault, manager);
        emit Created(vault, asset, manager);
    }

    /// @notice Number of all vaults.
    function count() external view returns (uint256) {
        return vaults.length;
    }
}
