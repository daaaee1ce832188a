// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC1271} from "@openzeppelin/contracts@5.4.0/interfaces/IERC1271.sol";
import {Initializable} from "@openzeppelin/contracts@5.4.0/proxy/utils/Initializable.sol";
import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";

import {ModuleStore} from "./ModuleStore.sol";
import {Call, IAccount, Install, Kind} from "../interfaces/IAccount.sol";
import {IEntryPoint, Operation, Window} from "../interfaces/IEntryPoint.sol";
import {IHook, IModule, IValidator} from "../interfaces/IModules.sol";
import {IModuleRegistry} from "../interfaces/IModuleRegistry.sol";
import {Executions, Mode} from "../libraries/Executions.sol";

/**
 * @title SmartAccount
 * @notice An account that makes calls for the entry point and for its executors.
 * @dev The validator of an operation is in its nonce. Settings are calls of the account to itself.
 */
contract SmartAccount is ModuleStore, Initializable {
    /// @inheritdoc IAccount
    IEntryPoint public immutable entryPoint;

    modifier onlyEntryPoint() {
        if (msg.sender != address(entryPoint)) revert NotEntryPoint(msg.sender);
        _;
    }

    modifier onlySelf() {
        if (msg.sender != address(this)) revert NotSelf(msg.sender);
        _;
    }

    constructor(IEntryPoint entryPoint_, IModuleRegistry registry_) ModuleStore(registry_) {
        entryPoint = entryPoint_;
        _disableInitializers();
    }

    receive() external payable {}

    /// @inheritdoc IAccount
    function initialize(Install[] calldata modules, Call[] calldata calls) external initializer {
        for (uint256 i = 0; i < modules.length; i++) {
            _install(modules[i].module, modules[i].kind, modules[i].data);
        }
        if (validators == 0) revert LastValidator();
        _strict(calls);
    }

    // --- operations ---

    /// @inheritdoc IAccount
    function validateOp(
        Operation calldata op,
        bytes32 hash,
        uint256 missing
    ) external onlyEntryPoint returns (Window memory window) {
        address validator = address(uint160(op.nonce >> 96));
        if (kindOf[validator] != Kind.Validator) revert NotValidator(validator);
        window = IValidator(validator).validate(op, hash);
        if (missing > 0) entryPoint.depositTo{value: missing}(address(this));
    }

    /// @inheritdoc IAccount
    function executeOp(bytes calldata callData) external onlyEntryPoint {
        (Mode mode, Call[] memory calls) = Executions.decode(callData);
        _ask(calls); //~ BENIGN CTRL_FLOW hooks see every batch
        if (mode == Mode.Tolerant) return _tolerant(calls);
        _strict(calls);
    }

    /// @inheritdoc IAccount
    function executeFromModule(Call[] calldata calls) external {
        if (kindOf[msg.sender] != Kind.Executor) revert NotExecutor(msg.sender);
        if (!registry.isApproved(msg.sender, Kind.Executor)) revert NotApproved(msg.sender);
        _ask(calls);
        _strict(calls);
    }

    // --- settings ---

    /// @inheritdoc IAccount
    function install(address module, Kind kind, bytes calldata data) external onlySelf {
        _install(module, kind, data);
    }

    /// @inheritdoc IAccount
    function uninstall(address module, bytes calldata data) external onlySelf {
        _uninstall(module, data);
    }

    /// @inheritdoc IAccount
    function announceRemoval(address hook) external onlySelf {
        _announce(hook);
    }

    /// @inheritdoc IAccount
    function renewKeys() external onlySelf {
        _renewKeys();
    }

    // --- signatures ---

    /**
     * @notice Whether the account has signed a hash.
     * @param hash What was asked for
     * @param signature The validator, and what it gets
     */
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length < 20) return 0xffffffff;
        address validator = address(bytes20(signature[:20]));
        if (kindOf[validator] != Kind.Validator) return 0xffffffff;
        return IValidator(validator).hasSigned(hash, signature[20:]) ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }

    // --- calls ---

    /// @dev Asks one hook after the other. One that refuses reverts.
    function _ask(Call[] memory calls) private {
        address[] memory asked = hooks();
        for (uint256 i = 0; i < asked.length; i++) {
            IHook(asked[i]).beforeCalls(calls);
        }
    }

    function _strict(Call[] memory calls) private {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool success, bytes memory result) = _call(calls[i]);
            Address.verifyCallResult(success, result);
        }
    }

    function _tolerant(Call[] memory calls) private {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool success, bytes memory result) = _call(calls[i]);
            if (!success) emit CallFailed(i, calls[i].target, result);
        }
    }

    /// @dev Only install() and uninstall() tell a module that it is installed or removed
    function _call(Call memory c) private returns (bool success, bytes memory result) {
        bytes4 selector = bytes4(c.data);
        bool tells = selector == IModule.onInstall.selector || selector == IModule.onUninstall.selector;
        if (tells && kindOf[c.target] != Kind.None) revert NotByCalls(c.target);
        return c.target.call{value: c.value}(c.data);
    }
}
