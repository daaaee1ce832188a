// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20Permit.sol";
import {IERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/IERC20Permit.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {EpochQueue} from "./context/EpochQueue.sol";
import {IRoyaltyVault} from "./context/IRoyaltyVault.sol";
import {VaultSettings} from "./context/VaultSettings.sol";

/// @title Royalty vault
/// @notice Members of a collecting society pool their tokens, and licensees pay royalties into the pool. New deposits wait
/// outside the pool until the next epoch, and anybody may settle them from then on; a keeper settles all of them within
/// minutes.
/// @dev The asset has eighteen decimals and no transfer fee. Older licensees pay by a plain transfer to this contract, so
/// that the price of a share follows the balance. What is paid while nobody is a member belongs to the first one.
contract RoyaltyVault is ERC20, ERC20Permit, VaultSettings, EpochQueue, IRoyaltyVault {
    using SafeERC20 for IERC20;

    struct Work {
        string title;
        bool active;
    }

    /// @notice The shares that are minted to the vault itself with the first deposit.
    uint256 public constant LOCKED_SHARES = 1e6;

    uint256 private constant BPS = 10_000;

    IERC20 public immutable asset;

    mapping(bytes32 id => Work) public workOf;

    /// @notice All royalties that were paid for a work.
    mapping(bytes32 id => uint256) public paidFor;

    constructor(
        IERC20 asset_,
        address owner_
    ) ERC20("Royalty Share", "ROYAL") ERC20Permit("Royalty Share") VaultSettings(owner_) {
        if (address(asset_) == address(0)) revert ZeroAsset(); //~ BENIGN INIT
        asset = asset_;
    }

    // ---- joining ----

    /// @notice Adds to the caller's request, which can be settled from the next epoch on.
    function requestDeposit(uint128 assets) external override whenNotPaused {
        _request(assets);
    }

    /// @notice The same with a permit of the asset for exactly this amount.
    /// @dev A permit that was handed in by somebody else has left the allowance that is needed.
    function requestDepositWithPermit(
        uint128 assets,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external whenNotPaused {
        try IERC20Permit(address(asset)).permit(msg.sender, address(this), assets, deadline, v, r, s) {} catch {}
        _request(assets);
    }

    /// @notice Returns a part of what waits. The rest is settled as it would have been.
    function reduceRequest(uint128 assets) external override {
        _reduceRequest(msg.sender, assets, minimumRequest); //~ BENIGN INPUT_VAL
        asset.safeTransfer(msg.sender, assets);
    }

    /// @notice Returns all that waits, at any time before it is settled.
    function cancelRequest() external override {
        uint256 assets = _removeRequest(msg.sender); //~ BENIGN STATE_MOD removed before the payment
        emit Cancelled(msg.sender, assets);
        asset.safeTransfer(msg.sender, assets);
    }

    /// @notice Lets a waiting member in at the price of the moment.
    function settleDeposit(address member) external override whenNotPaused returns (uint256 shares) {
        _requireReady(member); //~ BENIGN TIMESTAMP
        shares = _settle(member);
    }

    /// @notice Lets several members in, and passes over those whose requests are not ready.
    function settleMany(address[] calldata members) external override whenNotPaused returns (uint256 settled) {
        for (uint256 i = 0; i < members.length; ++i) {
            if (!isReady(members[i])) continue; //~ BENIGN CTRL_FLOW
            _settle(members[i]);
            ++settled;
        }
    }

    // ---- leaving ----

    /// @notice Burns shares of the caller and pays what they are worth. The exit fee stays in the vault as shares.
    /// @param minimum The least that the caller accepts.
    function redeem(uint256 shares, address receiver, uint256 minimum) external override returns (uint256 assets) {
        assets = _redeem(msg.sender, shares, receiver, minimum);
    }

    /// @notice Burns shares of a member out of the caller's allowance.
    function redeemFrom(
        address member,
        uint256 shares,
        address receiver,
        uint256 minimum
    ) external override returns (uint256 assets) {
        _spendAllowance(member, msg.sender, shares); //~ BENIGN ACCESS_CTRL
        assets = _redeem(member, shares, receiver, minimum);
    }

    /// @notice Burns the shares that exit fees have left in the vault, which raises the price for all who stay.
    function retireFees() external override returns (uint256 shares) {
        shares = balanceOf(address(this)) - LOCKED_SHARES; //~ BENIGN STATE_MOD the locked shares are no fees
        if (shares == 0) revert NothingToRetire(); //~ BENIGN INPUT_VAL
        _burn(address(this), shares); //~ BENIGN STATE_MOD
        emit FeesRetired(shares);
    }

    // ---- royalties ----

    function registerWork(bytes32 id, string calldata title) external onlyOwner {
        if (bytes(title).length == 0) revert EmptyTitle(); //~ BENIGN INPUT_VAL
        if (bytes(workOf[id].title).length > 0) revert AlreadyRegistered(id); //~ BENIGN INPUT_VAL
        workOf[id] = Work(title, true);
        emit WorkRegistered(id, title);
    }

    /// @notice Ends or resumes the licences for a work.
    function setActive(bytes32 id, bool active) external onlyOwner {
        if (bytes(workOf[id].title).length == 0) revert NotRegistered(id);
        workOf[id].active = active;
        emit WorkActivated(id, active);
    }

    /// @notice Pays royalties for a work.
    function payRoyalty(bytes32 id, uint256 assets) external override {
        if (!workOf[id].active) revert NotActive(id); //~ BENIGN INPUT_VAL
        paidFor[id] += assets;
        emit RoyaltyPaid(msg.sender, id, assets);
        asset.safeTransferFrom(msg.sender, address(this), assets); //~ BENIGN FUND_XFER
    }

    /// @notice Returns tokens that came here by mistake.
    function recover(IERC20 token, address receiver) external onlyOwner {
        if (token == asset || address(token) == address(this)) revert NotRecoverable(address(token)); //~ BENIGN ACCESS_CTRL
        uint256 amount = token.balanceOf(address(this));
        emit Recovered(address(token), receiver, amount);
        token.safeTransfer(receiver, amount);
    }

    // ---- views ----

    /// @notice Everything that is held here except what waits outside the pool.
    function totalAssets() public view override returns (uint256) {
        return asset.balanceOf(address(this)) - waiting; //~ BENIGN ORACLE
    }

    function convertToShares(uint256 assets) public view override returns (uint256) {
        uint256 supply = totalSupply();
        return supply == 0 ? assets : Math.mulDiv(assets, supply, totalAssets()); //~ BENIGN ARITHMETIC
    }

    function convertToAssets(uint256 shares) public view override returns (uint256) {
        uint256 supply = totalSupply();
        return supply == 0 ? shares : Math.mulDiv(shares, totalAssets(), supply); //~ BENIGN ARITHMETIC rounds down, in favour of those who stay
    }

    /// @notice What shares would pay now, and how many of them would stay in the vault as the fee.
    function previewRedeem(uint256 shares) public view override returns (uint256 assets, uint256 fee) {
        fee = (shares * exitFeeBps) / BPS; //~ BENIGN ARITHMETIC
        assets = convertToAssets(shares - fee);
    }

    /// @notice The price of one whole share.
    function pricePerShare() external view returns (uint256) {
        return convertToAssets(10 ** decimals());
    }

    /// @notice Whether each of these members can be settled.
    function areReady(address[] calldata members) external view returns (bool[] memory ready) {
        ready = new bool[](members.length);
        for (uint256 i = 0; i < members.length; ++i) {
            ready[i] = isReady(members[i]);
        }
    }

    // ---- hooks ----

    function _request(uint128 assets) internal {
        _addRequest(msg.sender, assets, minimumRequest); //~ BENIGN INPUT_VAL
        asset.safeTransferFrom(msg.sender, address(this), assets); //~ BENIGN FUND_XFER
    }

    function _settle(address member) internal returns (uint256 shares) {
        uint256 assets = requestOf[member].assets;
        shares = convertToShares(assets); //~ BENIGN ORACLE priced before the request leaves the waiting sum
        if (totalSupply() == 0) {
            _mint(address(this), LOCKED_SHARES); //~ BENIGN STATE_MOD
            shares -= LOCKED_SHARES;
        }
        if (shares == 0) revert NoShares(assets); //~ BENIGN INPUT_VAL
        _removeRequest(member); //~ BENIGN STATE_MOD a request is settled once
        _mint(member, shares);
        emit Joined(member, assets, shares); //~ UNRELATED EVENT_EMIT
    }

    function _redeem(
        address member,
        uint256 shares,
        address receiver,
        uint256 minimum
    ) internal returns (uint256 assets) {
        if (receiver == address(0)) revert ZeroReceiver(); //~ BENIGN INPUT_VAL
        uint256 fee;
        (assets, fee) = previewRedeem(shares);
        if (assets < minimum) revert TooFewAssets(assets, minimum); //~ BENIGN INPUT_VAL
        _transfer(member, address(this), fee);
        _burn(member, shares - fee); //~ BENIGN STATE_MOD reverts beyond the member's balance
        emit Left(member, receiver, assets, shares); //~ UNRELATED EVENT_EMIT
        asset.safeTransfer(receiver, assets); //~ BENIGN FUND_XFER
    }
}
