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
    error NotListed(IStrategy strategy);

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
