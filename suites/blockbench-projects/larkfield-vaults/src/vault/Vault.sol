// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {IERC4626} from "@openzeppelin/contracts@5.4.0/interfaces/IERC4626.sol";
import {Initializable} from "@openzeppelin/contracts@5.4.0/proxy/utils/Initializable.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/IERC20Metadata.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {IAuthority, Role} from "../interfaces/IAuthority.sol";
import {IStrategy} from "../interfaces/IStrategy.sol";
import {IMandate, IVault} from "../interfaces/IVault.sol";
import {ProfitLock} from "../libraries/ProfitLock.sol";
import {Allocation} from "./Allocation.sol";

/// @title Vault
/// @notice Shares of assets that strategies work with. Clones of one template; each has one asset.
/// @dev Every change of assets or shares begins with `_settle`, which books losses. Profits are booked when they are
/// reported. Roundings are in favour of the vault. Views show what a call in the same block would settle.
contract Vault is IVault, ERC20, Allocation, Initializable {
    using ProfitLock for ProfitLock.Lock;
    using SafeERC20 for IERC20;

    /// @notice Time over which a profit becomes available.
    uint256 public constant UNLOCK_TIME = 7 days;

    uint256 private constant BASIS = 10_000;
    uint256 private constant YEAR = 365 days;
    uint256 private constant DAY = 1 days;

    /// @dev Shares that nobody owns, against one unit of assets. They make it dear to move the first price.
    uint256 private constant OFFSET = 1e6;

    /// @inheritdoc IVault
    bool public isClosed;

    /// @inheritdoc IVault
    uint256 public shortfall;

    /// @notice When the management fee was last taken.
    uint256 public accruedAt;

    /// @notice When the day of the present losses began.
    uint256 public lossDay;

    /// @notice What was lost since then.
    uint256 public lostInDay;

    /// @notice What the vault held then.
    uint256 public heldBefore;

    uint8 private _decimals;
    string private _name;
    string private _symbol;
    ProfitLock.Lock private _lock;

    /// @notice Template of all vaults. It cannot be set up itself.
    constructor(IAuthority authority_, IMandate mandate_) ERC20("", "") Allocation(authority_, mandate_) {
        _disableInitializers();
    }

    /// @inheritdoc IVault
    function initialize(
        IERC20 asset_,
        string calldata name_,
        string calldata symbol_,
        address feeRecipient,
        uint256 depositLimit
    ) external initializer {
        _token = asset_;
        _decimals = IERC20Metadata(address(asset_)).decimals() + 6;
        _name = name_;
        _symbol = symbol_;
        accruedAt = block.timestamp;
        mandate.open(feeRecipient, depositLimit);
    }

    // --- deposits and withdrawals ---

    /// @inheritdoc IERC4626
    function deposit(uint256 assets, address receiver) external nonReentrant returns (uint256 shares) {
        uint256 room = _settle();
        shares = _toShares(assets, _total(), totalSupply(), Math.Rounding.Floor);
        _enter(assets, shares, receiver, room);
    }

    /// @inheritdoc IERC4626
    function mint(uint256 shares, address receiver) external nonReentrant returns (uint256 assets) {
        uint256 room = _settle();
        assets = _toAssets(shares, _total(), totalSupply(), Math.Rounding.Ceil);
        _enter(assets, shares, receiver, room);
    }

    /// @inheritdoc IERC4626
    function withdraw(uint256 assets, address receiver, address owner) external nonReentrant returns (uint256 shares) {
        _settle();
        shares = _toShares(assets, _total(), totalSupply(), Math.Rounding.Ceil);
        _leave(assets, shares, receiver, owner);
    }

    /// @inheritdoc IERC4626
    function redeem(uint256 shares, address receiver, address owner) external nonReentrant returns (uint256 assets) {
        _settle();
        assets = _toAssets(shares, _total(), totalSupply(), Math.Rounding.Floor);
        _leave(assets, shares, receiver, owner);
    }

    // --- books ---

    /// @inheritdoc IVault
    function settle() external nonReentrant {
        _settle();
    }

    /// @inheritdoc IVault
    /// @dev A strategy that is not listed has neither a cap nor a debt.
    function report(IStrategy strategy) external nonReentrant returns (uint256 gain) {
        _settle();
        uint256 debt = debtOf[strategy];
        if (debt == 0 && mandate.lineOf(_self(), strategy).cap == 0) revert NotInUse(strategy);
        uint256 value = strategy.totalAssets();
        gain = value - debt;
        _bookProfit(gain);
        _setDebt(strategy, value);
        emit Reported(strategy, gain, value);
    }

    /// @inheritdoc IVault
    function collect(uint256 assets) external nonReentrant {
        _settle();
        _token.safeTransferFrom(msg.sender, address(this), assets);
        _bookProfit(assets);
        idle += assets;
        emit Collected(msg.sender, assets);
    }

    // --- deposits as a whole ---

    /// @inheritdoc IVault
    function close() external {
        if (!_isRole(Role.Curator) && !_isRole(Role.Guardian)) revert NotCurator(msg.sender);
        isClosed = true;
        emit Closed(msg.sender);
    }

    /// @inheritdoc IVault
    /// @dev Losses that are already booked do not end deposits again.
    function reopen() external {
        if (!_isRole(Role.Curator)) revert NotCurator(msg.sender);
        isClosed = false;
        (lossDay, lostInDay, heldBefore) = (0, 0, 0);
        emit Reopened(msg.sender);
    }

    // --- views ---

    /// @inheritdoc IERC4626
    function asset() external view returns (address) {
        return address(_token);
    }

    function name() public view override(ERC20, IERC20Metadata) returns (string memory) {
        return _name;
    }

    function symbol() public view override(ERC20, IERC20Metadata) returns (string memory) {
        return _symbol;
    }

    /// @notice Shares have six decimals more than assets.
    function decimals() public view override(ERC20, IERC20Metadata) returns (uint8) {
        return _decimals;
    }

    /// @inheritdoc IVault
    function lockedProfit() external view returns (uint256) {
        return _lock.remaining();
    }

    /// @inheritdoc IERC4626
    function totalAssets() external view returns (uint256 total) {
        (total,,) = _settled();
    }

    /// @inheritdoc IERC4626
    function convertToShares(uint256 assets) external view returns (uint256) {
        return previewDeposit(assets);
    }

    /// @inheritdoc IERC4626
    function convertToAssets(uint256 shares) external view returns (uint256) {
        return previewRedeem(shares);
    }

    /// @inheritdoc IERC4626
    function previewDeposit(uint256 assets) public view returns (uint256) {
        (uint256 total, uint256 supply,) = _settled();
        return _toShares(assets, total, supply, Math.Rounding.Floor);
    }

    /// @inheritdoc IERC4626
    function previewMint(uint256 shares) external view returns (uint256) {
        (uint256 total, uint256 supply,) = _settled();
        return _toAssets(shares, total, supply, Math.Rounding.Ceil);
    }

    /// @inheritdoc IERC4626
    function previewWithdraw(uint256 assets) external view returns (uint256) {
        (uint256 total, uint256 supply,) = _settled();
        return _toShares(assets, total, supply, Math.Rounding.Ceil);
    }

    /// @inheritdoc IERC4626
    function previewRedeem(uint256 shares) public view returns (uint256) {
        (uint256 total, uint256 supply,) = _settled();
        return _toAssets(shares, total, supply, Math.Rounding.Floor);
    }

    /// @inheritdoc IERC4626
    function maxDeposit(address) external view returns (uint256 room) {
        (,, room) = _settled();
    }

    /// @inheritdoc IERC4626
    function maxMint(address) external view returns (uint256) {
        (uint256 total, uint256 supply, uint256 room) = _settled();
        return _toShares(Math.min(room, type(uint128).max), total, supply, Math.Rounding.Floor);
    }

    /// @inheritdoc IERC4626
    function maxWithdraw(address owner) external view returns (uint256) {
        (uint256 total, uint256 supply,) = _settled();
        return Math.min(_toAssets(balanceOf(owner), total, supply, Math.Rounding.Floor), liquidity());
    }

    /// @inheritdoc IERC4626
    /// @dev Shares that are worth nothing cannot be redeemed.
    function maxRedeem(address owner) external view returns (uint256) {
        (uint256 total, uint256 supply,) = _settled();
        uint256 shares = Math.min(balanceOf(owner), _toShares(liquidity(), total, supply, Math.Rounding.Floor));
        return _toAssets(shares, total, supply, Math.Rounding.Floor) == 0 ? 0 : shares;
    }

    // --- internal ---

    function _enter(uint256 assets, uint256 shares, address receiver, uint256 room) private {
        if (assets > room) revert DepositTooLarge(room);
        if (shares == 0) revert ZeroShares();
        _token.safeTransferFrom(msg.sender, address(this), assets);
        idle += assets;
        _mint(receiver, shares);
        emit Deposit(msg.sender, receiver, assets, shares);
        _spread();
    }

    function _leave(uint256 assets, uint256 shares, address receiver, address owner) private {
        if (assets == 0) revert ZeroAssets();
        if (msg.sender != owner) _spendAllowance(owner, msg.sender, shares); //~ DECOY ACCESS_CTRL owner and receiver are arguments
        _gather(assets);
        _burn(owner, shares);
        idle -= assets;
        _token.safeTransfer(receiver, assets);
        emit Withdraw(msg.sender, receiver, owner, assets, shares);
    }

    /// @dev Losses first, so that no fee is taken on what is lost.
    /// @return room What may be deposited now.
    function _settle() internal override returns (uint256 room) {
        (uint256 loss, bool isKnown) = _unbooked();
        if (loss > 0) {
            uint256 held = idle + totalDebt;
            _lowerDebts();
            _bookLoss(loss, held);
        }
        uint256 shares = _managementShares(totalSupply());
        accruedAt = block.timestamp;
        if (shares > 0) {
            _mint(_terms().feeRecipient, shares);
            emit ManagementFee(shares);
        }
        if (isKnown && !isClosed) room = Math.saturatingSub(_terms().depositLimit, _total());
    }

    /// @dev The fee is taken on what is more than all losses before, in shares at the price before the profit. Feeds the
    /// lock, and mints for the recipient of fees. The caller adds the profit to the assets.
    function _bookProfit(uint256 gain) internal override {
        IMandate.Terms memory terms = _terms();
        uint256 fresh = Math.saturatingSub(gain, shortfall);
        shortfall -= gain - fresh;
        uint256 fee = Math.mulDiv(fresh, terms.performanceRate, BASIS, Math.Rounding.Ceil);
        uint256 shares = _toShares(fresh, _total(), totalSupply(), Math.Rounding.Floor);
        shares = Math.mulDiv(shares, terms.performanceRate, BASIS);
        _lock.add(gain - fee, UNLOCK_TIME); //~ BENIGN FUND_XFER whatever the holders get becomes available slowly
        if (shares > 0) _mint(terms.feeRecipient, shares);
        emit Profit(gain, fee, shares);
    }

    /// @dev Profit that is still locked makes up for a loss first. The rest lowers the price. The caller takes the loss off the assets.
    function _bookLoss(uint256 loss, uint256 held) internal override {
        if (_isBeyondLimit(loss, held) && !isClosed) {
            isClosed = true;
            emit Closed(address(this));
        }
        if (block.timestamp >= lossDay + DAY) (lossDay, lostInDay, heldBefore) = (block.timestamp, 0, held);
        lostInDay += loss;
        shortfall += loss;
        emit Loss(loss, _lock.absorb(loss));
    }

    /// @dev Assets, shares and room as they would be after `_settle`.
    function _settled() private view returns (uint256 total, uint256 supply, uint256 room) {
        (uint256 loss, bool isKnown) = _unbooked();
        uint256 held = idle + totalDebt;
        total = held - loss - Math.saturatingSub(_lock.remaining(), loss);
        supply = totalSupply();
        supply += _managementShares(supply);
        bool closes = loss > 0 && _isBeyondLimit(loss, held);
        if (isKnown && !isClosed && !closes) room = Math.saturatingSub(_terms().depositLimit, total);
    }

    /// @dev Losses of a day are counted together, against what was held before the first of them.
    function _isBeyondLimit(uint256 loss, uint256 held) private view returns (bool) {
        bool isNewDay = block.timestamp >= lossDay + DAY;
        uint256 lost = isNewDay ? loss : lostInDay + loss;
        return lost * BASIS > (isNewDay ? held : heldBefore) * _terms().lossLimit;
    }

    /// @dev Shares that make the fee since it was last taken. What a year without any call has not brought is not taken later.
    function _managementShares(uint256 supply) private view returns (uint256) {
        uint256 part = _terms().managementRate * Math.min(block.timestamp - accruedAt, YEAR);
        return Math.mulDiv(supply, part, BASIS * YEAR - part);
    }

    function _total() private view returns (uint256) {
        return idle + totalDebt - _lock.remaining();
    }

    function _toShares(uint256 assets, uint256 total, uint256 supply, Math.Rounding rounding)
        private
        pure
        returns (uint256)
    {
        return Math.mulDiv(assets, supply + OFFSET, total + 1, rounding);
    }

    function _toAssets(uint256 shares, uint256 total, uint256 supply, Math.Rounding rounding)
        private
        pure
        returns (uint256)
    {
        return Math.mulDiv(shares, total + 1, supply + OFFSET, rounding);
    }
}
