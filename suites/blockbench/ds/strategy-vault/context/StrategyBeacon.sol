// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {IBeacon} from "@openzeppelin/contracts@5.4.0/proxy/beacon/IBeacon.sol";

/// @title StrategyBeacon
/// @notice Names the logic of strategies, and changes it after a delay.
contract StrategyBeacon is IBeacon, Ownable2Step {
    /// @notice How long new logic is known before it is used.
    uint256 public constant DELAY = 5 days;

    /// @notice The logic in use.
    address public implementation;

    /// @notice The logic to come, if any.
    address public pending;

    /// @notice When the logic to come may be used.
    uint256 public readyAt;

    /// @notice Emitted when new logic is proposed.
    /// @param implementation The logic.
    /// @param readyAt When it may be used.
    event UpgradeProposed(address indexed implementation, uint256 readyAt);

    /// @notice Emitted when a proposal is dropped.
    /// @param implementation The logic.
    event UpgradeCancelled(address indexed implementation);

    /// @notice Emitted when logic is used.
    /// @param implementation The logic.
    event Upgraded(address indexed implementation);

    /// @param owner_ The owner, a council.
    /// @param implementation_ The first logic.
    constructor(address owner_, address implementation_) Ownable(owner_) {
        require(implementation_.code.length > 0, "StrategyBeacon: no code");
        implementation = implementation_;
        emit Upgraded(implementation_);
    }

    /// @notice Proposes new logic.
    /// @param implementation_ The logic.
    function propose(address implementation_) external onlyOwner {
        require(implementation_.code.length > 0, "StrategyBeacon: no code");
        pending = implementation_;
        readyAt = block.timestamp + DELAY;
        emit UpgradeProposed(implementation_, readyAt);
    }

    /// @notice Drops the proposal.
    function cancel() external onlyOwner {
        emit UpgradeCancelled(pending);
        delete pending;
        delete readyAt;
    }

    /// @notice Uses the proposed logic after the delay.
    function upgrade() external onlyOwner {
        require(pending != address(0), "StrategyBeacon: not proposed");
        require(block.timestamp >= readyAt, "StrategyBeacon: not ready");
        implementation = pending;
        delete pending;
        delete readyAt;
        emit Upgraded(implementation);
    }
}
