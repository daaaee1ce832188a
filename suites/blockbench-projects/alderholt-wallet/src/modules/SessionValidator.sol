// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {SignatureChecker} from "@openzeppelin/contracts@5.4.0/utils/cryptography/SignatureChecker.sol";

import {Call, IAccount, Kind} from "../interfaces/IAccount.sol";
import {Operation, Window} from "../interfaces/IEntryPoint.sol";
import {IModuleRegistry} from "../interfaces/IModuleRegistry.sol";
import {ISessionValidator} from "../interfaces/IModules.sol";
import {Executions} from "../libraries/Executions.sol";
import {Operations} from "../libraries/Operations.sol";

/**
 * @title SessionValidator
 * @notice Keys that may make some calls for an account, for some time, and spend one token.
 * @dev What an operation may spend and cost is counted when it is validated, whether or not its calls succeed. Sessions
 *  are numbered by account, and a number is not given twice.
 */
contract SessionValidator is ISessionValidator {
    using Operations for Operation;

    /// @notice Number of sessions that an account has granted
    mapping(address account => uint256) public countOf;

    /// @inheritdoc ISessionValidator
    mapping(address account => mapping(uint256 id => mapping(address target => mapping(bytes4 selector => bool))))
        public isAllowed;

    mapping(address account => mapping(uint256 id => Session)) private _sessions;

    /// @dev An account may grant its first session when it installs this
    function onInstall(bytes calldata data) external {
        if (data.length > 0) _grant(abi.decode(data, (Grant)));
    }

    /// @dev Numbers go on where they were if it is installed again
    function onUninstall(bytes calldata) external pure {}

    // --- sessions ---

    /// @inheritdoc ISessionValidator
    function grant(Grant calldata terms) external returns (uint256 id) {
        return _grant(terms);
    }

    /// @inheritdoc ISessionValidator
    function revoke(uint256 id) external {
        if (_sessions[msg.sender][id].key == address(0)) revert NoSession(msg.sender, id);
        delete _sessions[msg.sender][id];
        emit Revoked(msg.sender, id);
    }

    /// @inheritdoc ISessionValidator
    function sessionOf(address account, uint256 id) external view returns (Session memory) {
        return _sessions[account][id];
    }

    // --- validation ---

    function validate(Operation calldata op, bytes32 hash) external returns (Window memory) {
        (uint256 id, bytes memory signature) = abi.decode(op.signature, (uint256, bytes));
        Session storage session = _sessions[msg.sender][id];
        address key = session.key;
        if (key == address(0) || session.epoch != IAccount(msg.sender).epoch()) revert NoSession(msg.sender, id); //~ BENIGN CTRL_FLOW only of the present keys
        bytes32 digest = Operations.ofSession(hash, id, address(this));
        if (!SignatureChecker.isValidSignatureNow(key, digest, signature)) revert BadSignature(msg.sender);
        _payFee(session, op.feeOf(true));
        (, Call[] memory calls) = Executions.decode(op.callData);
        _spend(session, id, calls);
        return Window(session.from, session.until);
    }

    /// @dev Sessions sign nothing but operations
    function hasSigned(bytes32, bytes calldata) external pure returns (bool) {
        return false;
    }

    function _grant(Grant memory terms) private returns (uint256 id) {
        if (terms.key == address(0) || terms.from > terms.until) revert BadGrant();
        id = ++countOf[msg.sender];
        Session storage session = _sessions[msg.sender][id];
        session.key = terms.key;
        session.from = terms.from;
        session.until = terms.until;
        session.token = terms.token;
        session.limit = terms.limit;
        session.fees = terms.fees;
        session.open = terms.open;
        session.epoch = IAccount(msg.sender).epoch();
        for (uint256 i = 0; i < terms.rules.length; i++) {
            isAllowed[msg.sender][id][terms.rules[i].target][terms.rules[i].selector] = true;
        }
        emit Granted(msg.sender, id, terms.key);
    }

    function _payFee(Session storage session, uint256 fee) private {
        if (fee > session.fees) revert FeesReached(fee, session.fees);
        session.fees -= fee;
    }

    /// @dev Goes through the calls of a batch: where they go, whether a rule names them, and what they spend
    function _spend(Session storage session, uint256 id, Call[] memory calls) private {
        uint256 used = session.used;
        for (uint256 i = 0; i < calls.length; i++) {
            _checkTarget(calls[i].target); //~ DECOY ACCESS_CTRL an open session has no rules, and does not get here for the account itself
            bytes4 selector = Executions.selectorOf(calls[i].data);
            if (!session.open && !isAllowed[msg.sender][id][calls[i].target][selector]) {
                revert NoRule(calls[i].target, selector);
            }
            used += _amountOf(session.token, calls[i]); //~ BENIGN ARITHMETIC all calls together
            if (used > session.limit) revert LimitReached(used, session.limit);
        }
        session.used = used;
    }

    /// @dev Neither the account and its modules, nor the entry point with its deposit. Another operation of the batch may
    ///  install a module before the calls are made.
    function _checkTarget(address target) private view {
        IAccount account = IAccount(msg.sender);
        if (target == msg.sender || target == address(account.entryPoint()) || account.kindOf(target) != Kind.None) {
            revert Forbidden(target);
        }
        IModuleRegistry registry = account.registry();
        for (uint8 kind = uint8(Kind.Validator); kind <= uint8(Kind.Hook); kind++) {
            if (registry.isApproved(target, Kind(kind))) revert Forbidden(target);
        }
    }

    /// @dev What a call spends of a token; other tokens cannot be spent
    function _amountOf(address token, Call memory call) private pure returns (uint256 amount) {
        if (call.value > 0) {
            if (token != address(0)) revert OtherToken(call.target);
            amount = call.value;
        }
        (bool spends, uint256 tokens) = Executions.spendingOf(call);
        if (spends) {
            if (call.target != token) revert OtherToken(call.target);
            amount += tokens;
        }
    }
}
