// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IAccount, Kind} from "../interfaces/IAccount.sol";
import {IModule} from "../interfaces/IModules.sol";
import {IModuleRegistry} from "../interfaces/IModuleRegistry.sol";

/**
 * @title ModuleStore
 * @notice The modules of an account.
 * @dev A module has one kind in an account. An account keeps at least one validator. Hooks protect it from its own
 *  validators, so that they are removed only after a notice.
 */
abstract contract ModuleStore is IAccount {
    /// @notice Time between the announcement and the removal of a hook
    uint256 public constant NOTICE = 2 days;

    uint256 private constant MAX_HOOKS = 4;

    /// @inheritdoc IAccount
    IModuleRegistry public immutable registry;

    /// @inheritdoc IAccount
    mapping(address module => Kind) public kindOf;

    /// @notice Number of validators
    uint256 public validators;

    /// @inheritdoc IAccount
    uint256 public epoch;

    /// @notice First time at which a hook can be removed; zero if it was not announced
    mapping(address hook => uint256) public removableAt;

    address[] private _hooks;

    constructor(IModuleRegistry registry_) {
        registry = registry_;
    }

    /// @inheritdoc IAccount
    function hooks() public view returns (address[] memory) {
        return _hooks;
    }

    function _install(address module, Kind kind, bytes calldata data) internal {
        if (kindOf[module] != Kind.None) revert AlreadyInstalled(module);
        if (!registry.isApproved(module, kind)) revert NotApproved(module);
        kindOf[module] = kind;
        if (kind == Kind.Validator) {
            validators++;
            _renewKeys();
        }
        if (kind == Kind.Hook) {
            if (_hooks.length == MAX_HOOKS) revert TooManyHooks();
            _hooks.push(module);
        }
        emit Installed(module, kind);
        IModule(module).onInstall(data);
    }

    /// @dev What a module answers to its removal does not matter, and is not read
    function _uninstall(address module, bytes calldata data) internal {
        Kind kind = kindOf[module];
        if (kind == Kind.None) revert NotInstalled(module);
        if (kind == Kind.Validator) {
            if (validators == 1) revert LastValidator();
            validators--;
            _renewKeys();
        }
        if (kind == Kind.Hook) _removeHook(module);
        delete kindOf[module];
        emit Uninstalled(module, kind);
        try IModule(module).onUninstall(data) {} catch {
            emit RemovalFailed(module);
        }
    }

    function _announce(address hook) internal {
        if (kindOf[hook] != Kind.Hook) revert NotAHook(hook);
        removableAt[hook] = block.timestamp + NOTICE;
        emit RemovalAnnounced(hook, removableAt[hook]);
    }

    function _renewKeys() internal {
        epoch++;
        emit KeysRenewed(epoch);
    }

    function _removeHook(address hook) private {
        if (removableAt[hook] == 0 || block.timestamp < removableAt[hook]) revert NoticeRunning(hook);
        delete removableAt[hook];
        uint256 last = _hooks.length - 1;
        for (uint256 i = 0; i < last; i++) {
            if (_hooks[i] == hook) {
                _hooks[i] = _hooks[last];
                break;
            }
        }
        _hooks.pop();
    }
}
