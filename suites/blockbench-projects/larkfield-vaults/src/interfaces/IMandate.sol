// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {IStrategy} from "./IStrategy.sol";
import {IVault} from "./IVault.sol";

/// @title IMandate
/// @notice What vaults may do: their strategies, caps, fees and limits.
interface IMandate {
    /// @param performanceRate Part of profits that is a fee, in basis points.
    /// @param managementRate Part of the assets that is a fee for a year, in basis points.
    /// @param feeRecipient Account that gets fees, as shares.
    /// @param depositLimit Most that the vault may be worth after a deposit.
    /// @param lossLimit Loss within a day that ends deposits, in basis points.
    /// @param buffer Assets that deposits leave idle.
    struct Terms {
        uint256 performanceRate;
        uint256 managementRate;
        address feeRecipient;
        uint256 depositLimit;
        uint256 lossLimit;
        uint256 buffer;
    }

    /// @param cap Most that the strategy may owe after it got assets.
    /// @param group Strategies that share a risk share a cap.
    /// @param listed Whether the strategy is in use.
    /// @param liquid Whether deposits and withdrawals use it.
    struct Line {
        uint256 cap;
        bytes32 group;
        bool listed;
        bool liquid;
    }

    error AlreadyOpen(IVault vault);
    error AlreadyListed(IStrategy strategy);
    error NotListed(IStrategy strategy);
    error StillListed(IStrategy strategy);
    error OtherVault(IStrategy strategy);
    error OtherAsset(IStrategy strategy);
    error TooManyStrategies();
    error StillInUse(IStrategy strategy);
    error CapNotRaised(uint256 cap);
    error CapNotLowered(uint256 cap);
    error BadOrder();
    error RateTooHigh(uint256 rate);
    error ZeroAccount();

    event Opened(IVault indexed vault, address feeRecipient, uint256 depositLimit);
    event StrategyAdded(IVault indexed vault, IStrategy indexed strategy, bytes32 indexed group, bool liquid);
    event StrategyRemoved(IVault indexed vault, IStrategy indexed strategy);
    event CapSet(IVault indexed vault, IStrategy indexed strategy, uint256 cap);
    event GroupCapSet(IVault indexed vault, bytes32 indexed group, uint256 cap);
    event OrderSet(IVault indexed vault, IStrategy[] order);
    event BufferSet(IVault indexed vault, uint256 buffer);
    event FeesSet(IVault indexed vault, uint256 performanceRate, uint256 managementRate);
    event FeeRecipientSet(IVault indexed vault, address recipient);
    event DepositLimitSet(IVault indexed vault, uint256 limit);
    event LossLimitSet(IVault indexed vault, uint256 limit);

    /// @notice Begin the mandate of the caller. Vaults do this when they are set up.
    function open(address feeRecipient, uint256 depositLimit) external;

    /// @notice List a strategy. Waits.
    function addStrategy(IVault vault, IStrategy strategy, bytes32 group) external;

    /// @notice Take a strategy off the list that has no cap and owes nothing. Curators.
    function removeStrategy(IVault vault, IStrategy strategy) external;

    /// @notice Take a strategy off the list whatever it owes. What it owes is lost. Waits.
    function writeOff(IVault vault, IStrategy strategy) external;

    /// @notice Get what a strategy can pay that is not listed any more. Counts as profit. Curators.
    function salvage(IVault vault, IStrategy strategy) external;

    /// @notice Raise the cap of a strategy. Waits.
    function raiseCap(IVault vault, IStrategy strategy, uint256 cap) external;

    /// @notice Lower the cap of a strategy, at once. Curators and guardians.
    function lowerCap(IVault vault, IStrategy strategy, uint256 cap) external;

    /// @notice Raise the cap of a group. Waits.
    function raiseGroupCap(IVault vault, bytes32 group, uint256 cap) external;

    /// @notice Lower the cap of a group, at once. Curators and guardians.
    function lowerGroupCap(IVault vault, bytes32 group, uint256 cap) external;

    /// @notice Order in which deposits fill the liquid strategies. Withdrawals empty them from the end. Allocators.
    function setOrder(IVault vault, IStrategy[] calldata order) external;

    /// @notice Set what deposits leave idle. Allocators.
    function setBuffer(IVault vault, uint256 buffer) external;

    /// @notice Set the rates of both fees. Waits.
    function setFees(IVault vault, uint256 performanceRate, uint256 managementRate) external;

    /// @notice Set who gets fees from now on. Curators.
    function setFeeRecipient(IVault vault, address recipient) external;

    /// @notice Set what the vault may be worth after a deposit. Curators.
    function setDepositLimit(IVault vault, uint256 limit) external;

    /// @notice Set the loss that ends deposits. Waits.
    function setLossLimit(IVault vault, uint256 limit) external;

    function termsOf(IVault vault) external view returns (Terms memory);

    function lineOf(IVault vault, IStrategy strategy) external view returns (Line memory);

    function strategies(IVault vault) external view returns (IStrategy[] memory);

    /// @notice Liquid strategies, in order.
    function queue(IVault vault) external view returns (IStrategy[] memory);

    function groupCap(IVault vault, bytes32 group) external view returns (uint256);

    /// @notice What the strategies of a group owe together.
    function groupDebt(IVault vault, bytes32 group) external view returns (uint256);

    /// @notice What a strategy may still get.
    function roomOf(IVault vault, IStrategy strategy) external view returns (uint256);
}
