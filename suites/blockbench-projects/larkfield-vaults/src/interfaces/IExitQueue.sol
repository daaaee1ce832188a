// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

import {IVault} from "./IVault.sol";

/// @title IExitQueue
/// @notice Shares that wait until their vault can pay.
interface IExitQueue {
    /// @param owner Account whose shares they are. Zero if the request is settled.
    /// @param receiver Account that gets the assets.
    /// @param relayer Account that gets the tip.
    /// @param shares Shares that are left.
    /// @param minAssets What they have to bring at least.
    /// @param tip Part of the assets that is the relayer's.
    struct Request {
        address owner;
        address receiver;
        address relayer;
        uint256 shares;
        uint256 minAssets;
        uint256 tip;
    }

    /// @notice What an owner signs.
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
