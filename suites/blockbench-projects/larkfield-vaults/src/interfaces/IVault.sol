// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {IERC4626} from "@openzeppelin/contracts@5.4.0/interfaces/IERC4626.sol";

import {IStrategy} from "./IStrategy.sol";

/// @title IAllocation
/// @notice What strategies owe to a vault, and how assets move between them.
interface IAllocation {
    error NotAllocator(address caller);
    error OnlyMandate(address caller);
    error NoRoom(IStrategy strategy, uint256 room);
    error NotIdle(uint256 idle);
    error OwesLess(IStrategy strategy, uint256 debt);
    error TooLittleReceived(uint256 received);
    error NotEnoughLiquidity(uint256 wanted, uint256 idle);

    event Supplied(IStrategy indexed strategy, uint256 assets);
    event Recalled(IStrategy indexed strategy, uint256 wanted, uint256 received);
    event RecallFailed(IStrategy indexed strategy, uint256 wanted);
    event WrittenOff(IStrategy indexed strategy, uint256 debt);
    event Salvaged(IStrategy indexed strategy, uint256 received);

    /// @notice Move idle assets to a strategy. Allocators.
    function allocate(IStrategy strategy, uint256 assets) external;

    /// @notice Move assets back from a strategy. Allocators.
    /// @param least Reverts if less comes.
    function deallocate(IStrategy strategy, uint256 assets, uint256 least) external returns (uint256 received);

    /// @notice Count what a strategy owes as lost. Mandate only.
    function writeOff(IStrategy strategy) external;

    /// @notice Get what a strategy can pay that is not in use any more, as profit. Mandate only.
    function salvage(IStrategy strategy) external;

    /// @notice Assets of the vault that no strategy has. What is sent here without a call does not count.
    function idle() external view returns (uint256);

    /// @notice What all strategies owe, as it was last booked.
    function totalDebt() external view returns (uint256);

    /// @notice What a strategy owes, as it was last booked.
    function debtOf(IStrategy strategy) external view returns (uint256);

    /// @notice What the vault could pay at present.
    function liquidity() external view returns (uint256);
}

/// @title IVault
/// @notice A vault that spreads its assets over strategies.
interface IVault is IERC4626, IAllocation {
    error DepositTooLarge(uint256 room);
    error ZeroShares();
    error ZeroAssets();
    error NotCurator(address caller);
    error NotInUse(IStrategy strategy);

    event Closed(address indexed by);
    event Reopened(address indexed by);
    event ManagementFee(uint256 shares);
    event Profit(uint256 gain, uint256 fee, uint256 shares);
    event Loss(uint256 loss, uint256 absorbed);
    event Reported(IStrategy indexed strategy, uint256 gain, uint256 debt);
    event Collected(address indexed from, uint256 assets);

    /// @notice Set a clone up. Once.
    function initialize(
        IERC20 asset_,
        string calldata name_,
        string calldata symbol_,
        address feeRecipient,
        uint256 depositLimit
    ) external;

    /// @notice Book losses, and the management fee up to now. Anybody.
    function settle() external;

    /// @notice Book the profit of a strategy. Anybody.
    function report(IStrategy strategy) external returns (uint256 gain);

    /// @notice Pay assets in as profit. Anybody.
    function collect(uint256 assets) external;

    /// @notice End deposits. Curators and guardians.
    function close() external;

    /// @notice Allow deposits again. Curators.
    function reopen() external;

    /// @notice Whether deposits have ended.
    function isClosed() external view returns (bool);

    /// @notice Profit that is not available yet, as it was last booked.
    function lockedProfit() external view returns (uint256);

    /// @notice Losses that no profit has made up for yet.
    function shortfall() external view returns (uint256);
}

/// @title IVaultFactory
/// @notice Makes vaults, and says which ones it made.
interface IVaultFactory {
    error ZeroManager();

    event Created(IVault indexed vault, IERC20 indexed asset, address indexed manager);

    /// @notice Make a vault. Curators.
    function create(
        IERC20 asset,
        string calldata name,
        string calldata symbol,
        address manager,
        uint256 depositLimit
    ) external returns (IVault vault);

    function isVault(address account) external view returns (bool);
}

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
    /// @param group Name of the risk that the strategy stands for.
    /// @param listed Whether the strategy is on the list.
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
