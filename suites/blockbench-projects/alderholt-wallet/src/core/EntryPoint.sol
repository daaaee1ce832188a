// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";

import {DepositBook} from "./DepositBook.sol";
import {NonceBook} from "./NonceBook.sol";
import {IAccount} from "../interfaces/IAccount.sol";
import {Operation, Window} from "../interfaces/IEntryPoint.sol";
import {IPaymaster} from "../interfaces/IPaymaster.sol";
import {Operations} from "../libraries/Operations.sol";

/**
 * @title Creator
 * @notice Calls factories for the entry point. It has no authority anywhere, so an operation may name any factory.
 */
contract Creator {
    /// @notice Call a factory
    function create(address factory, bytes calldata data) external returns (address) {
        return abi.decode(Address.functionCall(factory, data), (address));
    }
}

/**
 * @title EntryPoint
 * @notice Checks all operations of a batch first, and makes their calls afterwards.
 * @dev An operation that is not valid refuses the whole batch. Calls that fail do not: their operation pays less, and the
 *  next one goes on. Fees are counted in units, which do not depend on gas.
 */
contract EntryPoint is DepositBook, NonceBook, ReentrancyGuard {
    using Operations for Operation;
    using Operations for Window;

    /// @dev What the first pass leaves for the second one
    struct Prepared {
        bytes32 hash;
        address payer;
        uint256 reserved;
        bytes context;
    }

    Creator private immutable _creator = new Creator();

    /**
     * @notice Handle operations.
     * @param ops The operations, in this order
     * @param beneficiary Who gets the fees
     */
    function handle(Operation[] calldata ops, address payable beneficiary) external nonReentrant {
        if (beneficiary == address(0)) revert NoBeneficiary();
        Prepared[] memory prepared = new Prepared[](ops.length);
        for (uint256 i = 0; i < ops.length; i++) {
            prepared[i] = _prepare(ops[i]);
        }
        uint256 collected;
        for (uint256 i = 0; i < ops.length; i++) {
            collected += _finish(ops[i], prepared[i]);
        }
        Address.sendValue(beneficiary, collected);
    }

    /// @notice Make the calls of an operation. Only for this contract, which catches what fails.
    function run(address sender, bytes calldata callData) external {
        if (msg.sender != address(this)) revert OnlyEntryPoint(); //~ DECOY ACCESS_CTRL accounts obey this contract, and only it gets here
        IAccount(sender).executeOp(callData);
    }

    function hashOf(Operation calldata op) public view returns (bytes32) {
        return op.hash(address(this));
    }

    /// @notice The largest fee of an operation
    function maxFeeOf(Operation calldata op) external pure returns (uint256) {
        return op.feeOf(true);
    }

    /// @dev First pass: what has to hold before anything is done
    function _prepare(Operation calldata op) private returns (Prepared memory p) {
        p.hash = hashOf(op);
        p.reserved = op.feeOf(true);
        _useNonce(op.sender, op.nonce);
        _create(op, p.hash);
        bool sponsored = op.paymaster != address(0);
        p.payer = sponsored ? op.paymaster : op.sender;
        uint256 held = depositOf[op.sender];
        uint256 missing = sponsored || held >= p.reserved ? 0 : p.reserved - held;
        Window memory window = IAccount(op.sender).validateOp(op, p.hash, missing);
        _reserve(p.payer, p.reserved);
        if (sponsored) {
            if (!isStaked(op.paymaster)) revert NotStaked(op.paymaster);
            Window memory offered;
            (p.context, offered) = IPaymaster(op.paymaster).sponsor(op, p.hash, p.reserved);
            window = window.common(offered);
        }
        if (!window.isOpen()) revert OutsideWindow(window.from, window.until);
    }

    /// @dev Second pass: the calls, and what they cost. What a failure answers is not read: it can be long.
    function _finish(Operation calldata op, Prepared memory p) private returns (uint256 fee) {
        bool success = true;
        try this.run(op.sender, op.callData) {} catch {
            success = false;
            emit CallsFailed(p.hash);
        }
        fee = op.feeOf(success);
        _release(p.payer, p.reserved - fee);
        if (op.paymaster != address(0)) {
            try IPaymaster(op.paymaster).settle(p.context, fee) {} catch {
                emit SettlementFailed(p.hash, op.paymaster);
            }
        }
        emit OperationHandled(p.hash, op.sender, op.paymaster, success, fee);
    }

    /// @dev The account has to exist by now. Whoever creates it before this is no obstacle.
    function _create(Operation calldata op, bytes32 hash) private {
        if (op.sender.code.length > 0) return;
        if (op.initCode.length == 0) revert NoAccount(op.sender);
        address factory = address(bytes20(op.initCode[:20]));
        address created = _creator.create(factory, op.initCode[20:]);
        if (created != op.sender) revert OtherAccount(op.sender, created);
        emit AccountCreated(op.sender, hash, factory);
    }
}
