// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

import {IStrategy} from "./IStrategy.sol";
import {IVault} from "./IVault.sol";

/// @title IRewardSeller
/// @notice Sells the rewards of strategies for the assets of their vaults.
interface IRewardSeller {
    error UnknownVault(address vault);
    error NothingToSell();
    error RateTooHigh(uint256 rate);

    event Brought(IVault indexed vault, IERC20 indexed token, address indexed from, uint256 amount);
    event Sold(IVault indexed vault, IERC20 indexed token, uint256 amount, uint256 received, uint256 tip);
    event TermsSet(uint256 tolerance, uint256 tipRate);

    /// @notice Bring tokens to be sold for a vault. Anybody.
    function bring(IVault vault, IERC20 token, uint256 amount) external;

    /// @notice Sell tokens for a vault. Anybody, for a tip.
    /// @param least Reverts if the sale brings less. Callers use it for a bound of their own.
    function sell(IVault vault, IERC20 token, uint256 amount, uint256 least, uint256 deadline)
        external
        returns (uint256 received);

    /// @notice Set what a sale may lose of the worth, and the tip, in basis points. Waits.
    function setTerms(uint256 tolerance, uint256 tipRate) external;

    /// @notice Tokens that wait to be sold for a vault.
    function held(IVault vault, IERC20 token) external view returns (uint256);

    /// @notice What they are worth, in assets of the vault.
    function worthOf(IVault vault, IERC20 token) external view returns (uint256);
}

/// @title IFeeSplitter
/// @notice Gets fees in shares of vaults, for their managers and the treasury.
interface IFeeSplitter {
    error OnlyFactory(address caller);
    error NotCurator(address caller);
    error NotManager(address caller);
    error NotOwed(address account);
    error ZeroAccount();
    error RateTooHigh(uint256 rate);

    event Enrolled(IVault indexed vault, address indexed manager);
    event ManagerChanged(IVault indexed vault, address indexed from, address indexed to);
    event RateSet(uint256 rate);
    event Split(IVault indexed vault, address indexed manager, uint256 forManager, uint256 forTreasury);
    event Paid(IVault indexed vault, address indexed account, uint256 shares);

    /// @notice Enrol a vault that the factory made. Factory only.
    function enrol(IVault vault, address manager) external;

    /// @notice Hand the management of a vault over. Its manager only.
    function changeManager(IVault vault, address manager) external;

    /// @notice Set the part of the treasury, in basis points. Curators.
    function setRate(uint256 rate) external;

    /// @notice Split the shares that came in since the last time. Anybody.
    function split(IVault vault) external;

    /// @notice Pay an account the shares that it is owed, whoever calls.
    function pay(IVault vault, address account) external returns (uint256 shares);

    function managerOf(IVault vault) external view returns (address);

    /// @notice Shares that an account is owed.
    function owed(IVault vault, address account) external view returns (uint256);
}

/// @title IRouter
/// @notice Several steps in one call, with limits. It keeps nothing between calls.
interface IRouter {
    /// @notice A permit that the owner of a token signed for the router.
    struct Permit {
        address owner;
        uint256 value;
        uint256 deadline;
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    error UnknownVault(address vault);
    error Expired(uint256 deadline);
    error NotOwner(address owner);
    error OtherAsset(address vault);
    error TooFewShares(uint256 shares);
    error TooFewAssets(uint256 assets);

    /// @notice Deposit assets of the caller.
    function deposit(IVault vault, uint256 assets, uint256 minShares, address receiver, uint256 deadline)
        external
        returns (uint256 shares);

    /// @notice Deposit assets of the caller, with a permit for them.
    function depositWithPermit(
        IVault vault,
        uint256 assets,
        uint256 minShares,
        address receiver,
        uint256 deadline,
        Permit calldata permit
    ) external returns (uint256 shares);

    /// @notice Redeem shares of the caller.
    function redeem(IVault vault, uint256 shares, uint256 minAssets, address receiver, uint256 deadline)
        external
        returns (uint256 assets);

    /// @notice Sell tokens of the caller for the asset of a vault, and deposit that.
    function zapIn(IVault vault, IERC20 token, uint256 amount, uint256 minShares, address receiver, uint256 deadline)
        external
        returns (uint256 shares);

    /// @notice Redeem shares of the caller, and sell the assets for another token.
    function zapOut(IVault vault, uint256 shares, IERC20 token, uint256 minAmount, address receiver, uint256 deadline)
        external
        returns (uint256 amount);

    /// @notice Move shares of the caller to another vault with the same asset.
    function migrate(IVault from, IVault to, uint256 shares, uint256 minShares, address receiver, uint256 deadline)
        external
        returns (uint256 received);
}

/// @title ITargetAllocator
/// @notice Brings the liquid strategies of a vault to their targets.
interface ITargetAllocator {
    error NotCurator(address caller);
    error BadTargets();
    error NoTargets(IVault vault);
    error TooSoon(uint256 nextAt);

