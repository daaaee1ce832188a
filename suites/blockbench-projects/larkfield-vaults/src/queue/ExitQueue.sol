// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {EIP712} from "@openzeppelin/contracts@5.4.0/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts@5.4.0/utils/cryptography/SignatureChecker.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";

import {IExitQueue} from "../interfaces/IServices.sol";
import {IVault, IVaultFactory} from "../interfaces/IVault.sol";

/// @title ExitQueue
/// @notice First come, first served, for all vaults. Payments are credited and claimed, so no receiver can hold others up.
/// @dev A request earns and loses with its vault until it is filled. It may be filled in parts.
contract ExitQueue is IExitQueue, EIP712, ReentrancyGuard {
    using SafeERC20 for IERC20;
    using SafeERC20 for IVault;

    struct Lane {
        uint256 head;
        Request[] requests;
    }

    bytes32 private constant EXIT_TYPEHASH = keccak256(
        "Exit(address vault,address owner,address receiver,uint256 shares,uint256 minAssets,uint256 tip,uint256 nonce,uint256 deadline)"
    );

    /// @notice Says which vaults there are.
    IVaultFactory public immutable factory;

    /// @inheritdoc IExitQueue
    mapping(IERC20 asset => mapping(address account => uint256)) public owed;

    /// @notice Whether an owner's number was used or given up.
    mapping(address owner => mapping(uint256 nonce => bool)) public isUsed;

    mapping(IVault vault => Lane) private _lanes;

    constructor(IVaultFactory factory_) EIP712("Larkfield exits", "1") {
        factory = factory_;
    }

    // --- requests ---

    /// @inheritdoc IExitQueue
    function request(IVault vault, uint256 shares, uint256 minAssets, address receiver)
        external
        nonReentrant
        returns (uint256 id)
    {
        id = _push(vault, Request(msg.sender, receiver, msg.sender, shares, minAssets, 0));
    }

    /// @inheritdoc IExitQueue
    function requestSigned(Order calldata order, bytes calldata signature) external nonReentrant returns (uint256 id) {
        if (block.timestamp > order.deadline) revert Expired(order.deadline);
        if (order.tip > order.minAssets) revert TipTooHigh(order.tip);
        if (!SignatureChecker.isValidSignatureNow(order.owner, digestOf(order), signature)) revert BadSignature(order.owner);
        _use(order.owner, order.nonce);
        id = _push(
            order.vault, Request(order.owner, order.receiver, msg.sender, order.shares, order.minAssets, order.tip)
        );
    }

    /// @inheritdoc IExitQueue
    function giveUp(uint256 nonce) external {
        _use(msg.sender, nonce);
        emit NonceGivenUp(msg.sender, nonce);
    }

    /// @inheritdoc IExitQueue
    function cancel(IVault vault, uint256 id) external nonReentrant returns (uint256 shares) {
        Request storage r = _lanes[vault].requests[id];
        if (msg.sender != r.owner) revert NotOwner(msg.sender);
        shares = r.shares;
        _giveBack(vault, id);
    }

    // --- payments ---

    /// @inheritdoc IExitQueue
    function process(IVault vault, uint256 count) external nonReentrant returns (uint256 settled) {
        vault.settle();
        Lane storage lane = _lanes[vault];
        for (; settled < count && lane.head < lane.requests.length; settled++) {
            Request storage r = lane.requests[lane.head];
            if (r.owner != address(0)) {
                uint256 worth = vault.previewRedeem(r.shares);
                if (worth == 0 || worth < r.minAssets) {
                    _giveBack(vault, lane.head);
                } else {
                    uint256 shares = Math.min(r.shares, vault.maxRedeem(address(this)));
                    if (shares > 0) _fill(vault, lane.head, shares);
                    if (r.shares > 0) break;
                    delete lane.requests[lane.head];
                }
            }
            lane.head++;
        }
    }

    /// @inheritdoc IExitQueue
    function claim(IERC20 asset, address account) external returns (uint256 assets) {
        assets = owed[asset][account];
        if (assets == 0) revert NothingOwed(account);
        delete owed[asset][account]; //~ DECOY REENTRY_GUARD gone before the account is paid
        asset.safeTransfer(account, assets);
        emit Claimed(asset, account, assets);
    }

    // --- views ---

    /// @inheritdoc IExitQueue
    function headOf(IVault vault) external view returns (uint256) {
        return _lanes[vault].head;
    }

    /// @inheritdoc IExitQueue
    function countOf(IVault vault) external view returns (uint256) {
        return _lanes[vault].requests.length;
    }

    /// @inheritdoc IExitQueue
    function requestOf(IVault vault, uint256 id) external view returns (Request memory) {
        return _lanes[vault].requests[id];
    }

    /// @notice Hash of an order, which its owner signs.
    function digestOf(Order calldata order) public view returns (bytes32) {
        return _hashTypedDataV4(
            keccak256(
                abi.encode(
                    EXIT_TYPEHASH,
                    order.vault, //~ BENIGN SIGNATURE the vault is signed as well
                    order.owner,
                    order.receiver,
                    order.shares,
                    order.minAssets,
                    order.tip,
                    order.nonce,
                    order.deadline
                )
            )
        );
    }

    // --- internal ---

    function _push(IVault vault, Request memory r) private returns (uint256 id) {
        if (!factory.isVault(address(vault))) revert UnknownVault(address(vault));
        if (r.shares == 0) revert NoShares();
        if (r.receiver == address(0)) revert NoReceiver();
        id = _lanes[vault].requests.length;
        _lanes[vault].requests.push(r);
        vault.safeTransferFrom(r.owner, address(this), r.shares);
        emit Requested(vault, id, r.owner, r.shares, r.minAssets);
    }

    /// @dev Redeems shares of a request, and credits what they bring.
    function _fill(IVault vault, uint256 id, uint256 shares) private {
        Request storage r = _lanes[vault].requests[id];
        uint256 assets = vault.redeem(shares, address(this), address(this));
        uint256 tip = Math.min(assets, Math.mulDiv(r.tip, shares, r.shares)); //~ BENIGN COMPUTATION its part of the tip
        r.tip -= tip; //~ BENIGN STATE_MOD
        r.shares -= shares;
        r.minAssets = Math.saturatingSub(r.minAssets, assets);
        IERC20 asset = IERC20(vault.asset());
        owed[asset][r.receiver] += assets - tip;
        owed[asset][r.relayer] += tip;
        emit Filled(vault, id, shares, assets, tip);
    }

    /// @dev Shares go back to their owner, who was able to have them before.
    function _giveBack(IVault vault, uint256 id) private {
        Request memory r = _lanes[vault].requests[id];
        delete _lanes[vault].requests[id];
        vault.safeTransfer(r.owner, r.shares);
        emit Returned(vault, id, r.shares);
    }

    function _use(address owner, uint256 nonce) private {
        if (isUsed[owner][nonce]) revert NonceUsed(owner, nonce);
        isUsed[owner][nonce] = true;
    }
}
