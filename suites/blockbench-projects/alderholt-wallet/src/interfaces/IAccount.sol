// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC1271} from "@openzeppelin/contracts@5.4.0/interfaces/IERC1271.sol";

import {IEntryPoint, Operation, Window} from "./IEntryPoint.sol";
import {IModuleRegistry} from "./IModuleRegistry.sol";

/// @notice One call of an account.
struct Call {
    address target;
    uint256 value;
    bytes data;
}

/// @notice What a module does for an account.
enum Kind {
    None,
    Validator,
    Executor,
    Hook
}

/// @notice A module that a new account begins with.
struct Install {
    address module;
    Kind kind;
    bytes data;
}

/**
 * @title IAccount
 * @notice An account whose authority is in its modules.
 */
interface IAccount is IERC1271 {
    error NotEntryPoint(address caller);
    error NotSelf(address caller);
    error NotExecutor(address caller);
    error NotValidator(address module);
    error NotInstalled(address module);
    error AlreadyInstalled(address module);
    error NotApproved(address module);
    error TooManyHooks();
    error LastValidator();
    error NoticeRunning(address hook);
    error NotAHook(address module);
    error NotByCalls(address module);

    event Installed(address indexed module, Kind indexed kind);
    event Uninstalled(address indexed module, Kind indexed kind);
    event RemovalFailed(address indexed module);
    event RemovalAnnounced(address indexed hook, uint256 from);
    event KeysRenewed(uint256 epoch);
    event CallFailed(uint256 indexed index, address indexed target, bytes reason);

    /// @notice Set up a new account: install modules, and make calls
    function initialize(Install[] calldata modules, Call[] calldata calls) external;

    /// @notice Check an operation and pay what is missing for its fee
    function validateOp(Operation calldata op, bytes32 hash, uint256 missing) external returns (Window memory);

    /// @notice Do what an operation says
    function executeOp(bytes calldata callData) external;

    /// @notice Make calls for a module
    function executeFromModule(Call[] calldata calls) external;

    function install(address module, Kind kind, bytes calldata data) external;

    function uninstall(address module, bytes calldata data) external;

    /// @notice Begin the time after which a hook can be removed
    function announceRemoval(address hook) external;

    /// @notice Begin another epoch, as a change of validators does
    function renewKeys() external;

    function entryPoint() external view returns (IEntryPoint);

    /// @notice Says which modules can be used
    function registry() external view returns (IModuleRegistry);

    function kindOf(address module) external view returns (Kind);

    function hooks() external view returns (address[] memory);

    function epoch() external view returns (uint256);
}
