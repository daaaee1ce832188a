// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {Ownable} from "@openzeppelin/contracts@4.9.6/access/Ownable.sol";
import {IRandomBeacon} from "./IRandomBeacon.sol";

/// @notice An operator fixes values by their hashes and reveals them later.
contract RandomBeacon is IRandomBeacon, Ownable {
    struct Round {
        bytes32 commitment;
        bytes32 value;
        uint64 committedAt;
        uint64 revealedAt;
    }

    address public operator;
    Round[] private _rounds;

    event OperatorChanged(address indexed operator);
    event Committed(uint256 indexed round, bytes32 commitment);
    event Revealed(uint256 indexed round, bytes32 value);

    error NotOperator(address account);
    error NoOperator();
    error AlreadyRevealed(uint256 round);
    error NotRevealed(uint256 round);
    error WrongValue(uint256 round, bytes32 value);

    modifier onlyOperator() {
        if (msg.sender != operator) revert NotOperator(msg.sender);
        _;
    }

    constructor(address operator_) {
        _setOperator(operator_);
    }

    function setOperator(address operator_) external onlyOwner {
        _setOperator(operator_);
    }

    /// @notice Fixes the value of the next round by its hash.
    function commit(bytes32 commitment) external onlyOperator returns (uint256 round) {
        round = _rounds.length;
        _rounds.push(Round(commitment, bytes32(0), uint64(block.timestamp), 0));
        emit Committed(round, commitment);
    }

    /// @notice Makes the value of a round public.
    function reveal(uint256 round, bytes32 value) external onlyOperator {
        Round storage entry = _rounds[round];
        if (entry.revealedAt != 0) revert AlreadyRevealed(round);
        if (keccak256(abi.encode(value)) != entry.commitment) revert WrongValue(round, value);
        entry.value = value;
        entry.revealedAt = uint64(block.timestamp);
        emit Revealed(round, value);
    }

    /// @inheritdoc IRandomBeacon
    function committedAt(uint256 round) external view returns (uint64) {
        return round < _rounds.length ? _rounds[round].committedAt : 0;
    }

    /// @inheritdoc IRandomBeacon
    function revealedAt(uint256 round) external view returns (uint64) {
        return round < _rounds.length ? _rounds[round].revealedAt : 0;
    }

    /// @inheritdoc IRandomBeacon
    function valueOf(uint256 round) external view returns (bytes32) {
        Round memory entry = _rounds[round];
        if (entry.revealedAt == 0) revert NotRevealed(round);
        return entry.value;
    }

    function _setOperator(address operator_) private {
        if (operator_ == address(0)) revert NoOperator();
        operator = operator_;
        emit OperatorChanged(operator_);
    }
}
