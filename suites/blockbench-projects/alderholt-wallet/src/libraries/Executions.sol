// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

import {Call} from "../interfaces/IAccount.sol";

/// @notice What happens when a call of a batch fails.
enum Mode {
    Strict,
    Tolerant
}

/**
 * @title Executions
 * @notice How calls are written in an operation, and what they spend.
 */
library Executions {
    error ShortData(uint256 length);

    /// @dev The function of older tokens that adds to an allowance
    bytes4 private constant INCREASE_ALLOWANCE = bytes4(keccak256("increaseAllowance(address,uint256)"));

    function encode(Mode mode, Call[] memory calls) internal pure returns (bytes memory) {
        return abi.encode(mode, calls);
    }

    function decode(bytes calldata callData) internal pure returns (Mode mode, Call[] memory calls) {
        return abi.decode(callData, (Mode, Call[]));
    }

    /// @notice The first four bytes; a call without data has none
    function selectorOf(bytes memory data) internal pure returns (bytes4 selector) {
        if (data.length == 0) return bytes4(0);
        if (data.length < 4) revert ShortData(data.length);
        assembly ("memory-safe") {
            selector := mload(add(data, 32))
        }
    }

    /**
     * @notice What a call does to a token.
     * @param call A call
     * @return spends Whether it moves or approves tokens of its target
     * @return amount How many
     */
    function spendingOf(Call memory call) internal pure returns (bool spends, uint256 amount) {
        bytes4 selector = selectorOf(call.data);
        if (selector == IERC20.transfer.selector || selector == IERC20.approve.selector || selector == INCREASE_ALLOWANCE) {
            return (true, word(call.data, 36));
        }
        if (selector == IERC20.transferFrom.selector) return (true, word(call.data, 68));
    }

    /// @dev The word that begins at a byte
    function word(bytes memory data, uint256 at) private pure returns (uint256 value) {
        if (data.length < at + 32) revert ShortData(data.length);
        assembly ("memory-safe") {
            value := mload(add(add(data, 32), at))
        }
    }
}
