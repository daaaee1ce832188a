// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Operation, Window} from "../interfaces/IEntryPoint.sol";

/**
 * @title Operations
 * @notice What is signed, what it costs, and when it is valid.
 */
library Operations {
    /// @dev Units of every operation, of a byte, of a new account, and of a paymaster
    uint256 internal constant BASE = 21_000;
    uint256 internal constant PER_BYTE = 16;
    uint256 internal constant CREATION = 90_000;
    uint256 internal constant SPONSORED = 25_000;

    bytes32 private constant OPERATION_TYPEHASH =
        keccak256(
            "Operation(address sender,uint256 nonce,bytes initCode,bytes callData,uint256 callUnits,uint256 unitPrice,address paymaster,bytes paymasterData)"
        );
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");
    bytes32 private constant MESSAGE_TYPEHASH = keccak256("Message(bytes32 hash)");
    bytes32 private constant SESSION_TYPEHASH = keccak256("Session(bytes32 operation,uint256 id)");

    /// @notice What the sender signs, for this entry point and this chain
    function hash(Operation calldata op, address entryPoint) internal view returns (bytes32) {
        bytes32 content = keccak256(
            abi.encode(
                OPERATION_TYPEHASH,
                op.sender,
                op.nonce,
                keccak256(op.initCode),
                keccak256(op.callData),
                op.callUnits,
                op.unitPrice,
                op.paymaster,
                keccak256(op.paymasterData)
            )
        );
        return typed("Alderholt entry point", entryPoint, content);
    }

    /// @notice What is signed where an account is asked about something else than an operation
    function message(address account, bytes32 asked) internal view returns (bytes32) {
        return typed("Alderholt account", account, keccak256(abi.encode(MESSAGE_TYPEHASH, asked)));
    }

    /// @notice What the key of a session signs: an operation, and which session of the account it is for
    function ofSession(bytes32 operation, uint256 id, address validator) internal view returns (bytes32) {
        return typed("Alderholt sessions", validator, keccak256(abi.encode(SESSION_TYPEHASH, operation, id)));
    }

    /// @dev Signed data after EIP-712
    function typed(string memory name, address verifier, bytes32 content) private view returns (bytes32) {
        bytes32 domain = keccak256(abi.encode(DOMAIN_TYPEHASH, keccak256(bytes(name)), block.chainid, verifier));
        return keccak256(abi.encodePacked(hex"1901", domain, content));
    }

    /// @notice Units that are paid whether or not the calls succeed
    function fixedUnits(Operation calldata op) internal pure returns (uint256 units) {
        units = BASE + PER_BYTE * (op.initCode.length + op.callData.length + op.paymasterData.length);
        if (op.initCode.length > 0) units += CREATION;
        if (op.paymaster != address(0)) units += SPONSORED;
    }

    /// @notice What an operation costs
    function feeOf(Operation calldata op, bool success) internal pure returns (uint256) {
        return (fixedUnits(op) + (success ? op.callUnits : 0)) * op.unitPrice;
    }

    /// @notice The window of an operation, from that of its validator and that of its paymaster
    function common(Window memory a, Window memory b) internal pure returns (Window memory) {
        return Window(a.from > b.from ? a.from : b.from, a.until < b.until ? a.until : b.until); //~ BENIGN TIMESTAMP each end is the narrower one
    }

    /// @notice Whether the present is in a window
    function isOpen(Window memory window) internal view returns (bool) {
        return window.from <= block.timestamp && block.timestamp <= window.until;
    }

    /// @notice A window without ends
    function always() internal pure returns (Window memory) {
        return Window(0, type(uint48).max);
    }
}
