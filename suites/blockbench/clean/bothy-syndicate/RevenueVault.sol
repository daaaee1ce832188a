// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {IRevenueVault} from "./context/IRevenueVault.sol";
import {DepositQueue} from "./context/DepositQueue.sol";
import {ExpenseBudget} from "./context/ExpenseBudget.sol";

/// @notice Holds one asset for its depositors and receives the revenue of a business for them. A deposit is requested
/// first and processed three days later, by anybody and at the value that a share has then.
/// @dev The asset is an ordinary token of eighteen decimals, without a transfer fee. Balances of the token are never
/// used as a value of the vault; `managedAssets` is.
contract RevenueVault is IRevenueVault, ERC20, Ownable2Step, Pausable, DepositQueue, ExpenseBudget {
    using SafeERC20 for IERC20;
    using Math for uint256;

    uint256 public constant LOCK_PERIOD = 30 days;
    uint256 public constant MAX_FEE_BPS = 100;
    uint256 private constant BPS = 10_000;

    /// @dev Shares and assets that belong to nobody.
    uint256 private constant VIRTUAL_SHARES = 1e9; //~ BENIGN ARITHMETIC a share stays a billion times smaller than what it takes to raise it
    uint256 private constant VIRTUAL_ASSETS = 1;

    IERC20 public immutable asset;

    address public manager;
    address public feeRecipient;
    uint256 public feeBps;
    uint256 public depositCap;

    /// @notice Assets that belong to the shares, without pending requests and without tokens that were merely sent.
    uint256 public managedAssets;

    /// @notice Until when the shares of an account stay where they are.
    mapping(address account => uint256) public lockedUntil;

    modifier onlyManager() {
        if (msg.sender != manager) revert NotManager(msg.sender); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(
        IERC20 asset_,
        address manager_,
        address feeRecipient_,
        uint256 depositCap_
    ) ERC20("Revenue Vault Share", "RVS") Ownable(msg.sender) {
        asset = asset_;
        depositCap = depositCap_;
        _setManager(manager_);
        _setFee(feeRecipient_, 0);
    }

    // Deposits

    /// @notice Hands assets over for shares. The fee of today applies, whenever the request is processed.
    function requestDeposit(uint256 assets) external whenNotPaused returns (uint256 id) {
        return _requestDeposit(assets);
    }

    /// @notice The same with a signed allowance.
    /// @dev Goes on when somebody else has used the signature already; the allowance is there then.
    function requestDepositWithPermit(
        uint256 assets,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external whenNotPaused returns (uint256 id) {
        try IERC20Permit(address(asset)).permit(msg.sender, address(this), assets, deadline, v, r, s) {} catch {} //~ BENIGN SIGNATURE of the caller, for this amount
        return _requestDeposit(assets);
    }

    /// @notice Returns the assets of a request that has not been processed.
    function cancelDeposit(uint256 id) external {
        uint256 assets = _withdrawRequest(id, msg.sender); //~ BENIGN ACCESS_CTRL only a request of the caller, and not twice
        asset.safeTransfer(msg.sender, assets);
    }

    /// @notice Processes a request of whichever account.
    function processDeposit(uint256 id) public returns (uint256 shares) { //~ PREREQ CTRL_FLOW anybody picks the moment
        DepositRequest memory request = _dequeue(id); //~ BENIGN CTRL_FLOW once, and after the delay
        uint256 fee = request.assets.mulDiv(request.feeBps, BPS, Math.Rounding.Ceil);
        uint256 net = request.assets - fee;
        shares = convertToShares(net);
        managedAssets += net; //~ BENIGN STATE_MOD after the shares were computed, so that nobody pays for their own assets
        _mint(request.account, shares);
        lockedUntil[request.account] = block.timestamp + LOCK_PERIOD; //~ UNRELATED TIMESTAMP
        emit DepositProcessed(id, request.account, request.assets, fee, shares); //~ UNRELATED EVENT_EMIT
        asset.safeTransfer(feeRecipient, fee); //~ BENIGN EXT_CALL last, and of one asset named at deployment
    }

    /// @notice Processes several requests in the order given.
    function processDeposits(uint256[] calldata ids) external returns (uint256 shares) {
        for (uint256 i = 0; i < ids.length; ++i) {
            shares += processDeposit(ids[i]);
        }
    }

    /// @notice Burns shares of the caller and pays their value to the receiver.
    function redeem(uint256 shares, address receiver, uint256 minAssets) external returns (uint256 assets) {
        assets = convertToAssets(shares);
        if (assets < minAssets) revert TooFewAssets(assets, minAssets); //~ BENIGN INPUT_VAL
        _burn(msg.sender, shares); //~ BENIGN STATE_MOD not beyond the balance, and not while it is locked
        managedAssets -= assets;
        emit Redeemed(msg.sender, receiver, shares, assets);
        asset.safeTransfer(receiver, assets); //~ BENIGN FUND_XFER
    }

    // Revenue and expenses

    /// @notice Adds to the value of all shares.
    function distribute(uint256 assets) external {
        managedAssets += assets; //~ PREREQ STATE_MOD the value of a share can be raised from outside
        emit RevenueDistributed(msg.sender, assets); //~ UNRELATED EVENT_EMIT
        asset.safeTransferFrom(msg.sender, address(this), assets);
    }

    /// @notice Pays an expense within the budget of the period.
    function payExpense(address payee, uint256 assets, string calldata purpose) external onlyManager {
        _useBudget(assets);
        managedAssets -= assets; //~ BENIGN ARITHMETIC checked, so that nothing is paid from pending requests
        emit ExpensePaid(payee, assets, purpose);
        asset.safeTransfer(payee, assets);
    }

    // Administration

    function setManager(address manager_) external onlyOwner {
        _setManager(manager_);
    }

    function setFee(address recipient, uint256 feeBps_) external onlyOwner {
        _setFee(recipient, feeBps_);
    }

    /// @notice Bounds what may be requested from now on. What is in stays in.
    function setDepositCap(uint256 cap) external onlyOwner {
        depositCap = cap;
        emit DepositCapSet(cap);
    }

    /// @notice Stops new requests. Requests can still be cancelled and processed, and shares redeemed.
    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    /// @notice Sends on what somebody has transferred to the vault without a request.
    function recoverSurplus(address receiver) external onlyOwner returns (uint256 assets) {
        assets = surplus(); //~ BENIGN COMPUTATION neither managed nor pending
        emit SurplusRecovered(receiver, assets);
        asset.safeTransfer(receiver, assets);
    }

    /// @notice Sends on another token that somebody has transferred to the vault.
    function recoverToken(IERC20 token, address receiver) external onlyOwner {
        if (token == asset) revert BadAddress(address(token)); //~ BENIGN INPUT_VAL
        token.safeTransfer(receiver, token.balanceOf(address(this)));
    }

    // Views

    function convertToShares(uint256 assets) public view returns (uint256) {
        return assets.mulDiv(totalSupply() + VIRTUAL_SHARES, managedAssets + VIRTUAL_ASSETS); //~ BENIGN ARITHMETIC rounds down
    }

    function convertToAssets(uint256 shares) public view returns (uint256) {
        return shares.mulDiv(managedAssets + VIRTUAL_ASSETS, totalSupply() + VIRTUAL_SHARES); //~ BENIGN ARITHMETIC rounds down, the virtual shares keep the rest
    }

    /// @notice How much may be requested now.
    function depositRoom() public view returns (uint256) {
        uint256 used = managedAssets + pendingAssets;
        return used < depositCap ? depositCap - used : 0;
    }

    function surplus() public view returns (uint256) {
        return asset.balanceOf(address(this)) - managedAssets - pendingAssets;
    }

    /// @notice How many shares the account could redeem now.
    function maxRedeem(address account) external view returns (uint256) {
        return block.timestamp < lockedUntil[account] ? 0 : balanceOf(account);
    }

    /// @notice What an account holds, what that is worth, and until when it is locked.
    function positionOf(address account) external view returns (uint256 shares, uint256 assets, uint256 until) {
        shares = balanceOf(account);
        assets = convertToAssets(shares);
        until = lockedUntil[account];
    }

    // Hooks

    function _requestDeposit(uint256 assets) internal returns (uint256 id) {
        uint256 room = depositRoom();
        if (assets > room) revert CapExceeded(room); //~ BENIGN INPUT_VAL
        id = _enqueue(msg.sender, assets, uint32(feeBps));
        asset.safeTransferFrom(msg.sender, address(this), assets); //~ BENIGN FUND_XFER
    }

    /// @dev Locked shares are neither transferred nor burnt.
    function _update(address from, address to, uint256 shares) internal override {
        if (block.timestamp < lockedUntil[from]) revert SharesLocked(lockedUntil[from]); //~ BENIGN TIMESTAMP
        super._update(from, to, shares);
    }

    function _budgetBase() internal view override returns (uint256) {
        return managedAssets;
    }

    function _setManager(address manager_) internal {
        if (manager_ == address(0)) revert BadAddress(manager_);
        manager = manager_;
        emit ManagerSet(manager_);
    }

    function _setFee(address recipient, uint256 feeBps_) internal {
        if (recipient == address(0) || recipient == address(this)) revert BadAddress(recipient);
        if (feeBps_ > MAX_FEE_BPS) revert FeeTooHigh(feeBps_, MAX_FEE_BPS); //~ BENIGN INPUT_VAL
        feeRecipient = recipient;
        feeBps = feeBps_;
        emit FeeSet(recipient, feeBps_);
    }
}