    event TargetsSet(IVault indexed vault, IStrategy[] strategies, uint256[] parts);
    event Rebalanced(IVault indexed vault, address indexed by);

    /// @notice Set which part of the vault each strategy should have, in basis points. Curators.
    function setTargets(IVault vault, IStrategy[] calldata strategies, uint256[] calldata parts) external;

    /// @notice Move assets towards the targets. Anybody, once in an hour.
    function rebalance(IVault vault) external;

    function targetsOf(IVault vault) external view returns (IStrategy[] memory strategies, uint256[] memory parts);
}

/// @title IShareStaking
/// @notice Rewards for those who stake shares of a vault.
interface IShareStaking {
    error NotCurator(address caller);
    error NothingStaked();
    error NoReceiver();

    event Funded(address indexed from, uint256 amount, uint256 rate, uint256 end);
    event Staked(address indexed from, address indexed account, uint256 shares);
    event Unstaked(address indexed account, address indexed to, uint256 shares);
    event RewardPaid(address indexed account, address indexed to, uint256 amount);

    /// @notice Add rewards, and begin a new period with what is left of the last one. Curators.
    function fund(uint256 amount) external;

    /// @notice Stake shares of the caller for an account.
    function stake(uint256 shares, address account) external;

    /// @notice Take shares of the caller out.
    function unstake(uint256 shares, address to) external;

    /// @notice Take rewards of the caller out.
    function takeReward(address to) external returns (uint256 amount);

    function stakeOf(address account) external view returns (uint256);

    /// @notice Rewards of an account up to now.
    function rewardOf(address account) external view returns (uint256);
}

/// @title IExitQueue
/// @notice Shares that wait until their vault can pay.
interface IExitQueue {
    /// @param owner Account whose shares they are. Zero if the request is settled.
    /// @param receiver Account that gets the assets.
    /// @param relayer Account that gets the tip.
    /// @param shares Shares that are left.
    /// @param minAssets What they have to bring at least.
    /// @param tip Assets that are the relayer's.
    struct Request {
        address owner;
        address receiver;
        address relayer;
        uint256 shares;
        uint256 minAssets;
        uint256 tip;
    }

    /// @notice An order of an owner, which a relayer brings.
    struct Order {
        IVault vault;
        address owner;
        address receiver;
        uint256 shares;
        uint256 minAssets;
        uint256 tip;
        uint256 nonce;
        uint256 deadline;
    }

    error UnknownVault(address vault);
    error Expired(uint256 deadline);
    error BadSignature(address owner);
    error NonceUsed(address owner, uint256 nonce);
    error NotOwner(address caller);
    error NoShares();
    error NoReceiver();
    error NothingOwed(address account);
    error TipTooHigh(uint256 tip);

    event Requested(IVault indexed vault, uint256 indexed id, address indexed owner, uint256 shares, uint256 minAssets);
    event Filled(IVault indexed vault, uint256 indexed id, uint256 shares, uint256 assets, uint256 tip);
    event Returned(IVault indexed vault, uint256 indexed id, uint256 shares);
    event Claimed(IERC20 indexed asset, address indexed account, uint256 assets);
    event NonceGivenUp(address indexed owner, uint256 nonce);

    /// @notice Bring shares of the caller into the queue.
    /// @param minAssets Least that they may bring. If they are worth less when it is their turn, they go back.
    function request(IVault vault, uint256 shares, uint256 minAssets, address receiver) external returns (uint256 id);

    /// @notice Bring shares of an owner into the queue who signed for it. The tip is the caller's.
    function requestSigned(Order calldata order, bytes calldata signature) external returns (uint256 id);

    /// @notice Give a number up, so that no order with it can be used.
    function giveUp(uint256 nonce) external;

    /// @notice Take back what is left of a request. Its owner only.
    function cancel(IVault vault, uint256 id) external returns (uint256 shares);

    /// @notice Settle requests of a vault from the oldest on, as far as the vault can pay. Anybody.
    /// @param count Most requests to settle.
    /// @return settled Requests that are out of the queue.
    function process(IVault vault, uint256 count) external returns (uint256 settled);

    /// @notice Pay an account what it is owed, whoever calls.
    function claim(IERC20 asset, address account) external returns (uint256 assets);

    /// @notice Assets that an account can claim.
    function owed(IERC20 asset, address account) external view returns (uint256);

    /// @notice Number of the oldest request that is not settled.
    function headOf(IVault vault) external view returns (uint256);

    /// @notice Number of all requests.
    function countOf(IVault vault) external view returns (uint256);

    function requestOf(IVault vault, uint256 id) external view returns (Request memory);
}
