// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Call, IAccount} from "../interfaces/IAccount.sol";
import {IGuardianRecovery, IOwnerValidator} from "../interfaces/IModules.sol";

/**
 * @title GuardianRecovery
 * @notice Guardians agree on another owner, and after a delay anybody can put it into effect.
 * @dev Approvals belong to a round. A round ends with each cancellation, each change of guardians, and each recovery.
 */
contract GuardianRecovery is IGuardianRecovery {
    struct Setting {
        uint256 threshold;
        uint48 delay;
        uint48 readyAt;
        address next;
        uint256 round;
        address[] guardians;
    }

    error BadGuardians();
    error NotGuardian();
    error AlreadyApproved();
    error RecoveryPending();
    error NothingPending();
    error TooEarly();

    event GuardiansSet(address indexed account, address[] guardians, uint256 threshold, uint256 delay);
    event RecoveryApproved(address indexed account, address indexed guardian, address indexed newOwner);
    event RecoveryReady(address indexed account, address indexed newOwner, uint256 from);
    event RecoveryCancelled(address indexed account);
    event Recovered(address indexed account, address indexed newOwner);

    uint48 public constant MIN_DELAY = 1 days;
    uint48 public constant MAX_DELAY = 30 days;
    uint256 private constant MAX_GUARDIANS = 12;

    IOwnerValidator public immutable ownerValidator;

    mapping(address account => Setting) private _settings;
    mapping(address account => mapping(uint256 round => mapping(address guardian => mapping(address newOwner => bool))))
        public hasApproved;
    mapping(address account => mapping(uint256 round => mapping(address newOwner => uint256))) public approvalsOf;

    constructor(IOwnerValidator ownerValidator_) {
        ownerValidator = ownerValidator_;
    }

    function onInstall(bytes calldata data) external {
        (address[] memory guardians, uint256 threshold, uint48 delay) = abi.decode(data, (address[], uint256, uint48));
        _set(guardians, threshold, delay);
    }

    function onUninstall(bytes calldata) external {
        _nextRound(msg.sender);
        delete _settings[msg.sender].guardians;
        emit RecoveryCancelled(msg.sender);
    }

    /// @notice Choose other guardians for the calling account
    function setGuardians(address[] calldata guardians, uint256 threshold, uint48 delay) external {
        _set(guardians, threshold, delay);
    }

    /// @notice As a guardian, want another owner for an account
    function approve(address account, address newOwner) external {
        Setting storage s = _settings[account];
        if (!isGuardian(account, msg.sender)) revert NotGuardian(); //~ DECOY ACCESS_CTRL the account is an argument, and its guardians are asked
        if (s.next != address(0)) revert RecoveryPending();
        if (newOwner == address(0) || hasApproved[account][s.round][msg.sender][newOwner]) revert AlreadyApproved();
        hasApproved[account][s.round][msg.sender][newOwner] = true;
        emit RecoveryApproved(account, msg.sender, newOwner);
        if (++approvalsOf[account][s.round][newOwner] == s.threshold) {
            (s.next, s.readyAt) = (newOwner, uint48(block.timestamp) + s.delay);
            emit RecoveryReady(account, newOwner, s.readyAt);
        }
    }

    /// @notice Put a recovery into effect
    function finish(address account) external {
        Setting storage s = _settings[account];
        address newOwner = s.next;
        if (newOwner == address(0)) revert NothingPending();
        if (block.timestamp < s.readyAt) revert TooEarly();
        _nextRound(account);
        Call[] memory calls = new Call[](2);
        calls[0] = Call(address(ownerValidator), 0, abi.encodeCall(IOwnerValidator.setOwner, (newOwner)));
        calls[1] = Call(account, 0, abi.encodeCall(IAccount.renewKeys, ()));
        emit Recovered(account, newOwner);
        IAccount(account).executeFromModule(calls);
    }

    /// @notice As an account, end a recovery
    function cancel() external {
        _nextRound(msg.sender);
        emit RecoveryCancelled(msg.sender);
    }

    function settingOf(address account) external view returns (Setting memory) {
        return _settings[account];
    }

    function isGuardian(address account, address who) public view returns (bool) {
        address[] storage guardians = _settings[account].guardians;
        for (uint256 i = 0; i < guardians.length; i++) {
            if (guardians[i] == who) return true;
        }
        return false;
    }

    function _set(address[] memory guardians, uint256 threshold, uint48 delay) private {
        if (threshold == 0 || threshold > guardians.length || guardians.length > MAX_GUARDIANS) revert BadGuardians();
        if (delay < MIN_DELAY || delay > MAX_DELAY) revert BadGuardians();
        Setting storage s = _settings[msg.sender];
        _nextRound(msg.sender);
        delete s.guardians;
        for (uint256 i = 0; i < guardians.length; i++) {
            if (guardians[i] == msg.sender || isGuardian(msg.sender, guardians[i])) revert BadGuardians();
            s.guardians.push(guardians[i]);
        }
        (s.threshold, s.delay) = (threshold, delay);
        emit GuardiansSet(msg.sender, guardians, threshold, delay);
    }

    function _nextRound(address account) private {
        Setting storage s = _settings[account];
        s.round++;
        (s.next, s.readyAt) = (address(0), 0);
    }
}
