// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Operation, Window} from "./IEntryPoint.sol";
import {Call} from "./IAccount.sol";

/**
 * @title IModule
 * @notice What every module has. The caller of both functions is the account.
 */
interface IModule {
    function onInstall(bytes calldata data) external;

    function onUninstall(bytes calldata data) external;
}

/**
 * @title IValidator
 * @notice Decides who speaks for an account, which is the caller.
 */
interface IValidator is IModule {
    error BadSignature(address account);

    /// @notice Accept an operation, or revert
    function validate(Operation calldata op, bytes32 hash) external returns (Window memory);

    /// @notice Whether the account has signed something that is not an operation
    function hasSigned(bytes32 hash, bytes calldata signature) external view returns (bool);
}

/**
 * @title IHook
 * @notice Is asked by an account, which is the caller, about calls, and refuses them by reverting.
 */
interface IHook is IModule {
    function beforeCalls(Call[] calldata calls) external;
}

/**
 * @title IOwnerValidator
 * @notice One owner.
 */
interface IOwnerValidator is IValidator {
    error NoOwner();

    event OwnerSet(address indexed account, address indexed owner);

    function setOwner(address owner) external;

    function ownerOf(address account) external view returns (address);
}

/**
 * @title ISessionValidator
 * @notice Keys that may do some things for some time.
 */
interface ISessionValidator is IValidator {
    /// @notice A call that a session may make.
    struct Rule {
        address target;
        bytes4 selector;
    }

    /**
     * @notice What a new session may do.
     * @param key Who signs
     * @param from First time
     * @param until Last time
     * @param token What it may spend; zero for ether
     * @param limit How much of it, in its smallest unit
     * @param fees What its operations may cost, in wei
     * @param open Whether it may make calls that no rule names
     * @param rules Calls that it may make
     */
    struct Grant {
        address key;
        uint48 from;
        uint48 until;
        address token;
        uint256 limit;
        uint256 fees;
        bool open;
        Rule[] rules;
    }

    struct Session {
        address key;
        uint48 from;
        uint48 until;
        address token;
        uint256 limit;
        uint256 used;
        uint256 fees;
        uint256 epoch;
        bool open;
    }

    error BadGrant();
    error NoSession(address account, uint256 id);
    error Forbidden(address target);
    error NoRule(address target, bytes4 selector);
    error OtherToken(address target);
    error LimitReached(uint256 used, uint256 limit);
    error FeesReached(uint256 fee, uint256 left);

    event Granted(address indexed account, uint256 indexed id, address indexed key);
    event Revoked(address indexed account, uint256 indexed id);

    function grant(Grant calldata terms) external returns (uint256 id);

    function revoke(uint256 id) external;

    function sessionOf(address account, uint256 id) external view returns (Session memory);

    function isAllowed(address account, uint256 id, address target, bytes4 selector) external view returns (bool);
}

/**
 * @title ISpendingHook
 * @notice What an account spends of a token in a day.
 */
interface ISpendingHook is IHook {
    function setLimit(address token, uint256 limit) external;

    function leftOf(address account, address token) external view returns (uint256);
}

/**
 * @title IGuardianRecovery
 * @notice Guardians who give an account another owner.
 */
interface IGuardianRecovery is IModule {
    function approve(address account, address newOwner) external;

    function finish(address account) external;

    function cancel() external;

    function setGuardians(address[] calldata guardians, uint256 threshold, uint48 delay) external;
}
